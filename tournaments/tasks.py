"""
Tasks: what arrives through the broker, and what is sent there. They only translate.
"""

import logging
from functools import cache

from celery import shared_task
from kombu.exceptions import OperationalError

from tournaments import sweeping
from tournaments.offers import offer_failed, offer_is_current, offer_open
from tournaments.shifts import Shifts, worker_name
from tournaments.workers import worker_heard

__all__ = ["offer_work", "play_planned_games", "sweep"]

logger = logging.getLogger(__name__)

#: Play per task: long beside the cost of a message, short enough for tournaments to take turns.
_SHIFT_SECONDS = 2.0


@shared_task(name="tournaments.tasks.play_planned_games")
def play_planned_games(tournament_id: int, publication: int) -> None:
    """
    Play waiting games for a while; send this task again if some are left.

    Delivered twice, late or out of order it finds an old publication or other games to claim: no game is
    played by two.
    """
    if not offer_is_current(tournament_id, publication):
        return
    shift = _shifts().work(tournament_id, seconds=_SHIFT_SECONDS)
    if shift.is_work_left and offer_is_current(tournament_id, publication):
        play_planned_games.apply_async(args=(tournament_id, publication), retry=False)


@shared_task(name="tournaments.tasks.sweep")
def sweep() -> None:
    """
    Put right what lost messages and killed processes have left behind; the beat sends this every few seconds.
    """
    worker_heard(worker_name())
    sweeping.sweep()


def offer_work(*, tournament_id: int) -> None:
    """
    Send a publication of the tournament's waiting games; subscribed to its news.

    A broker that can't be reached stops nobody: the fault is kept for progress to show, and swept up later.
    """
    offer = offer_open(tournament_id)
    if offer is None:
        return
    try:
        for _ in range(offer.tasks):
            play_planned_games.apply_async(args=(offer.tournament_id, offer.publication), retry=False)
    except OperationalError as error:
        logger.warning("tournament %d could not be offered to the workers: %s", tournament_id, error)
        offer_failed(offer, reason=str(error))


@cache
def _shifts() -> Shifts:
    """
    Return this process's player; made after the worker has forked, at the first task.
    """
    return Shifts(worker_name())
