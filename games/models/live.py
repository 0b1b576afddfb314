"""What a live game has beyond its row in the table of games: who opened it, its clock, and whose step is due."""

from typing import ClassVar

from django.conf import settings
from django.db import models

__all__ = ["LiveGame"]


class LiveGame(models.Model):
    """
    The table's side of a game played over REST. It is open until every seat is taken, then it is played.

    Everything here is written under the lock of the game's own row. Times are the database's.
    """

    game = models.OneToOneField(
        "games.Game", models.CASCADE, primary_key=True, related_name="live", help_text="Its log and seats."
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="live_games"
    )
    expires_at = models.DateTimeField(
        null=True, blank=True, help_text="When an open game that nobody joins is given up; empty: it is full."
    )

    # the clock, in milliseconds
    move_ms = models.BigIntegerField(help_text="Time for each decision that costs nothing.")
    bank_ms = models.BigIntegerField(help_text="Time of each seat for all that its decisions take longer.")
    increment_ms = models.BigIntegerField(help_text="What each decision adds to the seat's bank.")
    banks = models.JSONField(default=list, help_text="What is left of each seat's bank, in milliseconds.")

    # what is due of a remote bot; a built-in bot's decision is due in the game's play job
    due_seat = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The seat whose remote bot must act; empty: none."
    )
    due_bot = models.ForeignKey(
        "games.Bot", models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    due_since = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True, help_text="When that seat's time has run out.")

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["due_bot"], name="live_due_bot", condition=models.Q(due_bot__isnull=False)),
            models.Index(
                fields=["deadline"], name="live_deadline", condition=models.Q(deadline__isnull=False)
            ),
            models.Index(
                fields=["expires_at"], name="live_expiry", condition=models.Q(expires_at__isnull=False)
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                name="live_due_is_whole",
                condition=models.Q(
                    due_seat__isnull=True, due_bot__isnull=True, due_since__isnull=True, deadline__isnull=True
                )
                | models.Q(
                    due_seat__isnull=False,
                    due_bot__isnull=False,
                    due_since__isnull=False,
                    deadline__isnull=False,
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"live game {self.pk}"
