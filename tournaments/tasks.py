"""Tasks: what arrives through the broker, and what is sent there. They only translate."""

import logging
from collections.abc import Sequence
from functools import cache

from celery import shared_task
from kombu.exceptions import OperationalError

from games.play_jobs import worker_name
from tournaments.forks import ForkWorkerLoop
from tournaments.models import PlannedGame, TournamentStatus
from tournaments.play import (
    WorkerLoop,
    forks_requeue,
    publication_fail,
    publication_is_current,
    publication_open,
    worker_record_heartbeat,
)
from tournaments.play import sweep as sweep_tournaments

__all__ = [
    "dispatch_forks",
    "dispatch_planned_games",
    "dispatch_tournament",
    "play_forks",
    "play_planned_games",
    "sweep",
]

logger = logging.getLogger(__name__)

#: Play per task: long compared to the cost of a message, short enough for tournaments to take turns.
_RUN_SECONDS = 2.0

#: Seconds after which a task that the sweep sent for waiting forks is forgotten: the next one sends another.
_FORK_TASK_EXPIRES = 10.0


@shared_task(name="tournaments.tasks.play_planned_games")
def play_planned_games(tournament_id: int, publication: int) -> None:
    """
    Play waiting games for a while; send this task again if some are left.

    Delivered twice, late or out of order it finds an old publication or other games to claim: no game is
    played by two.
    """
    if not publication_is_current(tournament_id, publication):
        return
    result = _get_worker_loop().run(tournament_id, seconds=_RUN_SECONDS)
    if result.is_work_left and publication_is_current(tournament_id, publication):
        play_planned_games.apply_async(args=(tournament_id, publication), retry=False)


@shared_task(name="tournaments.tasks.play_forks")
def play_forks() -> None:
    """
    Play forks that wait for a while; send this task again if some are left.

    Delivered twice or late it finds other forks to claim, or none.
    """
    if _get_fork_loop().run(seconds=_RUN_SECONDS):
        play_forks.apply_async(retry=False)


@shared_task(name="tournaments.tasks.sweep")
def sweep() -> None:
    """Put right what lost messages and killed processes have left behind; the beat sends this every few seconds."""
    worker_record_heartbeat(worker_name())
    sweep_tournaments()
    if forks_requeue():
        play_forks.apply_async(retry=False, expires=_FORK_TASK_EXPIRES)


def dispatch_forks(*, game_ids: Sequence[int]) -> None:
    """
    Send a task for forks that have just been made; subscribed to their news.

    A broker that can't be reached stops nobody: the sweep sends one as long as forks wait.
    """
    try:
        for _ in game_ids:
            play_forks.apply_async(retry=False)
    except OperationalError as error:
        logger.warning("forks %s could not be offered to the workers: %s", game_ids, error)


def dispatch_planned_games(*, game_ids: Sequence[int]) -> None:
    """Send publications of the tournaments of planned games that were held back; subscribed to that event."""
    planned = PlannedGame.objects.filter(game__in=game_ids, tournament__status=TournamentStatus.RUNNING)
    for tournament_id in sorted(set(planned.values_list("tournament", flat=True))):
        dispatch_tournament(tournament_id=tournament_id)


def dispatch_tournament(*, tournament_id: int) -> None:
    """
    Send a publication of the tournament's waiting games; subscribed to its news.

    A broker that can't be reached stops nobody: the fault is kept for progress to show, and swept up later.
    """
    publication = publication_open(tournament_id)
    if publication is None:
        return
    try:
        for _ in range(publication.tasks):
            play_planned_games.apply_async(
                args=(publication.tournament_id, publication.publication), retry=False
            )
    except OperationalError as error:
        logger.warning("tournament %d could not be offered to the workers: %s", tournament_id, error)
        publication_fail(publication, reason=str(error))


@cache
def _get_fork_loop() -> ForkWorkerLoop:
    """Return this process's player of forks, as ``_get_worker_loop``."""
    return ForkWorkerLoop(worker_name())


@cache
def _get_worker_loop() -> WorkerLoop:
    """Return this process's player; made after the worker has forked, at the first task."""
    return WorkerLoop(worker_name())
