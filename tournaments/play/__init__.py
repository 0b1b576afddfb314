"""Playing planned games: leases, dispatch, the worker loop, recovery and settlement."""

from tournaments.play.dispatch import offer_failed, offer_is_current, offer_open
from tournaments.play.domain_events import TournamentNews, publish
from tournaments.play.fork_leases import (
    forkrun_claim,
    forkrun_fail,
    forkrun_give_back,
    forkrun_report,
    forkruns_are_waiting,
    forkruns_retry,
)
from tournaments.play.game_runner import SeatedGame
from tournaments.play.heartbeats import worker_heard
from tournaments.play.leases import LEASE, Lease, is_held_back, leases_cancel
from tournaments.play.loading import stored_games
from tournaments.play.recovery import forks_wait, sweep
from tournaments.play.worker_loop import REPORT_SECONDS, Shifts, worker_name

__all__ = [
    "LEASE",
    "REPORT_SECONDS",
    "Lease",
    "SeatedGame",
    "Shifts",
    "TournamentNews",
    "forkrun_claim",
    "forkrun_fail",
    "forkrun_give_back",
    "forkrun_report",
    "forkruns_are_waiting",
    "forkruns_retry",
    "forks_wait",
    "is_held_back",
    "leases_cancel",
    "offer_failed",
    "offer_is_current",
    "offer_open",
    "publish",
    "stored_games",
    "sweep",
    "worker_heard",
    "worker_name",
]
