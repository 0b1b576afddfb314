"""
Periodic sweep: requeue games with expired leases, finish tournaments that are over, republish waiting games.

It is idempotent and can run at any time, in several processes at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now

from games.models import JobKind, PlayJob
from games.play_jobs import FailedJob, is_ready_q, jobs_are_ready, jobs_expire
from tournaments.models import Tournament, TournamentStatus
from tournaments.play.domain_events import TournamentDomainEvent, tournament_publish
from tournaments.play.leases import leases_expire
from tournaments.play.settlement import tournaments_finish_due

__all__ = ["SweepResult", "forks_requeue", "sweep"]

#: Age at which a publication is renewed while games are waiting.
_PUBLICATION_MAX_AGE = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class SweepResult:
    """
    Result of a sweep, as ids.

    ``requeued``: games whose lease had expired; ``finished``: tournaments whose last game was over but whose event was
    lost; ``published``: tournaments whose waiting games were published again.
    """

    requeued: tuple[int, ...]
    finished: tuple[int, ...]
    published: tuple[int, ...]


def sweep() -> SweepResult:
    """Requeue games with expired leases, finish tournaments that are over, and republish waiting games."""
    requeued = leases_expire()
    running = list(
        Tournament.objects.filter(status=TournamentStatus.RUNNING).order_by("pk").values_list("pk", flat=True)
    )
    finished = tournaments_finish_due(running)
    published = _find_unpublished(requeued)
    for tournament_id in published:
        tournament_publish(TournamentDomainEvent.WORK_WAITING, tournament_id)
    return SweepResult(tuple(each.game_id for each in requeued), tuple(finished), tuple(published))


def forks_requeue() -> bool:
    """Requeue forks whose lease has expired; return whether any fork is ready to be played."""
    jobs_expire(JobKind.FORK)
    return jobs_are_ready(JobKind.FORK)


def _find_unpublished(requeued: Sequence[FailedJob]) -> list[int]:
    """
    Return the running tournaments with waiting games whose publication must be renewed.

    It is old, was not sent, or lacks games: those just requeued, and those whose pause has ended since.
    """
    ready = PlayJob.objects.filter(is_ready_q(), kind=JobKind.PLANNED, group_key=OuterRef("pk"))
    due = (
        Q(published_at=None)
        | Q(published_at__lt=Now() - _PUBLICATION_MAX_AGE)
        | ~Q(publish_fault="")
        | Q(pk__in={each.group_key for each in requeued})
        | Exists(ready.filter(retry_at__gt=OuterRef("published_at")))
    )
    found = Tournament.objects.filter(due, Exists(ready), status=TournamentStatus.RUNNING)
    return list(found.order_by("pk").values_list("pk", flat=True))
