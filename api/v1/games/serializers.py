"""The shapes of games, their events, frames and verdicts."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.formats import ready_json
from api.v1.games.live_serializers import LiveSerializer
from engine.core import Effect, SeenEvent, SeenFrame, hidden_event
from games.models import ForfeitReason, Game, GameOrigin, GameStatus, GameVerdict, Seat, Termination
from games.queries import EventLine
from tournaments.results import game_counts, game_tournament

__all__ = [
    "GAME_RELATED",
    "EventSerializer",
    "FramesSerializer",
    "GameDetailSerializer",
    "GameSerializer",
    "VerdictSerializer",
    "event_data",
    "frame_data",
    "start_data",
]


#: What the shape of a game tells beside its own row and its seats.
GAME_RELATED = ("planned_game__tournament", "entered_game__tournament", "live__created_by", "submitted_by")


class Hex(serializers.CharField):
    """32 bytes in hexadecimal."""

    def to_representation(self, value: Any) -> str:
        """Return the digits."""
        return bytes(value).hex()


class SeatSerializer(serializers.ModelSerializer[Seat]):
    """One seat of a game: who plays it, and its result once the game is finished."""

    bot = serializers.CharField(
        source="bot.name", default=None, allow_null=True, read_only=True, help_text="Name of the bot."
    )
    parts = serializers.DictField(
        child=serializers.IntegerField(), allow_null=True, help_text="Points by part."
    )
    ties = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="Tie-break values in order."
    )
    forfeit = serializers.ChoiceField(choices=ForfeitReason.choices, allow_blank=True)

    class Meta:
        model = Seat
        fields = ["number", "player", "bot", "score", "place", "parts", "ties", "forfeit"]
        read_only_fields = fields


class TournamentRefSerializer(serializers.Serializer[Any]):
    """The tournament a game is planned or entered in."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class HeadSerializer(serializers.Serializer[Game]):
    """The end of the log so far."""

    seq = serializers.IntegerField(source="head_seq", help_text="Number of the last event.")
    hash = Hex(source="head_hash", help_text="Hash of the chain there.")


class VerdictSerializer(serializers.Serializer[Game]):
    """What the last verification found."""

    status = serializers.ChoiceField(source="verdict", choices=GameVerdict.choices)
    step = serializers.IntegerField(
        source="verdict_step", allow_null=True, help_text="The first step at fault, if one is."
    )
    code = serializers.CharField(source="verdict_code", help_text="What is wrong with it; empty: nothing.")
    checked_at = serializers.DateTimeField(source="verified_at", allow_null=True)


class GameSerializer(serializers.ModelSerializer[Game]):
    """One play of a ruleset."""

    options = serializers.DictField(source="options_data", help_text="Every default written out.")
    status = serializers.ChoiceField(choices=GameStatus.choices)
    origin = serializers.ChoiceField(choices=GameOrigin.choices)
    termination = serializers.ChoiceField(choices=Termination.choices, allow_blank=True)
    tournament = serializers.SerializerMethodField()
    counts = serializers.SerializerMethodField(
        help_text="Whether its result counts in the standings of its tournament."
    )
    parent = serializers.IntegerField(  # type: ignore[assignment]
        source="parent_id", allow_null=True, help_text="The game this one goes on from, if it is a fork."
    )
    parent_step = serializers.IntegerField(
        allow_null=True, help_text="The step after which a fork goes its own way."
    )
    seed_was_shown = serializers.BooleanField(
        help_text="Whether everyone could know its seed before it was played: a fork from a seed shown before."
    )
    submitted_by = serializers.CharField(
        source="submitted_by.username",
        default=None,
        allow_null=True,
        read_only=True,
        help_text="Who submitted its record; null: it was played here or imported.",
    )
    head = HeadSerializer(source="*")
    verdict = VerdictSerializer(source="*")
    seating = SeatSerializer(many=True)
    live = LiveSerializer(default=None, allow_null=True, help_text="Null: it is not played over REST.")

    class Meta:
        model = Game
        fields = [
            "id",
            "ruleset",
            "components",
            "seats",
            "options",
            "commitment",
            "status",
            "origin",
            "submitted_by",
            "tournament",
            "counts",
            "parent",
            "parent_step",
            "seed_was_shown",
            "termination",
            "created_at",
            "started_at",
            "finished_at",
            "head",
            "verdict",
            "seating",
            "live",
        ]
        read_only_fields = fields

    @extend_schema_field(TournamentRefSerializer(allow_null=True))
    def get_tournament(self, game: Game) -> dict[str, Any] | None:
        """Return the tournament it is planned or entered in."""
        tournament = game_tournament(game)
        return None if tournament is None else {"id": tournament.pk, "name": tournament.name}

    def get_counts(self, game: Game) -> bool:
        """Return whether it counts there."""
        return game_counts(game)


