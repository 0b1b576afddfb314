"""Serializers of the requests of live play: games to open, seats to take, actions, and the query for turns."""

import re
from typing import Any, Final

from rest_framework import serializers

from api.validation import (
    IntegerParameter,
    QuerySerializer,
    RowIdParameter,
    StrictCharField,
    StrictIntegerField,
    StrictObjectField,
    StrictSerializer,
)
from games.live import CLOCK, MAX_SECONDS

__all__ = [
    "ActionRequestSerializer",
    "JoinSerializer",
    "OpenGameSerializer",
    "ResignSerializer",
    "TurnsQuery",
]

#: Seconds that a request may wait for a turn: shorter than the usual timeout of proxies.
MAX_WAIT_SECONDS: Final = 60
_MAX_KNOWN_TURNS: Final = 200
_MAX_OPEN_MINUTES: Final = 7 * 24 * 60
_KNOWN_TURN: Final = re.compile(r"([0-9]{1,18}):([0-9]{1,9})", re.ASCII)


class OpenSeatSerializer(StrictSerializer):
    """A seat of a game to open: a bot of yours, a built-in bot, or open to any user's bot."""

    bot = StrictCharField(
        required=False, max_length=64, help_text="Name of the bot; if left out, the seat is open."
    )


class ClockSerializer(StrictSerializer):
    """The time of each seat. A decision that takes longer than `move_seconds` uses up the seat's bank."""

    move_seconds = StrictIntegerField(
        min_value=0,
        max_value=MAX_SECONDS,
        default=CLOCK.move_ms // 1000,
        help_text="Free time for each decision.",
    )
    bank_seconds = StrictIntegerField(
        min_value=0,
        max_value=MAX_SECONDS,
        default=CLOCK.bank_ms // 1000,
        help_text="Additional time of each seat for all of its decisions.",
    )
    increment_seconds = StrictIntegerField(
        min_value=0,
        max_value=3600,
        default=CLOCK.increment_ms // 1000,
        help_text="Time that each decision adds to the seat's bank.",
    )


class OpenGameSerializer(StrictSerializer):
    """A live game to open. It starts when every seat is taken: at once if none is open."""

    ruleset = StrictCharField(max_length=100, help_text="Key of a ruleset, such as `moon-river@1`.")
    seats = serializers.ListField(
        child=OpenSeatSerializer(),
        min_length=1,
        max_length=12,
        help_text="The seats in order, each open or with its bot; at least one is open or a remote bot's.",
        error_messages={
            "required": "a list of seats",
            "not_a_list": "a list of seats",
            "min_length": "at least {min_length} seat",
            "max_length": "at most {max_length} seats",
        },
    )
    options = StrictObjectField(
        default=dict, help_text="Options of the game; those left out have their defaults."
    )
    components = StrictCharField(
        required=False, max_length=100, help_text="Component set; default: the ruleset's first."
    )
    clock = ClockSerializer(required=False, help_text="The time of each seat.")
    open_minutes = StrictIntegerField(
        min_value=1,
        max_value=_MAX_OPEN_MINUTES,
        default=60,
        help_text="Minutes after which the game is voided if a seat is still open.",
    )


class JoinSerializer(StrictSerializer):
    """The bot that takes a seat."""

    bot = StrictCharField(max_length=64, help_text="Name of a remote bot of yours.")


class ResignSerializer(StrictSerializer):
    """The seat that resigns."""

    seat = StrictIntegerField(
        min_value=0, max_value=100, required=False, help_text="Required only if several seats are yours."
    )


class ActionSerializer(StrictSerializer):
    """An action: one of the turn's legal actions, unchanged."""

    kind = StrictCharField(max_length=100)
    data = StrictObjectField()  # type: ignore[assignment]


class ActionRequestSerializer(StrictSerializer):
    """The action of the seat whose turn it is."""

    expected_seq = StrictIntegerField(
        min_value=0, max_value=1_000_000, help_text="The `expected_seq` of the turn."
    )
    action = ActionSerializer()


class KnownTurnsParameter(serializers.CharField):
    """Turns as `game:expected_seq`, separated by commas; a mapping of the game's id to the number."""

    default_error_messages = {
        "invalid": "game:expected_seq of each turn, separated by commas",
        "max_length": f"at most {_MAX_KNOWN_TURNS} turns",
    }

    def to_internal_value(self, data: Any) -> Any:
        """Return the expected numbers by game."""
        pairs = data.split(",")
        if len(pairs) > _MAX_KNOWN_TURNS:
            self.fail("max_length")
        known = [_KNOWN_TURN.fullmatch(pair) for pair in pairs]
        if not all(known):
            self.fail("invalid")
        return {int(pair[1]): int(pair[2]) for pair in known if pair}


class TurnsQuery(QuerySerializer):
    """Which turns to return, and how long to wait for one."""

    wait = IntegerParameter(
        max_value=MAX_WAIT_SECONDS, default=0, help_text="Seconds to wait if there is no turn."
    )
    bot = serializers.CharField(required=False, help_text="Only turns of the bot of that name.")
    game = RowIdParameter(help_text="Only a turn in that game.")
    known = KnownTurnsParameter(
        required=False,
        help_text="Turns to leave out and not to wait for, because you have them: `game:expected_seq` of each, "
        "separated by commas.",
    )
