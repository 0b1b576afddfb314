"""
Sights of running games, cached in the process so that a follower costs a replay of the new events, not of the log.

A cached sight is a shortcut. It is used if the stored event of its number has its hash; otherwise the log is replayed
from its beginning.
"""

from collections.abc import Collection
from typing import Final, Protocol

from engine.core import EngineError, LoggedEvent, PrivateEvents
from games.db import Cache
from games.event_store import game_header
from games.models import Game

__all__ = ["LogReader", "find_hidden_steps", "sight_cache"]

#: This process's sights by game: some tens of kilobytes each.
sight_cache: Final = Cache[int, PrivateEvents](200)


class LogReader(Protocol):
    """Reads the stored events of a game, both ends included."""

    def __call__(self, *, first: int, last: int) -> list[LoggedEvent]: ...


def find_hidden_steps(game: Game, viewers: Collection[int], *, last: int, read: LogReader) -> frozenset[int]:
    """
    Return the numbers of the private events, at least up to ``last``, that none of those seats may see.

    Raises:
        EngineError: the log is not right.
    """
    kept = sight_cache.get(game.pk)
    sight = None if kept is None else _catch_up(kept, last, read)
    if sight is None:
        sight = PrivateEvents(game_header(game)).follow(read(first=1, last=last))
    if sight is not kept:
        sight_cache.put(game.pk, sight)
    return sight.find_hidden(viewers)


def _catch_up(kept: PrivateEvents, last: int, read: LogReader) -> PrivateEvents | None:
    """Return the sight after the events that were appended since; None if they do not continue from it."""
    events = read(first=kept.seq, last=max(kept.seq, last))
    if not events or events[0].chain != kept.chain:
        return None
    try:
        return kept.follow(events[1:]) if events[1:] else kept
    except EngineError:
        return None
