"""
Play jobs: what a worker leases, one row per game that workers play or help to play, and the attempts that failed.

Locks are taken in one order everywhere: the rows of games by id, then the rows of jobs by the id of their game. So the
store, which locks the games it appends to, ends the jobs of those that are over in the same transaction.
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

__all__ = ["AttemptOutcome", "FailedAttempt", "JobKind", "JobStatus", "PlayJob"]


class JobKind(models.TextChoices):
    """What a worker does with the game."""

    PLANNED = "planned", "planned game"
    FORK = "fork", "fork"
    LIVE_TURN = "live_turn", "built-in bot's turn"


class JobStatus(models.TextChoices):
    """
    Waiting <-> leased -> finished; a job that waits or is leased may get stuck or be voided with its game.

    A live turn is idle while no decision of a built-in bot is due.
    """

    WAITING = "waiting", "waiting"
    LEASED = "leased", "being played"
    FINISHED = "finished", "finished"
    VOIDED = "voided", "voided"
    STUCK = "stuck", "stuck"
    IDLE = "idle", "idle"


class AttemptOutcome(models.TextChoices):
    """How an attempt failed. None of it costs a bot anything."""

    EXPIRED = "expired", "lease expired"
    FAILED = "failed", "failed"


class PlayJob(models.Model):
    """
    A game to be played by workers, and the lease of the worker that plays it.

    ``token`` is set while the job is leased: only a report with that token may write the game.
    """

    game = models.OneToOneField("games.Game", models.PROTECT, primary_key=True, related_name="play_job")
    kind = models.CharField(max_length=16, choices=JobKind)
    group_key = models.BigIntegerField(
        default=0, db_default=0, help_text="Jobs are claimed by kind and group: a tournament's id, or 0."
    )
    status = models.CharField(max_length=16, choices=JobStatus, default=JobStatus.WAITING)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    offered_at = models.DateTimeField(
        null=True, blank=True, help_text="When workers were last notified that a live turn waits."
    )

    # the lease, and the last one after its end
    token = models.UUIDField(null=True, editable=False)
    worker = models.CharField(max_length=200, blank=True, default="", db_default="")
    leased_at = models.DateTimeField(null=True, blank=True)
    heartbeat_at = models.DateTimeField(
        null=True, blank=True, help_text="Last claim, renewal, report or end."
    )
    expires_at = models.DateTimeField(null=True, blank=True, help_text="When the lease expires.")

    # failures
    failures = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="Consecutive infrastructure failures without progress."
    )
    retry_at = models.DateTimeField(
        null=True, blank=True, help_text="When it may be retried after a failure; empty: at once."
    )
    reason = models.CharField(
        max_length=500, blank=True, default="", db_default="", help_text="Why the last attempt failed."
    )

    class Meta:
        verbose_name = "play job"
        indexes: ClassVar = [
            # Claims of one group in the order of play, and the numbers of its jobs by status, from the index alone.
            models.Index(fields=["kind", "group_key", "status", "game"], name="play_job_by_status"),
            models.Index(fields=["expires_at"], condition=Q(status=JobStatus.LEASED), name="play_job_leased"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(status__in=JobStatus.values, kind__in=JobKind.values), name="play_job_is_known"
            ),
            models.CheckConstraint(
                condition=Q(status=JobStatus.LEASED, token__isnull=False, expires_at__isnull=False)
                | (~Q(status=JobStatus.LEASED) & Q(token=None, expires_at=None)),
                name="play_job_is_leased_by_a_token",
            ),
        ]

    def __str__(self) -> str:
        return f"job of game {self.game_id}"


class FailedAttempt(models.Model):
    """A lease that ended without a result: the history of a job's failures."""

    job = models.ForeignKey(PlayJob, models.CASCADE, related_name="failed_attempts")
    worker = models.CharField(max_length=200)
    leased_at = models.DateTimeField()
    ended_at = models.DateTimeField(db_default=Now())
    outcome = models.CharField(max_length=16, choices=AttemptOutcome)
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"attempt of {self.worker}"
