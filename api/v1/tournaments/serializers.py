"""The shapes of tournaments."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.v1.inputs import Flag, Names, StrictObject, StrictSerializer, Text, WholeNumber
from tournaments.domain import Format, Rotation
from tournaments.models import (
    Entrant,
    StageFormat,
    SubmittedGames,
    Tournament,
    TournamentRotation,
    TournamentStatus,
)
from tournaments.selectors import Blocker, BlockerCode, Progress

__all__ = [
    "CrosstableSerializer",
    "EnteredGameChangeSerializer",
    "ProgressSerializer",
    "StandingsSerializer",
    "TournamentChangeSerializer",
    "TournamentCreateSerializer",
    "TournamentDetailSerializer",
    "TournamentSerializer",
    "progress_data",
]


_POLICY = (
    "Which submitted games count: `refused` none; `exact` those whose chance is proven by their seed; "
    "`legal` all that keep the rules."
)


class TournamentCreateSerializer(StrictSerializer):
    """A tournament to be created. What the ruleset allows, its `options` schema says."""

    name = Text(max_length=200, help_text="Name for people.")
    ruleset = Text(max_length=100, help_text="Key of a ruleset, such as `moon-river@1`.")
    seats = WholeNumber(min_value=1, max_value=100, help_text="Seats at a table.")
    bots = Names(
        min_length=1,
        max_length=200,
        help_text="Names of the bots, in the order of their seed ranks; a name may stand twice.",
    )
    deals = WholeNumber(
        default=1,
        min_value=1,
        max_value=10_000,
        help_text="Deals per match; each is played in every seat order of the rotation with the same seed.",
    )
    options = StrictObject(default=dict, help_text="Options of every game; what is left out has its default.")
    components = Text(
        required=False, max_length=100, help_text="Component set; without: the ruleset's first."
    )
    rotation = serializers.ChoiceField(
        choices=TournamentRotation.choices,
        default=Rotation.CYCLIC.value,
        help_text="Which seat orders a deal is played in.",
        error_messages={"invalid_choice": "one of " + ", ".join(TournamentRotation.values)},
    )
    format = serializers.ChoiceField(
        choices=StageFormat.choices,
        default=Format.ROUND_ROBIN.value,
        help_text="Who meets whom; `open_play`: nothing is planned, all games are submitted.",
        error_messages={"invalid_choice": "one of " + ", ".join(StageFormat.values)},
    )
    submitted_games = serializers.ChoiceField(
        choices=SubmittedGames.choices,
        default=SubmittedGames.REFUSED.value,
        help_text=_POLICY,
        error_messages={"invalid_choice": "one of " + ", ".join(SubmittedGames.values)},
    )


class TournamentChangeSerializer(StrictSerializer):
    """What of a tournament may be changed."""

    submitted_games = serializers.ChoiceField(
        choices=SubmittedGames.choices,
        help_text=_POLICY,
        error_messages={
            "required": "a value",
            "invalid_choice": "one of " + ", ".join(SubmittedGames.values),
        },
    )


class EnteredGameChangeSerializer(StrictSerializer):
    """What may be changed of a submitted game in a tournament."""

    withdrawn = Flag(help_text="Whether the organiser has taken it out of the standings.")


#: What is told of the progress as it is.
_TOLD = (
    "status",
    "planned",
    "waiting",
    "playing",
    "finished",
    "voided",
    "stuck",
    "submitted",
    "not_counted",
    "share",
    "started_at",
    "finished_at",
    "games_per_second",
    "seconds_left",
    "games",
)


class EntrantSerializer(serializers.ModelSerializer[Entrant]):
    """A bot registered in a tournament."""

    bot = serializers.CharField(source="bot.name", read_only=True, help_text="Name of the bot.")

    class Meta:
        model = Entrant
        fields = ["seed_rank", "name", "bot"]
        read_only_fields = fields


class GamesCountSerializer(serializers.Serializer[Any]):
    """How many games."""

    planned = serializers.IntegerField(source="games_planned", read_only=True)
    finished = serializers.IntegerField(source="games_finished", read_only=True)
    submitted = serializers.IntegerField(
        source="games_submitted",
        read_only=True,
        help_text="Submitted games that count, beside the planned ones.",
    )


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """A contest between bots under one ruleset."""

    status = serializers.ChoiceField(choices=TournamentStatus.choices)
    rotation = serializers.ChoiceField(choices=TournamentRotation.choices)
    format = serializers.ChoiceField(choices=StageFormat.choices)
    submitted_games = serializers.ChoiceField(choices=SubmittedGames.choices, help_text=_POLICY)
    options = serializers.DictField()
    created_by = serializers.CharField(
        source="created_by.username", default=None, allow_null=True, read_only=True
    )
    games = GamesCountSerializer(source="*")

    class Meta:
        model = Tournament
        fields = [
            "id",
            "name",
            "ruleset",
            "components",
            "options",
            "seats",
            "deals",
            "rotation",
            "format",
            "submitted_games",
            "status",
            "created_by",
            "created_at",
            "started_at",
            "finished_at",
            "games",
        ]
        read_only_fields = fields


class TournamentDetailSerializer(TournamentSerializer):
    """A tournament with its entrants."""

    entrants = EntrantSerializer(many=True)

    class Meta(TournamentSerializer.Meta):
        fields = [*TournamentSerializer.Meta.fields, "entrants"]
        read_only_fields = fields


class StandingsRowSerializer(serializers.Serializer[Any]):
    """One entrant in the standings; equal entrants share a rank (1, 1, 3)."""

    rank = serializers.IntegerField()
    entrant = EntrantSerializer()
    games = serializers.IntegerField()
    wins = serializers.IntegerField(help_text="Games won alone.")
    shared_wins = serializers.IntegerField(help_text="Games in which the first place was shared.")
    points = serializers.FloatField(
        help_text="Per game 1 for each opponent below and 1/2 for each at the same place."
    )
    share = serializers.FloatField(allow_null=True, help_text="Points per opponent met, 0 to 1.")
    mean_place = serializers.FloatField(allow_null=True)
    mean_score = serializers.FloatField(allow_null=True)
    forfeits = serializers.IntegerField()
    submitted = serializers.IntegerField(help_text="How many of the games were submitted.")


class StandingsSerializer(serializers.Serializer[Any]):
    """The standings over the games that count so far: planned ones that are finished, and submitted ones."""

    tournament = serializers.IntegerField()
    status = serializers.ChoiceField(choices=TournamentStatus.choices)
    rows = StandingsRowSerializer(many=True)


class CrosstableCellSerializer(serializers.Serializer[Any]):
    """The row's entrant against the column's, over the games both played."""

    games = serializers.IntegerField()
    above = serializers.IntegerField(
        help_text="Games in which the row's entrant was placed above the column's."
    )
    equal = serializers.IntegerField()
    below = serializers.IntegerField()
    points = serializers.FloatField()
    share = serializers.FloatField(allow_null=True)
    submitted = serializers.IntegerField(help_text="How many of the games were submitted.")


@extend_schema_field(
    {
        "type": "array",
        "items": {
            "type": ["object", "null"],
            "required": ["games", "above", "equal", "below", "points", "share", "submitted"],
            "properties": {
                "games": {"type": "integer"},
                "above": {
                    "type": "integer",
                    "description": "Games with the row's entrant above the column's.",
                },
                "equal": {"type": "integer"},
                "below": {"type": "integer"},
                "points": {"type": "number"},
                "share": {"type": ["number", "null"]},
                "submitted": {"type": "integer", "description": "How many of the games were submitted."},
            },
        },
    }
)
class CellsField(serializers.ListField):
    """A row of the crosstable: null where the entrant would meet itself."""


class CrosstableRowSerializer(serializers.Serializer[Any]):
    """One entrant's row: a cell per column, null against itself."""

    rank = serializers.IntegerField()
    entrant = EntrantSerializer()
    cells = CellsField(child=CrosstableCellSerializer())
    points = serializers.FloatField()


