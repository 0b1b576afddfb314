"""
The tables of games: bots, seeds, games, their seats, and the events, which are only ever added.

``store.py`` alone writes events; triggers (migration 0002) refuse to change or delete one.
"""

from typing import Any, ClassVar

import orjson
from django.conf import settings
from django.contrib.postgres.indexes import HashIndex
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Now
from django.urls import reverse

from engine.core import outcome, replay
from games.secret import SecretField

__all__ = [
    "OVER",
    "Bot",
    "Event",
    "ForfeitReason",
    "Game",
    "GameOrigin",
    "GameSeed",
    "GameStatus",
    "GameVerdict",
    "Seat",
    "Termination",
    "Transport",
]


class Transport(models.TextChoices):
    """How a bot is asked for its decisions."""

    BUILTIN = "builtin", "built in"
    PROCESS = "process", "child process"
    HTTP = "http", "HTTP"
    REMOTE = "remote", "remote client"


class GameStatus(models.TextChoices):
    """How far a game has come; ``may_become`` is the table of transitions."""

    SCHEDULED = "scheduled", "scheduled"
    RUNNING = "running", "running"
    FINISHED = "finished", "finished"
    VOIDED = "voided", "voided"

    @property
    def is_over(self) -> bool:
        """Whether no seat will act any more."""
        return self in OVER

    def may_become(self, other: "GameStatus") -> bool:
        """Whether appending events may take a game from this status to that one."""
        return other in _TRANSITIONS[self]


#: The statuses of a game that is over.
OVER = (GameStatus.FINISHED, GameStatus.VOIDED)

_TRANSITIONS: dict[GameStatus, frozenset[GameStatus]] = {
    # A whole game appended at once passes RUNNING by.
    GameStatus.SCHEDULED: frozenset({GameStatus.RUNNING, GameStatus.FINISHED, GameStatus.VOIDED}),
    GameStatus.RUNNING: frozenset({GameStatus.RUNNING, GameStatus.FINISHED, GameStatus.VOIDED}),
    GameStatus.FINISHED: frozenset({GameStatus.VOIDED}),
    GameStatus.VOIDED: frozenset(),
}


class GameOrigin(models.TextChoices):
    """Where a game comes from."""

    TOURNAMENT = "tournament", "tournament"
    LIVE = "live", "live"
    SUBMITTED = "submitted", "submitted"
    FORK = "fork", "fork"
    IMPORTED = "imported", "imported"


class GameVerdict(models.TextChoices):
    """What the last verification of a game found; the engine's verdicts and "not looked at since it changed"."""

    UNVERIFIED = "unverified", "not verified"
    EXACT = replay.VerdictStatus.EXACT.value, "exact"
    CHANCE_UNPROVEN = replay.VerdictStatus.CHANCE_UNPROVEN.value, "exact, chance unproven"
    DIVERGED = replay.VerdictStatus.DIVERGED.value, "diverged"


class Termination(models.TextChoices):
    """Why a finished game ended."""

    COMPLETED = outcome.Termination.COMPLETED.value, "completed"
    ABANDONED = outcome.Termination.ABANDONED.value, "abandoned"


class ForfeitReason(models.TextChoices):
    """Why a seat was forfeited."""

    TIMEOUT = outcome.ForfeitReason.TIMEOUT.value, "ran out of time"
    CRASH = outcome.ForfeitReason.CRASH.value, "crashed"
    ILLEGAL = outcome.ForfeitReason.ILLEGAL.value, "illegal action"
    RESIGNED = outcome.ForfeitReason.RESIGNED.value, "resigned"


