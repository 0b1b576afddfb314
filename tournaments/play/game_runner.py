"""Game runner: drives one leased game with its bots and reports what has been played."""

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
    """A leased game with a player in every seat, and what has been played of it since the last report."""

    __slots__ = ("_driver", "_lease", "_play")

    def __init__(
        self, lease: Lease, play: Playthrough, players: Sequence[Player], *, seed: bytes, chance: Chance
    ) -> None:
        """
        Args:
            lease: the right to play it.
            play: the play-through its stored log has come to.
            players: one for each seat.
            seed: the seed it is dealt from.
            chance: what that seed dictates; games of one deal may share it.
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
        """The right to play it."""
        return self._lease

    @property
    def is_over(self) -> bool:
        """Whether it has been played to its end."""
        return self._play.due is None

    def play_until(self, due: float) -> None:
        """
        Play until the game is over or the monotonic clock reaches ``due``; at least one player is asked.

        Raises:
            PlatformFault: the platform failed, which costs no bot anything; discard the game.
        """
        self._driver.advance(due)

    def report(self) -> Report:
        """Return what has been played since the last report; the next one starts from here."""
        events, thinking_ms = self._driver.collect()
        appending = None
        if events:
            before = self._play.seq - len(events)
            appending = Appending(self._lease.game_id, before, events, thinking_ms)
        return Report(self._lease, appending, self.is_over)


def _log_fault(game_id: int, seated: Sequence[str], seat: int, fault: BotFault) -> None:
    """Log a fault. A method would tie the game and its driver into a cycle, which only the garbage collector frees."""
    logger.warning("game %d: seat %d (%s) forfeits: %s", game_id, seat, seated[seat], fault)
