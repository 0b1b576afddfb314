"""Sweeps: all games verified, however often the work is broken off in between."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Now

from games.models import Game, GameStatus, GameVerdict, VerificationSweep

__all__ = ["Divergence", "sweep_begin", "sweep_counts", "sweep_divergences", "sweep_end", "sweep_pending"]

#: Ids fetched at a time.
_PAGE = 2000


class Divergence(NamedTuple):
    """A game that is not what it should be, and the first step at fault."""

    game_id: int
    step: int | None
    code: str


def sweep_begin(*, anew: bool = False) -> VerificationSweep:
    """
    Return the sweep that was broken off, if one was, or begin one.

    Args:
        anew: begin one even so; what was broken off counts for nothing.
    """
    unfinished = VerificationSweep.objects.filter(finished_at__isnull=True)
    if anew:
        unfinished.delete()
    sweep = unfinished.order_by("-pk").first() or VerificationSweep.objects.create()
    sweep.refresh_from_db()  # the database tells the time at which it begins
    return sweep


def sweep_end(*, sweep: VerificationSweep) -> None:
    """Note that all games have been looked at: so far as this sweep goes, and any that began before it."""
    due = VerificationSweep.objects.filter(finished_at__isnull=True, started_at__lte=sweep.started_at)
    due.update(finished_at=Now())


def sweep_pending(sweep: VerificationSweep) -> Iterator[int]:
    """Yield the ids of the games that are still to be verified, ascending."""
    last = 0
    while page := list(
        _waiting(sweep).filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:_PAGE]
    ):
        yield from page
        last = page[-1]


def sweep_counts(sweep: VerificationSweep) -> Counter[str]:
    """Return how many games have which verdict, of those the sweep has looked at; the others are *unverified*."""
    verdicts = _seen(sweep).values_list("verdict").annotate(Count("pk")).order_by()
    counts = Counter(dict(verdicts))
    left = _waiting(sweep).count()
    if left:
        counts[GameVerdict.UNVERIFIED] = left
    return counts


def sweep_divergences(sweep: VerificationSweep) -> Iterator[Divergence]:
    """Yield the games that diverge, of those the sweep has looked at."""
    diverged = _seen(sweep).filter(verdict=GameVerdict.DIVERGED).order_by("pk")
    yield from map(Divergence._make, diverged.values_list("pk", "verdict_step", "verdict_code").iterator())


def _played() -> QuerySet[Game]:
    return Game.objects.exclude(status=GameStatus.SCHEDULED)


def _seen(sweep: VerificationSweep) -> QuerySet[Game]:
    return _played().filter(verified_at__gte=sweep.started_at)


def _waiting(sweep: VerificationSweep) -> QuerySet[Game]:
    return _played().filter(Q(verified_at__isnull=True) | Q(verified_at__lt=sweep.started_at))
