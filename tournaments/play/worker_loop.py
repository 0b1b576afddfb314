"""
Worker loop: claim games of one tournament, play them and report, batch after batch, for a few seconds.

Quick games are claimed and reported in batches, so that a transaction costs little compared to play. Long games are
reported in parts, so that a killed worker loses about a second of play and spectators can follow.
"""

import logging
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from time import monotonic
from uuid import UUID

from engine.core import Chance
from games.event_store import game_secrets
from games.models import Bot, JobKind
from games.play_jobs import LEASE, Lease, jobs_are_ready, jobs_give_back, jobs_hold
from tournaments.bots import Participant, Table
from tournaments.play.game_runner import GameRunner
from tournaments.play.heartbeats import worker_record_heartbeat
from tournaments.play.leases import leases_claim, leases_fail, leases_report
from tournaments.play.loading import load_games

__all__ = ["REPORT_SECONDS", "Pace", "RunResult", "WorkerLoop"]

logger = logging.getLogger(__name__)

#: Target duration of a batch; long compared to a transaction of some milliseconds.
_BATCH_SECONDS = 0.8

#: Seconds between two reports of a long game.
REPORT_SECONDS = 1.0

#: Maximum size of a batch; the games of a killed worker wait until its leases expire.
_MAX_BATCH = 64

#: A batch is at most 1/``_SHARE`` of the waiting games.
_SHARE = 4


@dataclass(frozen=True, slots=True)
class RunResult:
    """Result of a run: the number of games played to their end, and whether games are left that are ready."""

    played: int
    is_work_left: bool


@dataclass(slots=True)
class Pace:
    """Moving average of the seconds per game, by tournament."""

    _seconds: dict[int, float] = field(default_factory=dict)

    def get_batch_size(self, tournament_id: int) -> int:
        """Return the size of the next batch: 1 until a game has been measured."""
        seconds = self._seconds.get(tournament_id)
        if seconds is None:
            return 1
        return max(1, min(_MAX_BATCH, round(_BATCH_SECONDS / max(seconds, 1e-6))))

    def update(self, tournament_id: int, games: int, seconds: float) -> None:
        """Update the average from a batch; a game that was begun counts as one."""
        if games:
            latest = seconds / games
            known = self._seconds.get(tournament_id, latest)
            self._seconds[tournament_id] = (known + latest) / 2


@dataclass(slots=True)
class WorkerLoop:
    """Plays planned games in this process, under a worker's name and with its table of bots."""

    worker: str
    table: Table = field(default_factory=Table)
    pace: Pace = field(default_factory=Pace)
    lease: timedelta = LEASE
    _participants: dict[int, Participant] = field(default_factory=dict)

    def run(self, tournament_id: int, *, seconds: float) -> RunResult:
        """Play waiting games of the tournament until none is left or the time is up."""
        worker_record_heartbeat(self.worker)
        self._participants.clear()  # bots may have been edited since the last run
        until = monotonic() + seconds
        played = 0
        while True:
            leases = leases_claim(
                tournament_id,
                worker=self.worker,
                limit=self.pace.get_batch_size(tournament_id),
                share=_SHARE,
                lease=self.lease,
            )
            if not leases:
                return RunResult(played, False)
            started = monotonic()
            with jobs_hold(leases):
                batch = _Batch(self._seat_players(leases))
                batch.play()
            self.pace.update(tournament_id, batch.begun, monotonic() - started)
            played += batch.played
            if monotonic() >= until:
                return RunResult(played, jobs_are_ready(JobKind.PLANNED, group_key=tournament_id))

    def _seat_players(self, leases: list[Lease]) -> Iterable[GameRunner]:
        """Load the games and seat their bots; a game for which that fails is a platform failure."""
        stored = load_games([each.game_id for each in leases])
        secrets = game_secrets(stored)
        chances = {secret: Chance(secret) for secret in secrets.values()}
        for lease in leases:
            game = stored[lease.game_id]
            if game.is_over:
                continue  # voided since it was claimed, which ended its lease
            secret = secrets[lease.game_id]
            try:
                players = self.table.seat(
                    game.header, [self._find_participant(bot_id) for bot_id in game.bots]
                )
                yield GameRunner(lease, game.play(), players, seed=secret, chance=chances[secret])
            except Exception as error:  # noqa: BLE001 - logged; the next game may still be playable
                _fail_lease(lease, error)

    def _find_participant(self, bot_id: int) -> Participant:
        participant = self._participants.get(bot_id)
        if participant is None:
            participant = Participant.from_bot(Bot.objects.get(pk=bot_id))
            self._participants[bot_id] = participant
        return participant


class _Batch:
    """Games claimed together and played one after the other."""

    def __init__(self, games: Iterable[GameRunner]) -> None:
        self._waiting = deque(games)
        self._due = monotonic() + REPORT_SECONDS
        self._unreported: list[GameRunner] = []
        self.begun = 0
        self.played = 0

    def play(self) -> None:
        """Play the games; when a report is due before the end, give back those that have not begun."""
        while self._waiting:
            self._play(self._waiting.popleft())
        self._report()

    def _play(self, game: GameRunner) -> None:
        self.begun += 1
        while True:
            try:
                game.play_until(self._due)
            except Exception as error:  # noqa: BLE001 - logged; a bot's faults do not arrive here
                _fail_lease(game.lease, error)
                return
            self._unreported.append(game)
            if monotonic() >= self._due:
                self._give_back()
                refused = self._report()
                self._due = monotonic() + REPORT_SECONDS
                if game.lease.token in refused:
                    return
            if game.is_over:
                return

    def _report(self) -> set[UUID]:
        """Report the games played since the last report; return the tokens of refused leases."""
        reports = [game.report() for game in self._unreported]
        self._unreported.clear()
        if not reports:
            return set()
        refused = leases_report(reports)
        for each in reports:
            if each.lease.token in refused:
                logger.info("game %d: the report is refused because the lease has ended", each.lease.game_id)
            elif each.is_over:
                self.played += 1
        return refused

    def _give_back(self) -> None:
        if self._waiting:
            jobs_give_back([game.lease for game in self._waiting])
            self._waiting.clear()


def _fail_lease(lease: Lease, error: Exception) -> None:
    logger.error("game %d could not be played", lease.game_id, exc_info=error)
    leases_fail([lease], reason=f"{type(error).__name__}: {error}")
