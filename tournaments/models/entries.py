"""
Entered games: submitted games in tournaments, and the policy that decides which of them count.

Whether a game counts is computed on each read from the current policy and verdict; it is not stored.
"""

from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from games.models import GameStatus, GameVerdict

__all__ = ["COUNTED_VERDICTS", "EnteredGame", "NotCounted", "SubmittedGames"]


class SubmittedGames(models.TextChoices):
    """Policy: which submitted games a tournament counts. Its organiser can change it."""

    REFUSED = "refused", "none"
    EXACT = "exact", "those whose chance is proven by their seed"
    LEGAL = "legal", "all that keep the rules"

    @property
    def verdicts(self) -> frozenset[GameVerdict]:
        """The verdicts of the games that count."""
        return COUNTED_VERDICTS[self]


#: The verdicts that each policy counts; every other form of the rule is derived from this.
COUNTED_VERDICTS: Final[Mapping[SubmittedGames, frozenset[GameVerdict]]] = {
    SubmittedGames.REFUSED: frozenset(),
    SubmittedGames.EXACT: frozenset({GameVerdict.EXACT}),
    SubmittedGames.LEGAL: frozenset({GameVerdict.EXACT, GameVerdict.CHANCE_UNPROVEN}),
}


class NotCounted(models.TextChoices):
    """Why an entered game does not count."""

    WITHDRAWN = "withdrawn", "withdrawn by the organiser"
    VOIDED = "voided", "the game was voided"
    REFUSED = "refused", "submitted games do not count here"
    UNPROVEN = "unproven", "its chance is not proven"
    DIVERGED = "diverged", "its log is not right"


class EnteredGame(models.Model):
    """A submitted game entered in a tournament, with its seats. It stays entered, whether it counts or not."""

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="entered_games"
    )
    game = models.OneToOneField("games.Game", on_delete=models.PROTECT, related_name="entered_game")
    seating = ArrayField(
        models.PositiveSmallIntegerField(), help_text="seed rank of the entrant in each seat"
    )
    entered_at = models.DateTimeField(db_default=Now(), editable=False)
    withdrawn_at = models.DateTimeField(
        null=True, blank=True, help_text="when the organiser took it out of the standings; empty: it is in"
    )
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="withdrawn_entries",
    )

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=False) | Q(withdrawn_by=None),
                name="entered_game_is_withdrawn_by_somebody_at_some_time",
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.game_id}"

    @property
    def not_counted(self) -> NotCounted | None:
        """Why it does not count; None if it does. Read it with ``select_related`` of game and tournament."""
        policy, verdict = SubmittedGames(self.tournament.submitted_games), GameVerdict(self.game.verdict)
        if self.withdrawn_at is not None:
            return NotCounted.WITHDRAWN
        if self.game.status != GameStatus.FINISHED:
            return NotCounted.VOIDED
        if policy is SubmittedGames.REFUSED:
            return NotCounted.REFUSED
        if verdict in policy.verdicts:
            return None
        return NotCounted.UNPROVEN if verdict is GameVerdict.CHANCE_UNPROVEN else NotCounted.DIVERGED

    @property
    def counts(self) -> bool:
        """Whether it counts in the tournament's standings."""
        return self.not_counted is None
