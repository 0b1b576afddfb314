"""Playing planned games: leases, dispatch, the worker loop, recovery and settlement."""

from tournaments.play.dispatch import publication_fail, publication_is_current, publication_open
from tournaments.play.domain_events import TournamentDomainEvent, tournament_publish
from tournaments.play.game_runner import GameRunner
from tournaments.play.heartbeats import worker_record_heartbeat
from tournaments.play.loading import load_games
from tournaments.play.recovery import forks_requeue, sweep
from tournaments.play.worker_loop import REPORT_SECONDS, WorkerLoop

__all__ = [
    "REPORT_SECONDS",
    "GameRunner",
    "TournamentDomainEvent",
    "WorkerLoop",
    "forks_requeue",
    "load_games",
    "publication_fail",
    "publication_is_current",
    "publication_open",
    "sweep",
    "tournament_publish",
    "worker_record_heartbeat",
]
