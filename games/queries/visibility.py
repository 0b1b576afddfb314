"""
Sights of games that go on, kept in the process so that who follows one costs a replay of what is new, not of the log.

A kept sight is only ever a shortcut: it is used when its hash stands in the stored log, at its number; otherwise the
log is replayed from its beginning. Nothing is lost with it.
"""

from collections.abc import Collection
from typing import Final, Protocol

from engine.core import EngineError, LoggedEvent, Sight
from games.db import Cache
from games.event_store import game_header
from games.models import Game

__all__ = ["LogReader", "game_hidden_steps", "kept_sights"]

#: This process's sights by the id of the game: some tens of kilobytes each.
kept_sights: Final = Cache[int, Sight](200)


class LogReader(Protocol):
    """Reads the stored events of a game, both ends included."""

    def __call__(self, *, first: int, last: int) -> list[LoggedEvent]: ...


def game_hidden_steps(game: Game, viewers: Collection[int], *, last: int, read: LogReader) -> frozenset[int]:
    """
    Return the numbers of the private events up to ``last``, if not beyond, that none of those seats may see.

    Raises:
        EngineError: the log is not right.
    """
    kept = kept_sights.get(game.pk)
    sight = None if kept is None else _caught_up(kept, last, read)
    if sight is None:
        sight = Sight(game_header(game)).after(read(first=1, last=last))
    if sight is not kept:
        kept_sights.put(game.pk, sight)
    return sight.hidden_from(viewers)


def _caught_up(kept: Sight, last: int, read: LogReader) -> Sight | None:
    """Return the sight after the events that have come since; None if they do not go on from it."""
    events = read(first=kept.seq, last=max(kept.seq, last))
    if not events or events[0].chain != kept.chain:
        return None
    try:
        return kept.after(events[1:]) if events[1:] else kept
    except EngineError:
        return None
