"""Verification sweeps: verify all games, resumable after an interruption."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Now

from games.models import Game, GameStatus, GameVerdict, VerificationSweep

__all__ = ["Divergence", "sweep_begin", "sweep_counts", "sweep_divergences", "sweep_end", "sweep_pending"]

#: Ids per query.
_PAGE = 2000


class Divergence(NamedTuple):
    """A game that diverges, with the first step at fault and the code."""

    game_id: int
    step: int | None
    code: str


def sweep_begin(*, restart: bool = False) -> VerificationSweep:
    """
    Return the unfinished sweep to resume, or begin a new one if there is none.

    Args:
        restart: discard an unfinished sweep and begin a new one.
    """
    unfinished = VerificationSweep.objects.filter(finished_at__isnull=True)
    if restart:
        unfinished.delete()
    sweep = unfinished.order_by("-pk").first() or VerificationSweep.objects.create()
    sweep.refresh_from_db()  # ``started_at`` is set by the database
    return sweep


def sweep_end(*, sweep: VerificationSweep) -> None:
    """Mark a sweep as finished, and any that began before it."""
    due = VerificationSweep.objects.filter(finished_at__isnull=True, started_at__lte=sweep.started_at)
    due.update(finished_at=Now())


def sweep_pending(sweep: VerificationSweep) -> Iterator[int]:
    """Yield the ids of the games that the sweep has still to verify, ascending."""
    last = 0
    while page := list(
        _pending_games(sweep).filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:_PAGE]
    ):
        yield from page
        last = page[-1]


def sweep_counts(sweep: VerificationSweep) -> Counter[str]:
    """Return the number of games per verdict; games that the sweep has still to verify count as *unverified*."""
    verdicts = _verified_games(sweep).values_list("verdict").annotate(Count("pk")).order_by()
    counts = Counter(dict(verdicts))
    pending = _pending_games(sweep).count()
    if pending:
        counts[GameVerdict.UNVERIFIED] = pending
    return counts


def sweep_divergences(sweep: VerificationSweep) -> Iterator[Divergence]:
    """Yield the games that the sweep has found to diverge."""
    diverged = _verified_games(sweep).filter(verdict=GameVerdict.DIVERGED).order_by("pk")
    yield from map(Divergence._make, diverged.values_list("pk", "verdict_step", "verdict_code").iterator())


def _played_games() -> QuerySet[Game]:
    return Game.objects.exclude(status=GameStatus.SCHEDULED)


def _verified_games(sweep: VerificationSweep) -> QuerySet[Game]:
    return _played_games().filter(verified_at__gte=sweep.started_at)


def _pending_games(sweep: VerificationSweep) -> QuerySet[Game]:
    return _played_games().filter(Q(verified_at__isnull=True) | Q(verified_at__lt=sweep.started_at))