class CrosstableSerializer(serializers.Serializer[Any]):
    """Rows and columns in the order of the standings."""

    tournament = serializers.IntegerField()
    status = serializers.ChoiceField(choices=TournamentStatus.choices)
    entrants = EntrantSerializer(many=True)
    rows = CrosstableRowSerializer(many=True)


class PlayingSerializer(serializers.Serializer[Any]):
    """A game that is being played now."""

    game = serializers.IntegerField(source="game_id")
    players = serializers.ListField(child=serializers.CharField())
    step = serializers.IntegerField(help_text="Number of its last event.")
    since = serializers.DateTimeField(source="leased_at")


class BlockerSerializer(serializers.Serializer[Any]):
    """A reason why nothing moves."""

    code = serializers.ChoiceField(choices=[(code.value, code.value) for code in BlockerCode])
    game = serializers.IntegerField(allow_null=True)
    since = serializers.DateTimeField(allow_null=True)
    until = serializers.DateTimeField(allow_null=True)
    detail = serializers.CharField(
        allow_blank=True,
        help_text="Only for whoever may start and cancel the tournament: it may tell of the servers.",
    )


class ProgressSerializer(serializers.Serializer[Any]):
    """How far a tournament has come."""

    tournament = serializers.IntegerField()
    status = serializers.ChoiceField(choices=TournamentStatus.choices)
    planned = serializers.IntegerField(help_text="All planned games; the five counts below add up to it.")
    waiting = serializers.IntegerField()
    playing = serializers.IntegerField()
    finished = serializers.IntegerField()
    voided = serializers.IntegerField()
    stuck = serializers.IntegerField()
    submitted = serializers.IntegerField(help_text="Submitted games that count, beside the planned ones.")
    not_counted = serializers.IntegerField(help_text="Submitted games that are entered and do not count.")
    share = serializers.FloatField(
        allow_null=True, help_text="Planned games finished or voided, 0 to 1; null: nothing is planned."
    )
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    games_per_second = serializers.FloatField(allow_null=True)
    seconds_left = serializers.FloatField(allow_null=True)
    games = PlayingSerializer(many=True)
    blockers = BlockerSerializer(many=True)


def progress_data(tournament: Tournament, progress: Progress, *, in_confidence: bool) -> dict[str, Any]:
    """Return the progress as it is told; details of what is stuck only in confidence."""
    told = {name: getattr(progress, name) for name in _TOLD}
    told["tournament"] = tournament.pk
    told["blockers"] = [_blocker(blocker, in_confidence) for blocker in progress.blockers]
    return dict(ProgressSerializer(told).data)


def _blocker(blocker: Blocker, in_confidence: bool) -> dict[str, Any]:
    return {
        "code": blocker.code.value,
        "game": blocker.game_id,
        "since": blocker.since,
        "until": blocker.until,
        "detail": str(blocker) if in_confidence else "",
    }
