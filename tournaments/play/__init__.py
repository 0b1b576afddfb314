"""Playing planned games: leases, dispatch, the worker loop, recovery and settlement."""

from tournaments.play.dispatch import offer_failed, offer_is_current, offer_open
from tournaments.play.domain_events import TournamentNews, tournament_publish
from tournaments.play.game_runner import SeatedGame
from tournaments.play.heartbeats import worker_heard
from tournaments.play.loading import stored_games
from tournaments.play.recovery import forks_wait, sweep
from tournaments.play.worker_loop import REPORT_SECONDS, Shifts

__all__ = [
    "REPORT_SECONDS",
    "SeatedGame",
    "Shifts",
    "TournamentNews",
    "forks_wait",
    "offer_failed",
    "offer_is_current",
    "offer_open",
    "stored_games",
    "sweep",
    "tournament_publish",
    "worker_heard",
]
