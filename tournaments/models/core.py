"""
Models of a tournament: stage > round > match > planned game, and entrants.

A planned game is a row with a unique slot (match, deal, seat order). Its game is created when the tournament starts,
with the play job that workers lease; results are in ``games``.
"""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from games.models import JobStatus
from tournaments.domain import Format, Rotation
from tournaments.models.entries import SubmittedGames

__all__ = [
    "Entrant",
    "Match",
    "MatchEntrant",
    "PlannedGame",
    "PlannedStatus",
    "Round",
    "Stage",
    "StageFormat",
    "Tournament",
    "TournamentRotation",
    "TournamentStatus",
    "Worker",
]


class TournamentStatus(models.TextChoices):
    """Draft -> running -> finished; a draft or running tournament can be cancelled."""

    DRAFT = "draft", "not started"
    RUNNING = "running", "running"
    FINISHED = "finished", "finished"
    CANCELLED = "cancelled", "cancelled"


class PlannedStatus(models.TextChoices):
    """The statuses of ``games.models.JobStatus`` that a planned game can have."""

    WAITING = JobStatus.WAITING.value, JobStatus.WAITING.label
    LEASED = JobStatus.LEASED.value, JobStatus.LEASED.label
    FINISHED = JobStatus.FINISHED.value, JobStatus.FINISHED.label
    VOIDED = JobStatus.VOIDED.value, JobStatus.VOIDED.label
    STUCK = JobStatus.STUCK.value, JobStatus.STUCK.label


class StageFormat(models.TextChoices):
    """The formats of ``tournaments.domain.formats`` with labels."""

    ROUND_ROBIN = Format.ROUND_ROBIN.value, "round robin"
    OPEN_PLAY = Format.OPEN_PLAY.value, "open play"


class TournamentRotation(models.TextChoices):
    """The rotations of ``tournaments.domain.seating`` with labels."""

    CYCLIC = Rotation.CYCLIC.value, "every seat once"
    ALL = Rotation.ALL.value, "every seat order"


class Tournament(models.Model):
    """A contest between entrants under one ruleset."""

    name = models.CharField(max_length=200)
    ruleset = models.CharField(max_length=100)
    components = models.CharField(max_length=100)
    options = models.JSONField(help_text="options of every game, every default written out")
    seats = models.PositiveSmallIntegerField(help_text="seats at a table")
    deals = models.PositiveIntegerField(
        help_text="deals per match; each is played in every seat order of the rotation"
    )
    rotation = models.CharField(
        max_length=20, choices=TournamentRotation.choices, default=TournamentRotation.CYCLIC
    )
    submitted_games = models.CharField(
        max_length=20,
        choices=SubmittedGames.choices,
        default=SubmittedGames.REFUSED,
        help_text="which submitted games count",
    )
    status = models.CharField(
        max_length=20, choices=TournamentStatus.choices, default=TournamentStatus.DRAFT, db_index=True
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="tournaments"
    )
    created_at = models.DateTimeField(db_default=Now())
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    publication = models.PositiveIntegerField(
        default=0, help_text="number of the last offer of work to the workers; tasks of older ones do nothing"
    )
    published_at = models.DateTimeField(null=True, blank=True)
    publish_fault = models.CharField(
        max_length=500, blank=True, help_text="why the last offer did not arrive"
    )

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=TournamentStatus.values), name="tournament_status_is_known"
            ),
            models.CheckConstraint(
                condition=Q(submitted_games__in=SubmittedGames.values), name="tournament_policy_is_known"
            ),
            models.CheckConstraint(condition=Q(deals__gte=1, seats__gte=2), name="tournament_can_be_played"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_over(self) -> bool:
        """Whether the tournament is finished or cancelled."""
        return self.status in (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)

    @property
    def unstarted_status(self) -> PlannedStatus:
        """The status of planned games without a game: those of a draft, or of a cancelled draft."""
        return PlannedStatus.VOIDED if self.is_over else PlannedStatus.WAITING


class Entrant(models.Model):
    """A bot registered in a tournament. The same bot can be entered more than once, under different names."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    seed_rank = models.PositiveSmallIntegerField(help_text="from 0, in the order of registration")
    bot = models.ForeignKey("games.Bot", on_delete=models.PROTECT, related_name="entries")
    name = models.CharField(max_length=200)

    class Meta:
        ordering = ["tournament", "seed_rank"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "seed_rank"], name="entrant_seed_rank_is_unique"),
            models.UniqueConstraint(fields=["tournament", "name"], name="entrant_name_is_unique"),
        ]

    def __str__(self) -> str:
        return self.name


class Stage(models.Model):
    """A part of a tournament with one format."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(help_text="from 1")
    format = models.CharField(max_length=30, choices=StageFormat.choices)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_is_unique")
        ]

    def __str__(self) -> str:
        return f"stage {self.number}: {self.get_format_display()}"


class Round(models.Model):
    """Matches that can be played at the same time."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField(help_text="from 1")

    class Meta:
        ordering = ["stage", "number"]
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="round_number_is_unique")]

    def __str__(self) -> str:
        return f"round {self.number}"


class Match(models.Model):
    """A contest between the entrants at one table, over one or more deals."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveIntegerField(help_text="from 1")

    class Meta:
        ordering = ["round", "number"]
        verbose_name_plural = "matches"
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="match_number_is_unique")]

    def __str__(self) -> str:
        return f"match {self.number}"


class MatchEntrant(models.Model):
    """An entrant's position at the table of a match; seat orders are rotations of these positions."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="table")
    position = models.PositiveSmallIntegerField(help_text="from 0")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="matches")

    class Meta:
        ordering = ["match", "position"]
        constraints = [
            models.UniqueConstraint(fields=["match", "position"], name="match_position_is_unique"),
            models.UniqueConstraint(fields=["match", "entrant"], name="match_entrant_is_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id} at {self.position}"


class PlannedGame(models.Model):
    """A game to be played: its slot in the match, its seats, and the game once it exists."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="planned_games")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="planned_games")
    deal = models.PositiveIntegerField(help_text="from 1; the games of one deal share their seed")
    order = models.PositiveSmallIntegerField(help_text="from 1: which seat order of the deal")
    seating = ArrayField(
        models.PositiveSmallIntegerField(), help_text="seed rank of the entrant in each seat"
    )
    game = models.OneToOneField(
        "games.Game", null=True, blank=True, on_delete=models.PROTECT, related_name="planned_game"
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["match", "deal", "order"], name="planned_game_slot_is_unique"),
        ]

    def __str__(self) -> str:
        return f"deal {self.deal}, seat order {self.order}"

    @property
    def status(self) -> PlannedStatus:
        """The status of its play job; without a job, the status that follows from the tournament's."""
        return (
            self.tournament.unstarted_status
            if self.game is None
            else PlannedStatus(self.game.play_job.status)
        )

    def get_status_display(self) -> str:
        """Return the label of the status."""
        return str(self.status.label)


class Worker(models.Model):
    """A process that plays games, and the time of its last heartbeat."""

    name = models.CharField(max_length=200, unique=True)
    heard_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