class Bot(models.Model):
    """A program that plays, under a name of its own."""

    name = models.CharField(
        max_length=64,
        unique=True,
        validators=[
            RegexValidator(r"^[a-z0-9]+([_-][a-z0-9]+)*\Z", "Lower-case letters, digits, - and _ only.")
        ],
        help_text="Lower-case letters, digits, hyphens and underscores; stands in records and addresses.",
    )
    title = models.CharField(max_length=120, help_text="Name for people.")
    description = models.TextField(blank=True)
    transport = models.CharField(max_length=16, choices=Transport, default=Transport.BUILTIN)
    rulesets = models.JSONField(
        default=list, blank=True, help_text="List of the keys of the rulesets it plays; empty means all."
    )
    parameters = models.JSONField(default=dict, blank=True, help_text="What its transport needs to know.")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="bots"
    )
    active = models.BooleanField(default=True, help_text="Whether it may be entered in new tournaments.")
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        ordering: ClassVar = ["name"]

    def __str__(self) -> str:
        return self.title or self.name

    def get_absolute_url(self) -> str:
        """Return the address of the bot's page."""
        return reverse("bot", args=[self.name])

    def plays(self, ruleset: str) -> bool:
        """Whether the bot plays the ruleset of that key."""
        return not self.rulesets or ruleset in self.rulesets


class _SeedManager(models.Manager["GameSeed"]):
    """Seeds without their secret, which ``games.event_store.seeds`` reads."""

    def get_queryset(self) -> models.QuerySet["GameSeed"]:
        return super().get_queryset().defer("secret")


class GameSeed(models.Model):
    """The seed one or more games are dealt from: secret until all of them are over (``games.event_store.seeds``)."""

    commitment = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the seed, in hex.")
    secret = SecretField(max_length=32, editable=False)
    revealed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    objects = _SeedManager()

    class Meta:
        verbose_name = "seed"
        base_manager_name = "objects"

    def __str__(self) -> str:
        return self.commitment


class Game(models.Model):
    """
    One play of a ruleset: the header of its log, how far it has come, and what it ended with.

    All but the header is derived from the events and written in the transaction that appends them.
    """

    # the header
    ruleset = models.CharField(max_length=64)
    components = models.CharField(max_length=64)
    seats = models.PositiveSmallIntegerField(help_text="Number of seats; their rows are ``seating``.")
    options = models.TextField(help_text="Canonical JSON, every default written out.")
    commitment = models.CharField(max_length=64, blank=True, default="", help_text="Empty: no commitment.")
    header_hash = models.BinaryField(max_length=32, help_text="h0, where the chain starts.")

    seed = models.ForeignKey(GameSeed, models.PROTECT, null=True, blank=True, related_name="games")
    origin = models.CharField(max_length=16, choices=GameOrigin)
    parent = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="forks", db_index=False
    )
    parent_step = models.PositiveIntegerField(
        null=True, blank=True, help_text="The step after which a fork leaves its parent's log."
    )
    lineage = models.TextField(
        blank=True,
        default="",
        db_default="",
        help_text="Of a fork: whose log it goes on from, and its forks, as canonical JSON (``games.headers``).",
    )
    earlier_seeds = models.ManyToManyField(
        GameSeed,
        related_name="forks",
        blank=True,
        editable=False,
        help_text="Of a fork: the seeds that dealt what it took over, so far as they are known here.",
    )
    seed_was_shown = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Whether everyone could know the seed before the game was dealt from it.",
    )
    record_head = models.BinaryField(
        max_length=32,
        null=True,
        unique=True,
        help_text="Head of the record the game came in by; the same record again is the same game.",
    )
    submitted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="submitted_games",
        help_text="Whose token brought the record, if somebody's did.",
    )

    # how far it has come
    status = models.CharField(max_length=16, choices=GameStatus, default=GameStatus.SCHEDULED)
    head_seq = models.PositiveIntegerField(default=0, help_text="Number of the last event.")
    head_hash = models.BinaryField(max_length=32, help_text="Hash of the chain at the last event.")
    termination = models.CharField(max_length=16, choices=Termination, blank=True, default="")
    created_at = models.DateTimeField(db_default=Now())
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True, help_text="When it was over.")

    # what its last verification found
    verdict = models.CharField(max_length=16, choices=GameVerdict, default=GameVerdict.UNVERIFIED)
    verdict_step = models.PositiveIntegerField(null=True, blank=True)
    verdict_code = models.CharField(max_length=64, blank=True, default="")
    verified_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["status", "-finished_at"], name="game_status_finished"),
            models.Index(fields=["ruleset", "-id"], name="game_ruleset_id"),
            models.Index(
                fields=["head_hash"],
                name="game_head_of_over",
                condition=models.Q(status__in=["finished", "voided"]),
            ),
            models.Index(
                fields=["id"],
                name="game_to_verify",
                condition=models.Q(status__in=["finished", "voided"], verdict="unverified"),
            ),
            models.Index(fields=["id"], name="game_diverged", condition=models.Q(verdict="diverged")),
            models.Index(
                fields=["parent", "-id"], name="game_forks", condition=models.Q(parent__isnull=False)
            ),
            HashIndex(fields=["header_hash"], name="game_header"),
            models.Index(
                fields=["header_hash"],
                name="game_fork_without_parent",
                condition=models.Q(parent__isnull=True, parent_step__isnull=False),
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                name="game_over_has_an_end",
                condition=models.Q(status__in=["finished", "voided"], finished_at__isnull=False)
                | models.Q(status__in=["scheduled", "running"], finished_at__isnull=True),
            ),
            models.CheckConstraint(
                name="game_fork_names_its_step",
                condition=models.Q(parent__isnull=True, parent_step__isnull=True, lineage="")
                | (models.Q(parent_step__isnull=False) & ~models.Q(lineage="")),
            ),
            models.CheckConstraint(
                name="game_seed_is_committed_to",
                condition=models.Q(seed__isnull=True) | ~models.Q(commitment=""),
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.pk}"

    def get_absolute_url(self) -> str:
        """Return the address of the game's viewer."""
        return reverse("game", args=[self.pk])

    @property
    def is_over(self) -> bool:
        """Whether no seat will act any more."""
        return GameStatus(self.status).is_over

    @property
    def is_fork(self) -> bool:
        """Whether its log goes on from a step of another game."""
        return self.parent_step is not None

    @property
    def options_data(self) -> dict[str, Any]:
        """The options as data."""
        data: dict[str, Any] = orjson.loads(self.options)
        return data


