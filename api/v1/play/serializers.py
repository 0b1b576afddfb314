"""The shapes of play: bots of users, live games to be opened, turns, actions and what follows them."""

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

_MOST_MINUTES = 7 * 24 * 60


class RemoteBotSerializer(StrictSerializer):
    """A bot of yours: a program that plays from elsewhere."""

    name = Text(
        max_length=64, help_text="Lower-case letters, digits, hyphens and underscores; no other bot's."
    )
    title = Text(max_length=120, default="", help_text="Name for people; without: the name.")
    description = Text(max_length=2000, default="", help_text="What it does.")
    rulesets = Names(default=list, max_length=100, help_text="Keys of the rulesets it plays; none means all.")


class OpenSeatSerializer(StrictSerializer):
    """A seat of a game to be opened: a bot of yours, a built-in bot, or open to anyone's."""

    bot = Text(required=False, max_length=64, help_text="Name of the bot; without: the seat is open.")


class ClockSerializer(StrictSerializer):
    """How much time the seats have. What a decision takes longer than `move_seconds` comes out of the seat's bank."""

    move_seconds = WholeNumber(
        min_value=0,
        max_value=MOST_SECONDS,
        default=CLOCK.move_ms // 1000,
        help_text="Time for each decision that costs nothing.",
    )
    bank_seconds = WholeNumber(
        min_value=0,
        max_value=MOST_SECONDS,
        default=CLOCK.bank_ms // 1000,
        help_text="Time of each seat for all that its decisions take longer.",
    )
    increment_seconds = WholeNumber(
        min_value=0,
        max_value=3600,
        default=CLOCK.increment_ms // 1000,
        help_text="What each decision adds to the seat's bank.",
    )


class OpenGameSerializer(StrictSerializer):
    """A live game to be opened. It begins when every seat is taken, at once if none is left open."""

    ruleset = Text(max_length=100, help_text="Key of a ruleset, such as `moon-river@1`.")
    seats = serializers.ListField(
        child=OpenSeatSerializer(),
        min_length=1,
        max_length=12,
        help_text="The seats in order, each with its bot or open; one at least is open or a remote bot's.",
        error_messages={
            "required": "a list of seats",
            "not_a_list": "a list of seats",
            "min_length": "at least {min_length} seat",
            "max_length": "at most {max_length} seats",
        },
    )
    options = StrictObject(default=dict, help_text="Options of the game; what is left out has its default.")
    components = Text(
        required=False, max_length=100, help_text="Component set; without: the ruleset's first."
    )
    clock = ClockSerializer(required=False, help_text="How much time the seats have.")
    open_minutes = WholeNumber(
        min_value=1,
        max_value=_MOST_MINUTES,
        default=60,
        help_text="After so long the game is given up if a seat is still open.",
    )


class JoinSerializer(StrictSerializer):
    """The bot that takes a seat."""

    bot = Text(max_length=64, help_text="Name of a remote bot of yours.")


class ResignSerializer(StrictSerializer):
    """The seat that resigns."""

    seat = WholeNumber(
        min_value=0, max_value=100, required=False, help_text="Needed only if several seats are yours."
    )


class ActionSerializer(StrictSerializer):
    """What a seat does: one of the turn's legal actions, as it stands there."""

    kind = Text(max_length=100)
    data = StrictObject()  # type: ignore[assignment]


class ActionRequestSerializer(StrictSerializer):
    """The action of the seat that is due."""

    expected_seq = WholeNumber(
        min_value=0, max_value=1_000_000, help_text="The `expected_seq` of the turn: the last event it knows."
    )
    action = ActionSerializer()


class LegalActionSerializer(serializers.Serializer[Any]):
    """One legal action."""

    kind = serializers.CharField()
    data = serializers.DictField()  # type: ignore[assignment]


class TurnClockSerializer(serializers.Serializer[Any]):
    """The time there is for a decision."""

    deadline = serializers.DateTimeField(help_text="When the seat forfeits unless it has acted.")
    left_ms = serializers.IntegerField(help_text="Milliseconds until then, the bank included.")
    bank_ms = serializers.IntegerField(help_text="What the bank held when the decision became due.")


class TurnSerializer(serializers.Serializer[Any]):
    """A decision one of your bots must make."""

    game = serializers.IntegerField()
    ruleset = serializers.CharField()
    seat = serializers.IntegerField()
    bot = serializers.CharField(help_text="Name of the bot that sits there.")
    expected_seq = serializers.IntegerField(help_text="Number of the last event; goes back with the action.")
    observation = serializers.DictField(help_text="What the seat may know, as the ruleset documents it.")
    legal = LegalActionSerializer(
        many=True, help_text="Every legal action, in canonical order; never fewer than two."
    )
    clock = TurnClockSerializer()


class TurnsSerializer(serializers.Serializer[Any]):
    """Where your bots must act, those whose time runs out first before the others."""

    turns = TurnSerializer(many=True)


class PlayedSerializer(serializers.Serializer[Any]):
    """What came of a request: the events from its own on as the seat may see them, and the next turn of yours there."""

    game = serializers.IntegerField()
    seat = serializers.IntegerField()
    events = EventSerializer(many=True)
    turn = TurnSerializer(allow_null=True, help_text="Null: it is not your turn in this game.")


def turns_data(turns: list[Turn]) -> dict[str, Any]:
    """Return turns as they are told."""
    return {"turns": [_turn_data(turn) for turn in turns]}


def played_data(played: Played) -> dict[str, Any]:
    """Return what came of a request, as it is told."""
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
