"""Celery tasks, and the subscribers that send them. They only delegate."""

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

#: Seconds of play per task: long compared to the cost of a message, short so that tournaments take turns.
_RUN_SECONDS = 2.0

#: Expiry of a task that a sweep sends for waiting forks; the next sweep sends another.
_FORK_TASK_EXPIRES = 10.0


@shared_task(name="tournaments.tasks.play_planned_games")
def play_planned_games(tournament_id: int, publication: int) -> None:
    """
    Play waiting games for some seconds; send this task again if games are left.

    It can be delivered twice, late or out of order: leases and the publication's number prevent double play.
    """
    if not publication_is_current(tournament_id, publication):
        return
    result = _get_worker_loop().run(tournament_id, seconds=_RUN_SECONDS)
    if result.is_work_left and publication_is_current(tournament_id, publication):
        play_planned_games.apply_async(args=(tournament_id, publication), retry=False)


@shared_task(name="tournaments.tasks.play_forks")
def play_forks() -> None:
    """
    Play waiting forks for some seconds; send this task again if forks are left.

    It can be delivered twice or late: leases prevent double play.
    """
    if _get_fork_loop().run(seconds=_RUN_SECONDS):
        play_forks.apply_async(retry=False)


@shared_task(name="tournaments.tasks.sweep")
def sweep() -> None:
    """Recover from lost messages and killed processes; Celery beat sends this every 10 seconds."""
    worker_record_heartbeat(worker_name())
    sweep_tournaments()
    if forks_requeue():
        play_forks.apply_async(retry=False, expires=_FORK_TASK_EXPIRES)


def dispatch_forks(*, game_ids: Sequence[int]) -> None:
    """
    Send a task for each new fork; a subscriber of created forks.

    If the broker cannot be reached, the next sweep sends a task.
    """
    try:
        for _ in game_ids:
            play_forks.apply_async(retry=False)
    except OperationalError as error:
        logger.warning("forks %s could not be dispatched to the workers: %s", game_ids, error)


def dispatch_planned_games(*, game_ids: Sequence[int]) -> None:
    """Publish the tournaments of planned games that were retried; a subscriber of that event."""
    planned = PlannedGame.objects.filter(game__in=game_ids, tournament__status=TournamentStatus.RUNNING)
    for tournament_id in sorted(set(planned.values_list("tournament", flat=True))):
        dispatch_tournament(tournament_id=tournament_id)


def dispatch_tournament(*, tournament_id: int) -> None:
    """
    Send a publication of the tournament's waiting games; a subscriber of its events.

    If the broker cannot be reached, the fault is stored for the progress page and the next sweep publishes again.
    """
    publication = publication_open(tournament_id)
    if publication is None:
        return
    try:
        for _ in range(publication.tasks):
            play_planned_games.apply_async(args=(tournament_id, publication.number), retry=False)
    except OperationalError as error:
        logger.warning("tournament %d could not be dispatched to the workers: %s", tournament_id, error)
        publication_fail(publication, reason=str(error))


@cache
def _get_fork_loop() -> ForkWorkerLoop:
    """Return this process's worker loop of forks; created at the first task, after the worker has forked."""
    return ForkWorkerLoop(worker_name())


@cache
def _get_worker_loop() -> WorkerLoop:
    """Return this process's worker loop; created at the first task, after the worker has forked."""
    return WorkerLoop(worker_name())
