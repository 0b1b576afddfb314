"""Worker loop of forks: claim waiting forks, play them and report."""

import logging
from dataclasses import dataclass, field
from datetime import timedelta
from time import monotonic

from engine.core import Chance
from games.event_store import game_secrets
from games.models import Bot, JobKind
from games.play_jobs import (
    LEASE,
    Lease,
    jobs_are_ready,
    jobs_claim,
    jobs_fail,
    jobs_give_back,
    jobs_hold,
    jobs_report,
)
from tournaments.bots import Participant, Table
from tournaments.play import REPORT_SECONDS, GameRunner, load_games, worker_record_heartbeat

__all__ = ["ForkWorkerLoop"]

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class ForkWorkerLoop:
    """Plays forks in this process, under a worker's name and with its table of bots."""

    worker: str
    table: Table = field(default_factory=Table)
    lease: timedelta = LEASE

    def run(self, *, seconds: float) -> bool:
        """Play waiting forks until none is left or the time is up; return whether some are left."""
        worker_record_heartbeat(self.worker)
        until = monotonic() + seconds
        while True:
            leases = jobs_claim(JobKind.FORK, worker=self.worker, lease=self.lease)
            if not leases:
                return False
            for lease in leases:
                try:
                    with jobs_hold([lease]):
                        self._play(lease, until)
                except Exception as error:
                    logger.exception("fork %d could not be played", lease.game_id)
                    jobs_fail([lease], reason=f"{type(error).__name__}: {error}")
            if monotonic() >= until:
                return jobs_are_ready(JobKind.FORK)

    def _play(self, lease: Lease, until: float) -> None:
        """Play one fork and report every second; when the time is up, give back an unfinished one."""
        game = self._prepare(lease)
        while game is not None:
            game.play_until(min(until, monotonic() + REPORT_SECONDS))
            if jobs_report([game.report()]):
                logger.info("fork %d: the report is refused because the lease has ended", lease.game_id)
                return
            if game.is_over:
                return
            if monotonic() >= until:
                jobs_give_back([lease])
                return

    def _prepare(self, lease: Lease) -> GameRunner | None:
        """Load the fork and seat its bots; return None if it is already over."""
        stored = load_games([lease.game_id])[lease.game_id]
        if stored.is_over:
            return None
        bots = Bot.objects.in_bulk(stored.bots)
        participants = [Participant.from_bot(bots[bot_id]) for bot_id in stored.bots]
        players = self.table.seat(stored.header, participants)
        seed = game_secrets([stored.id])[stored.id]
        chance = Chance(seed, is_redrawn=stored.header.list_stretches()[-1].is_redrawn)
        return GameRunner(lease, stored.play(), players, seed=seed, chance=chance)
