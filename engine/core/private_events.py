"""Private events of a log and the seat that may see each, computed incrementally by replaying the log."""

from collections.abc import Collection, Iterable

from engine.core.events import LoggedEvent
from engine.core.playthrough import Playthrough
from engine.core.record import Header
from engine.core.replay import replay_event

__all__ = ["PrivateEvents"]


class PrivateEvents:
    """
    The private events of a log prefix, with the seat that may see each.

    Finding the seat takes a replay of all events before, so the object is worth caching. It is immutable: ``follow``
    returns a new object for a longer prefix.
    """

    __slots__ = ("_play", "_seers", "chain")

    def __init__(self, header: Header) -> None:
        self._play = Playthrough(header)
        self._seers: dict[int, int | None] = {}
        #: Chain hash of the last event of the prefix.
        self.chain = header.h0()

    @property
    def seq(self) -> int:
        """Number of the last event of the prefix."""
        return self._play.seq

    def follow(self, events: Iterable[LoggedEvent]) -> "PrivateEvents":
        """
        Return the private events of the prefix extended by the next events.

        Raises:
            EngineError: an event is invalid.
        """
        grown = object.__new__(PrivateEvents)
        grown._play, grown._seers, grown.chain = self._play.clone(), self._seers.copy(), self.chain
        for event in events:
            grown._add(event)
        return grown

    def find_hidden(self, viewers: Collection[int]) -> frozenset[int]:
        """Return the numbers of the events that none of the seats may see before the game is over."""
        return frozenset(seq for seq, seer in self._seers.items() if seer not in viewers)

    def _add(self, event: LoggedEvent) -> None:
        play = self._play
        is_private = event.kind in play.ruleset.private_kinds
        before = play.state.clone() if is_private else play.state
        action = replay_event(play, event)
        if is_private:
            self._seers[event.seq] = None if action is None else play.ruleset.find_viewer(before, action)
        self.chain = event.chain
