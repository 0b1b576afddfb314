"""Serializers of games, their seats and verdicts."""

from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

from api.v1.games.live_serializers import LiveSerializer
from api.validation import IntegerParameter, QuerySerializer
from games.models import ForfeitReason, Game, GameOrigin, GameStatus, GameVerdict, Seat, Termination
from tournaments.results import game_is_counted, game_tournament

__all__ = ["GAME_RELATED", "FramesQuery", "GameDetailSerializer", "GameSerializer", "VerdictSerializer"]

#: Rows that a game is serialized with, in addition to its seats.
GAME_RELATED = ("planned_game__tournament", "entered_game__tournament", "live__created_by", "submitted_by")

#: No log has more steps.
_MAX_STEP = 1_000_000


class HexField(serializers.CharField):
    """Bytes in hexadecimal digits."""

    def to_representation(self, value: Any) -> str:
        """Return the digits."""
        return bytes(value).hex()


class SeatSerializer(serializers.ModelSerializer[Seat]):
    """One seat of a game, with its player and, once the game is finished, its result."""

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
    hash = HexField(source="head_hash", help_text="Hash of the chain there.")


class VerdictSerializer(serializers.Serializer[Game]):
    """The result of the last verification."""

    status = serializers.ChoiceField(source="verdict", choices=GameVerdict.choices)
    step = serializers.IntegerField(
        source="verdict_step", allow_null=True, help_text="The first wrong step; null: none."
    )
    code = serializers.CharField(source="verdict_code", help_text="Why the log diverges; empty: it does not.")
    checked_at = serializers.DateTimeField(source="verified_at", allow_null=True)


class GameSerializer(serializers.ModelSerializer[Game]):
    """One game of a ruleset."""

    options = serializers.DictField(source="options_data", help_text="All options, defaults included.")
    status = serializers.ChoiceField(choices=GameStatus.choices)
    origin = serializers.ChoiceField(choices=GameOrigin.choices)
    termination = serializers.ChoiceField(choices=Termination.choices, allow_blank=True)
    tournament = serializers.SerializerMethodField()
    counts = serializers.SerializerMethodField(
        help_text="Whether its result counts in the standings of its tournament."
    )
    parent = serializers.IntegerField(  # type: ignore[assignment]
        source="parent_id",
        allow_null=True,
        help_text="The game that this fork continues; null: it is no fork.",
    )
    parent_step = serializers.IntegerField(
        allow_null=True, help_text="The last step that a fork shares with its parent."
    )
    seed_was_shown = serializers.BooleanField(
        help_text="Whether its seed was public before it was played: a fork that continues with its parent's seed."
    )
    submitted_by = serializers.CharField(
        source="submitted_by.username",
        default=None,
        allow_null=True,
        read_only=True,
        help_text="The user who submitted its record; null: it was played here or imported.",
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
        """Return the tournament that the game is planned or entered in."""
        tournament = game_tournament(game)
        return None if tournament is None else {"id": tournament.pk, "name": tournament.name}

    def get_counts(self, game: Game) -> bool:
        """Return whether the game counts in its tournament."""
        return game_is_counted(game)


class GameDetailSerializer(GameSerializer):
    """A game with its seed, once that is public."""

    seed = serializers.CharField(allow_null=True, help_text="Null until every game dealt from it is over.")

    class Meta(GameSerializer.Meta):
        fields = [*GameSerializer.Meta.fields, "seed"]
        read_only_fields = fields


class FramesQuery(QuerySerializer):
    """A range of steps, both ends included."""

    first = IntegerParameter(
        max_value=_MAX_STEP,
        default=0,
        help_text="The first step; 0 is the position before the first event.",
    )
    last = IntegerParameter(
        max_value=_MAX_STEP,
        required=False,
        help_text="The last step; if left out, as many as one response may hold.",
    )

    def validate(self, attrs: dict[str, int]) -> dict[str, int]:
        """Refuse a range that ends before it starts, or has more steps than one response may hold."""
        first, limit = attrs["first"], settings.API_MAX_FRAMES
        last = attrs.setdefault("last", first + limit - 1)
        if last < first:
            expected = f"at least {first}, the value of `first`"
            raise ValidationError({"last": ErrorDetail(expected, "wrong_order")})
        if last - first >= limit:
            expected = f"at most {first + limit - 1}: one response holds {limit} steps"
            raise ValidationError({"last": ErrorDetail(expected, "too_large")})
        return attrs