class Seat(models.Model):
    """One seat of a game: who plays it, and its result once the game is finished."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seating", db_index=False)
    number = models.PositiveSmallIntegerField()
    bot = models.ForeignKey(Bot, models.PROTECT, null=True, blank=True, related_name="seats", db_index=False)
    player = models.CharField(max_length=200, help_text="The name in the record's header.")

    score = models.IntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    parts = models.JSONField(null=True, blank=True, help_text="Points by part.")
    ties = models.JSONField(null=True, blank=True, help_text="Tie-break values in order.")
    forfeit = models.CharField(max_length=16, choices=ForfeitReason, blank=True, default="")

    class Meta:
        ordering: ClassVar = ["game", "number"]
        indexes: ClassVar = [models.Index(fields=["bot", "-game"], name="seat_bot_game")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="seat_number_once"),
            models.CheckConstraint(
                name="seat_result_is_whole",
                condition=models.Q(
                    score__isnull=True, place__isnull=True, parts__isnull=True, ties__isnull=True
                )
                | models.Q(score__isnull=False, place__isnull=False, parts__isnull=False, ties__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of game {self.game_id}: {self.player}"


class Event(models.Model):
    """
    One step of a game, as it was logged. Rows are added by ``store`` and never changed.

    The chain covers game, seq, actor, kind and payload; the digest is compared with the replayed state.
    ``thinking_ms`` and ``recorded_at`` are notes next to the log: no replay can prove a clock.
    """

    pk = models.CompositePrimaryKey("game_id", "seq")
    # No constraint: its trigger would look the game up for every row, and the store holds the game's lock.
    game = models.ForeignKey(Game, models.PROTECT, related_name="events", db_constraint=False, db_index=False)
    recorded_at = models.DateTimeField(db_default=Now())
    seq = models.IntegerField()
    thinking_ms = models.IntegerField(null=True)
    actor = models.SmallIntegerField(help_text="A seat, -1 for chance, -2 for the system.")
    kind = models.TextField()
    payload = models.TextField(help_text="The data as canonical JSON: the very text that is hashed.")
    chain = models.BinaryField(help_text="h(seq), 32 bytes.")
    digest = models.BinaryField(null=True, help_text="Digest of the state where the event ends a turn.")

    def __str__(self) -> str:
        return f"event {self.seq} of game {self.game_id}: {self.kind}"
