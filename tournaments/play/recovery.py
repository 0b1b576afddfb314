"""
The sweep: puts right what lost messages and killed processes leave behind.

It may run at any time, as often as one likes, in several processes at once.
"""

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import F, Q
from django.db.models.functions import Now

from games.models import GameStatus
from tournaments.models import PlannedGame, PlannedStatus, Tournament, TournamentStatus
from tournaments.play.domain_events import TournamentNews, publish
from tournaments.play.fork_leases import forkruns_are_waiting, forkruns_expire, forkruns_settle
from tournaments.play.leases import is_ready, leases_expire
from tournaments.play.settlement import games_ended, tournaments_finish_due

__all__ = ["Swept", "forks_wait", "sweep"]

#: How old a publication of work may become while games are waiting.
_OFFER_AGE = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class Swept:
    """
    What a sweep did.

    ``requeued``: planned games whose lease had run out; ``finished``: tournaments nobody had noticed to be over;
    ``offered``: tournaments whose waiting games were offered to the workers again.
    """

    requeued: tuple[int, ...]
    finished: tuple[int, ...]
    offered: tuple[int, ...]


def sweep() -> Swept:
    """End leases that have run out, finish what is over, and offer waiting games again."""
    requeued = leases_expire()
    games_ended(game_ids=_ended_unnoticed())
    running = list(
        Tournament.objects.filter(status=TournamentStatus.RUNNING).order_by("pk").values_list("pk", flat=True)
    )
    finished = tournaments_finish_due(running)
    offered = _to_offer(requeued)
    for tournament_id in offered:
        publish(TournamentNews.WORK_WAITING, tournament_id)
    return Swept(tuple(requeued), tuple(finished), tuple(offered))


def forks_wait() -> bool:
    """
    Put back the forks whose lease has run out, and end the runs of those that are over; return whether any waits that
    may be tried now.
    """
    forkruns_expire()
    forkruns_settle()
    return forkruns_are_waiting()


def _ended_unnoticed() -> list[int]:
    """Return games that are over although their plan says they wait or are stuck."""
    found = PlannedGame.objects.filter(
        status__in=[PlannedStatus.WAITING, PlannedStatus.STUCK],
        tournament__status=TournamentStatus.RUNNING,
        game__status__in=[GameStatus.FINISHED, GameStatus.VOIDED],
    )
    return [game_id for game_id in found.values_list("game_id", flat=True) if game_id is not None]


def _to_offer(requeued: list[int]) -> list[int]:
    """
    Return the running tournaments with games waiting whose last offer is old, was not sent, or lacks new games: those
    put back just now, and those whose pause has ended since.
    """
    ready = PlannedGame.objects.filter(is_ready())
    rested = ready.filter(retry_at__gt=F("tournament__published_at"))
    due = (
        Q(published_at=None)
        | Q(published_at__lt=Now() - _OFFER_AGE)
        | ~Q(publish_fault="")
        | Q(pk__in=PlannedGame.objects.filter(pk__in=requeued).values("tournament"))
        | Q(pk__in=rested.values("tournament"))
    )
    found = Tournament.objects.filter(due, status=TournamentStatus.RUNNING, pk__in=ready.values("tournament"))
    return list(found.order_by("pk").values_list("pk", flat=True))
