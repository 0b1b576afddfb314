"""Game runner: drive one leased game with its bots and report its events."""

import logging
from collections.abc import Sequence
from functools import partial
from time import monotonic

from engine.core import BotFault, Chance, Driver, Player, Playthrough
from games.bots import is_interruption
from games.event_store import Appending
from games.play_jobs import Lease, Report

__all__ = ["GameRunner"]

logger = logging.getLogger(__name__)


class GameRunner:
    """Drives a leased game with a player in every seat, and collects its events since the last report."""

    __slots__ = ("_driver", "_lease", "_play")

    def __init__(
        self, lease: Lease, play: Playthrough, players: Sequence[Player], *, seed: bytes, chance: Chance
    ) -> None:
        """
        Args:
            lease: the lease of the game.
            play: the play-through of its stored log.
            players: one per seat.
            seed: the seed of its chance events.
            chance: the outcomes drawn from the seed; games of one deal can share it.
        """
        self._lease = lease
        self._play = play
        self._driver = Driver(
            play,
            players,
            seed=seed,
            deal=chance.outcome,
            clock=monotonic,
            on_fault=partial(_log_fault, lease.game_id, play.header.final_players),
            is_interruption=is_interruption,
        )

    @property
    def lease(self) -> Lease:
        """The lease of the game."""
        return self._lease

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self._play.due is None

    def play_until(self, due: float) -> None:
        """
        Play until the game is over or the monotonic clock reaches ``due``; ask at least one player.

        Raises:
            PlatformFault: the platform failed; discard this runner. No bot is charged.
        """
        self._driver.advance(due)

    def report(self) -> Report:
        """Return the events since the last report; the next report starts after them."""
        events, thinking_ms = self._driver.collect()
        appending = None
        if events:
            before = self._play.seq - len(events)
            appending = Appending(self._lease.game_id, before, events, thinking_ms)
        return Report(self._lease, appending, self.is_over)


def _log_fault(game_id: int, seated: Sequence[str], seat: int, fault: BotFault) -> None:
    """Log a fault. A method would create a reference cycle that only the garbage collector frees."""
    logger.warning("game %d: seat %d (%s) forfeits: %s", game_id, seat, seated[seat], fault)
