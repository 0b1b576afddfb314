"""Serializers of play: remote bots, live games to open, turns, actions and their results."""

from typing import Any

from rest_framework import serializers

from api.formats import ready_json
from api.v1.games import EventSerializer, event_data
from api.v1.inputs import Names, StrictObject, StrictSerializer, Text, WholeNumber
from games.live import CLOCK, MOST_SECONDS, Played, Turn

__all__ = [
    "ActionRequestSerializer",
    "JoinSerializer",
    "OpenGameSerializer",
    "PlayedSerializer",
    "RemoteBotSerializer",
    "ResignSerializer",
    "TurnsSerializer",
    "played_data",
    "turns_data",
]

_MAX_MINUTES = 7 * 24 * 60


class RemoteBotSerializer(StrictSerializer):
    """A bot of yours: a program that plays over REST."""

    name = Text(
        max_length=64, help_text="Lower-case letters, digits, hyphens and underscores; unique among all bots."
    )
    title = Text(max_length=120, default="", help_text="Name for people; the name if left out.")
    description = Text(max_length=2000, default="", help_text="What it does.")
    rulesets = Names(
        default=list, max_length=100, help_text="Keys of the rulesets it plays; an empty list means all."
    )


class OpenSeatSerializer(StrictSerializer):
    """A seat of a game to open: a bot of yours, a built-in bot, or open to any bot."""

    bot = Text(required=False, max_length=64, help_text="Name of the bot; the seat is open if left out.")


class ClockSerializer(StrictSerializer):
    """The time seats have. Time above `move_seconds` of a decision is taken from the seat's bank."""

    move_seconds = WholeNumber(
        min_value=0,
        max_value=MOST_SECONDS,
        default=CLOCK.move_ms // 1000,
        help_text="Time per decision that does not reduce the bank.",
    )
    bank_seconds = WholeNumber(
        min_value=0,
        max_value=MOST_SECONDS,
        default=CLOCK.bank_ms // 1000,
        help_text="Time in the bank of each seat at the beginning.",
    )
    increment_seconds = WholeNumber(
        min_value=0,
        max_value=3600,
        default=CLOCK.increment_ms // 1000,
        help_text="Time that each decision adds to the seat's bank.",
    )


class OpenGameSerializer(StrictSerializer):
    """A live game to open. It begins when every seat is taken, at once if no seat is open."""

    ruleset = Text(max_length=100, help_text="Key of a ruleset, such as `moon-river@1`.")
    seats = serializers.ListField(
        child=OpenSeatSerializer(),
        min_length=1,
        max_length=12,
        help_text="The seats in order, each with a bot or open; at least one is open or has a remote bot.",
        error_messages={
            "required": "a list of seats",
            "not_a_list": "a list of seats",
            "min_length": "at least {min_length} seat",
            "max_length": "at most {max_length} seats",
        },
    )
    options = StrictObject(default=dict, help_text="Options of the game; an option left out has its default.")
    components = Text(
        required=False, max_length=100, help_text="Component set; the ruleset's first if left out."
    )
    clock = ClockSerializer(required=False, help_text="The time seats have.")
    open_minutes = WholeNumber(
        min_value=1,
        max_value=_MAX_MINUTES,
        default=60,
        help_text="Minutes after which the game is voided if a seat is still open.",
    )


class JoinSerializer(StrictSerializer):
    """The bot that takes a seat."""

    bot = Text(max_length=64, help_text="Name of a remote bot of yours.")


class ResignSerializer(StrictSerializer):
    """The seat that resigns."""

    seat = WholeNumber(
        min_value=0, max_value=100, required=False, help_text="Required only if several seats are yours."
    )


class ActionSerializer(StrictSerializer):
    """One of the turn's legal actions, as given there."""

    kind = Text(max_length=100)
    data = StrictObject()  # type: ignore[assignment]


class ActionRequestSerializer(StrictSerializer):
    """The action of the seat that is due."""

    expected_seq = WholeNumber(
        min_value=0,
        max_value=1_000_000,
        help_text="The `expected_seq` of the turn: number of the last event it includes.",
    )
    action = ActionSerializer()


class LegalActionSerializer(serializers.Serializer[Any]):
    """One legal action."""

    kind = serializers.CharField()
    data = serializers.DictField()  # type: ignore[assignment]


class TurnClockSerializer(serializers.Serializer[Any]):
    """The time of a decision."""

    deadline = serializers.DateTimeField(help_text="The seat forfeits unless it has acted by then.")
    left_ms = serializers.IntegerField(help_text="Milliseconds until then, the bank included.")
    bank_ms = serializers.IntegerField(help_text="Time in the bank when the decision became due.")


class TurnSerializer(serializers.Serializer[Any]):
    """A decision that one of your bots must make."""

    game = serializers.IntegerField()
    ruleset = serializers.CharField()
    seat = serializers.IntegerField()
    bot = serializers.CharField(help_text="Name of the bot that sits there.")
    expected_seq = serializers.IntegerField(help_text="Number of the last event; send it with the action.")
    observation = serializers.DictField(help_text="What the seat may know, as the ruleset documents it.")
    legal = LegalActionSerializer(
        many=True, help_text="Every legal action, in canonical order; never fewer than two."
    )
    clock = TurnClockSerializer()


class TurnsSerializer(serializers.Serializer[Any]):
    """Turns of your bots, the first deadline first."""

    turns = TurnSerializer(many=True)


class PlayedSerializer(serializers.Serializer[Any]):
    """Result of a request: the events from its own on, as the seat may see them, and your next turn in that game."""

    game = serializers.IntegerField()
    seat = serializers.IntegerField()
    events = EventSerializer(many=True)
    turn = TurnSerializer(allow_null=True, help_text="Null if it is not your turn in this game.")


def turns_data(turns: list[Turn]) -> dict[str, Any]:
    """Return the response's data for turns."""
    return {"turns": [_turn_data(turn) for turn in turns]}


def played_data(played: Played) -> dict[str, Any]:
    """Return the response's data for the result of a request."""
    return {
        "game": played.game_id,
        "seat": played.seat,
        "events": [event_data(event) for event in played.events],
        "turn": None if played.turn is None else _turn_data(played.turn),
    }


def _turn_data(turn: Turn) -> dict[str, Any]:
    return {
        "game": turn.game_id,
        "ruleset": turn.ruleset,
        "seat": turn.seat,
        "bot": turn.bot,
        "expected_seq": turn.expected_seq,
        "observation": dict(turn.observation),
        "legal": [{"kind": kind, "data": ready_json(payload)} for kind, payload in turn.legal],
        "clock": {"deadline": turn.deadline, "left_ms": turn.left_ms, "bank_ms": turn.bank_ms},
    }
