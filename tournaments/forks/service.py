"""Forks and the bots that play them: starting one, and playing those that wait."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from time import monotonic

from django.db import transaction

from engine.core import Chance
from games.event_store import PlannedSeat, game_secrets
from games.forks import ForkSeed, fork_start
from games.models import Bot, Game, JobKind
from games.play_jobs import (
    LEASE,
    Lease,
    jobs_are_ready,
    jobs_claim,
    jobs_create,
    jobs_fail,
    jobs_give_back,
    jobs_hold,
    jobs_report,
)
from games.queries import game_get
from games.realtime import GameNews, publish
from tournaments.bots import Participant, Table
from tournaments.planning import bots_check, entrant_names
from tournaments.play import REPORT_SECONDS, SeatedGame, stored_games, worker_heard

__all__ = ["ForkShifts", "fork_create"]

logger = logging.getLogger(__name__)


def fork_create(*, parent_id: int, step: int, bots: Sequence[Bot], seed: ForkSeed) -> Game:
    """
    Start a game that goes on from a step of a finished one, to be played by these bots, one per seat.

    Raises:
        UnknownGame: there is no such parent.
        ForkRefused: nothing can go on from there like that.
        InvalidTournament: a bot can't play; the code says why.
    """
    parent = game_get(parent_id)
    bots_check(bots, parent.ruleset)
    names = entrant_names([bot.name for bot in bots])
    seats = [PlannedSeat(name, bot.pk) for name, bot in zip(names, bots, strict=True)]
    with transaction.atomic():
        game = fork_start(parent_id=parent_id, step=step, seats=seats, seed=seed)
        jobs_create(kind=JobKind.FORK, game_ids=[game.pk])
        publish(GameNews.FORKED, game_ids=[game.pk])
    return game


@dataclass(slots=True)
class ForkShifts:
    """One process that plays forks: its name and its bots."""

    worker: str
    table: Table = field(default_factory=Table)
    lease: timedelta = LEASE

    def work(self, *, seconds: float) -> bool:
        """Play forks until none waits or the time is up; return whether some are left waiting."""
        worker_heard(self.worker)
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
        """Play one fork and report every second; when the time is up, give back what is not over."""
        game = self._seated(lease)
        while game is not None:
            game.play_until(min(until, monotonic() + REPORT_SECONDS))
            if jobs_report([game.report()]):
                logger.info("fork %d: the lease has ended, and the report is refused", lease.game_id)
                return
            if game.is_over:
                return
            if monotonic() >= until:
                jobs_give_back([lease])
                return

    def _seated(self, lease: Lease) -> SeatedGame | None:
        """Make the fork ready to play; None if it is over already."""
        stored = stored_games([lease.game_id])[lease.game_id]
        if stored.is_over:
            return None
        bots = Bot.objects.in_bulk(stored.bots)
        participants = [
            Participant(bot.name, bot.transport, bot.parameters)
            for bot in (bots[bot_id] for bot_id in stored.bots)
        ]
        players = self.table.seat(stored.header, participants)
        seed = game_secrets([stored.id])[stored.id]
        chance = Chance(seed, is_redrawn=stored.header.list_stretches()[-1].is_redrawn)
        return SeatedGame(lease, stored.play(), players, seed=seed, chance=chance)
