"""Serializers of tournaments, their standings, crosstable and progress."""

from typing import Any

from rest_framework import serializers

from api.validation import (
    NameListField,
    StrictBooleanField,
    StrictCharField,
    StrictIntegerField,
    StrictObjectField,
    StrictSerializer,
)
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
]


_POLICY = (
    "Which submitted games count: `refused` none; `exact` those whose seed proves their chance events; "
    "`legal` all that follow the rules."
)


class TournamentCreateSerializer(StrictSerializer):
    """A tournament to create. The ruleset's `options` schema describes its options."""

    name = StrictCharField(max_length=200, help_text="Name for people.")
    ruleset = StrictCharField(max_length=100, help_text="Key of a ruleset, such as `moon-river@1`.")
    seats = StrictIntegerField(min_value=1, max_value=100, help_text="Seats at a table.")
    bots = NameListField(
        min_length=1,
        max_length=200,
        help_text="Names of the bots in the order of their seed ranks, possibly repeated.",
    )
    deals = StrictIntegerField(
        default=1,
        min_value=1,
        max_value=10_000,
        help_text="Deals per match; each is played in every seat order of the rotation with the same seed.",
    )
    options = StrictObjectField(
        default=dict, help_text="Options of every game; those left out have their defaults."
    )
    components = StrictCharField(
        required=False, max_length=100, help_text="Component set; default: the ruleset's first."
    )
    rotation = serializers.ChoiceField(
        choices=TournamentRotation.choices,
        default=Rotation.CYCLIC.value,
        help_text="The seat orders in which each deal is played.",
        error_messages={"invalid_choice": "one of " + ", ".join(TournamentRotation.values)},
    )
    format = serializers.ChoiceField(
        choices=StageFormat.choices,
        default=Format.ROUND_ROBIN.value,
        help_text="How games are planned; `open_play`: no games are planned, all are submitted.",
        error_messages={"invalid_choice": "one of " + ", ".join(StageFormat.values)},
    )
    submitted_games = serializers.ChoiceField(
        choices=SubmittedGames.choices,
        default=SubmittedGames.REFUSED.value,
        help_text=_POLICY,
        error_messages={"invalid_choice": "one of " + ", ".join(SubmittedGames.values)},
    )


class TournamentChangeSerializer(StrictSerializer):
    """The changeable fields of a tournament."""

    submitted_games = serializers.ChoiceField(
        choices=SubmittedGames.choices,
        help_text=_POLICY,
        error_messages={
            "required": "a value",
            "invalid_choice": "one of " + ", ".join(SubmittedGames.values),
        },
    )


class EnteredGameChangeSerializer(StrictSerializer):
    """The changeable fields of a submitted game in a tournament."""

    withdrawn = StrictBooleanField(help_text="Whether the organiser has removed it from the standings.")


class EntrantSerializer(serializers.ModelSerializer[Entrant]):
    """A bot registered in a tournament."""

    bot = serializers.CharField(source="bot.name", read_only=True, help_text="Name of the bot.")

    class Meta:
        model = Entrant
        fields = ["seed_rank", "name", "bot"]
        read_only_fields = fields


class GamesCountSerializer(serializers.Serializer[Any]):
    """Numbers of games."""

    planned = serializers.IntegerField(source="games_planned", read_only=True)
    finished = serializers.IntegerField(source="games_finished", read_only=True)
    submitted = serializers.IntegerField(
        source="games_submitted",
        read_only=True,
        help_text="Submitted games that count, in addition to the planned ones.",
    )


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """A tournament between bots with one ruleset."""

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
    shared_wins = serializers.IntegerField(help_text="Games in which it shared the first place.")
    points = serializers.FloatField(
        help_text="Per game 1 for each opponent placed below and 1/2 for each placed equal."
    )
    share = serializers.FloatField(allow_null=True, help_text="Points per opponent met, 0 to 1.")
    mean_place = serializers.FloatField(allow_null=True)
    mean_score = serializers.FloatField(allow_null=True)
    forfeits = serializers.IntegerField()
    submitted = serializers.IntegerField(help_text="How many of the games were submitted.")