class GameDetailSerializer(GameSerializer):
    """A game with its seed, once that may be shown."""

    seed = serializers.CharField(allow_null=True, help_text="Null until every game dealt from it is over.")

    class Meta(GameSerializer.Meta):
        fields = [*GameSerializer.Meta.fields, "seed"]
        read_only_fields = fields


@extend_schema_field(
    {"oneOf": [{"type": "integer", "minimum": 0}, {"type": "string", "enum": ["chance", "system"]}]}
)
class ActorField(serializers.Field[Any, Any, Any, Any]):
    """A seat's number, `chance` or `system`."""


class EventSerializer(serializers.Serializer[Any]):
    """One event. A private one has no `data` until the game is over; `hash` always goes on with the chain."""

    seq = serializers.IntegerField()
    actor = ActorField(help_text="A seat's number, `chance` or `system`.")
    kind = serializers.CharField()
    data = serializers.DictField(required=False)  # type: ignore[assignment]
    hash = serializers.CharField(help_text="Hash of the chain after this event.")


class EffectSerializer(serializers.Serializer[Any]):
    """What a step changed, derived by the rules."""

    kind = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True)
    data = serializers.DictField()  # type: ignore[assignment]


class FrameSerializer(serializers.Serializer[Any]):
    """One step: the event, the position after it as a spectator may see it, and what changed. Step 0 has no event."""

    step = serializers.IntegerField()
    event = EventSerializer(allow_null=True)
    position = serializers.DictField()
    effects = EffectSerializer(many=True)


class DivergenceSerializer(serializers.Serializer[Any]):
    """Where the stored log departs from the rules."""

    step = serializers.IntegerField()
    code = serializers.CharField()


class FramesSerializer(serializers.Serializer[Any]):
    """Frames of a range of steps; none from a divergence on."""

    game = serializers.IntegerField()
    head = serializers.IntegerField(help_text="The last step there is so far.")
    diverged = DivergenceSerializer(allow_null=True)
    frames = FrameSerializer(many=True)


def event_data(event: EventLine | SeenEvent) -> dict[str, Any]:
    """Return an event as it is told, its stored text passed on without being read."""
    data = hidden_event(event.seq, event.actor, event.kind, bytes(event.chain))
    if event.payload is not None:
        data["data"] = ready_json(event.payload)
    return data


def start_data(position: Mapping[str, Any]) -> dict[str, Any]:
    """Return step 0: the position before the first event."""
    return {"step": 0, "event": None, "position": position, "effects": []}


def frame_data(frame: SeenFrame) -> dict[str, Any]:
    """Return one step; of a hidden one only that it happened."""
    return {
        "step": frame.event.seq,
        "event": event_data(frame.event),
        "position": dict(frame.position),
        "effects": [_effect(effect) for effect in frame.effects],
    }


def _effect(effect: Effect) -> dict[str, Any]:
    return {"kind": effect.kind, "seat": effect.seat, "data": effect.data}
