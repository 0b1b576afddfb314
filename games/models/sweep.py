"""The table of sweeps: runs of ``verify_games`` over all games, which may be broken off and gone on with."""

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now

__all__ = ["VerificationSweep"]


class VerificationSweep(models.Model):
    """One verification of all games. A game is done when it was verified after the sweep began."""

    started_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "sweep"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="sweep_ends_after_it_began",
                condition=models.Q(finished_at__isnull=True)
                | models.Q(finished_at__gte=models.F("started_at")),
            ),
        ]

    def __str__(self) -> str:
        return f"sweep {self.pk}"