class StandingsSerializer(serializers.Serializer[Any]):
    """The standings over the games that count so far: finished planned games, and submitted games."""

    tournament = serializers.IntegerField()
    status = serializers.ChoiceField(choices=TournamentStatus.choices)
    rows = StandingsRowSerializer(many=True)


class CrosstableCellSerializer(serializers.Serializer[Any]):
    """The row's entrant against the column's, over the games that both played."""

    games = serializers.IntegerField()
    above = serializers.IntegerField(
        help_text="Games in which the row's entrant was placed above the column's."
    )
    equal = serializers.IntegerField()
    below = serializers.IntegerField()
    points = serializers.FloatField()
    share = serializers.FloatField(allow_null=True)
    submitted = serializers.IntegerField(help_text="How many of the games were submitted.")


class CrosstableRowSerializer(serializers.Serializer[Any]):
    """One entrant's row: a cell per column, null against itself."""

    rank = serializers.IntegerField()
    entrant = EntrantSerializer()
    cells = serializers.ListField(child=CrosstableCellSerializer(allow_null=True))
    points = serializers.FloatField()


class CrosstableSerializer(serializers.Serializer[Any]):
    """Rows and columns in the order of the standings."""

    tournament = serializers.IntegerField()
    status = serializers.ChoiceField(choices=TournamentStatus.choices)
    entrants = EntrantSerializer(many=True)
    rows = CrosstableRowSerializer(many=True)


class PlayingSerializer(serializers.Serializer[Any]):
    """A game that a worker is playing now."""

    game = serializers.IntegerField(source="game_id")
    players = serializers.ListField(child=serializers.CharField())
    step = serializers.IntegerField(help_text="Number of its last event.")
    since = serializers.DateTimeField(source="leased_at")


class BlockerSerializer(serializers.Serializer[Any]):
    """A reason why the tournament makes no progress."""

    code = serializers.ChoiceField(choices=[(code.value, code.name) for code in BlockerCode])
    game = serializers.IntegerField(source="game_id", allow_null=True)
    since = serializers.DateTimeField(allow_null=True)
    until = serializers.DateTimeField(allow_null=True)
    detail = serializers.SerializerMethodField(
        help_text="Empty unless you can start and cancel the tournament: it may contain details of the servers."
    )

    def get_detail(self, blocker: Blocker) -> str:
        """Return a sentence, for the organiser and staff."""
        return str(blocker) if self.context["shows_details"] else ""


class ProgressSerializer(serializers.Serializer[Any]):
    """The progress of a tournament. The context has ``tournament`` (its id) and ``shows_details``."""

    tournament = serializers.SerializerMethodField()
    status = serializers.ChoiceField(choices=TournamentStatus.choices)
    planned = serializers.IntegerField(help_text="All planned games: the sum of the five counts below.")
    waiting = serializers.IntegerField()
    playing = serializers.IntegerField()
    finished = serializers.IntegerField()
    voided = serializers.IntegerField()
    stuck = serializers.IntegerField()
    submitted = serializers.IntegerField(
        help_text="Submitted games that count, in addition to the planned ones."
    )
    not_counted = serializers.IntegerField(help_text="Submitted games that are entered but do not count.")
    share = serializers.FloatField(
        allow_null=True,
        help_text="Share of the planned games that are over, 0 to 1; null: none is planned.",
    )
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    games_per_second = serializers.FloatField(allow_null=True)
    seconds_left = serializers.FloatField(allow_null=True)
    games = PlayingSerializer(many=True)
    blockers = BlockerSerializer(many=True)

    def get_tournament(self, progress: Progress) -> int:
        """Return the id of the tournament."""
        return int(self.context["tournament"])
