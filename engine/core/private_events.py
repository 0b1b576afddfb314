"""PrivateEvents: whose the private events of a log are, worked out event by event as the log goes on."""

from collections.abc import Collection, Iterable

from engine.core.events import LoggedEvent
from engine.core.playthrough import Playthrough
from engine.core.record import Header
from engine.core.replay import replay_event

__all__ = ["PrivateEvents"]


class PrivateEvents:
    """
    The private events of a log and which seat each of them is for, as far as the log has been followed.

    To know whose one is, everything before it is replayed, so that what has been followed is worth keeping. A sight is
    never changed: following on makes another one.
    """

    __slots__ = ("_play", "_seers", "chain")

    def __init__(self, header: Header) -> None:
        self._play = Playthrough(header)
        self._seers: dict[int, int | None] = {}
        #: Hash of the last event that was followed.
        self.chain = header.h0()

    @property
    def seq(self) -> int:
        """Number of the last event that was followed."""
        return self._play.seq

    def follow(self, events: Iterable[LoggedEvent]) -> "PrivateEvents":
        """
        Return what is known after the events that come next.

        Raises:
            EngineError: the log is not right.
        """
        grown = object.__new__(PrivateEvents)
        grown._play, grown._seers, grown.chain = self._play.clone(), self._seers.copy(), self.chain
        for event in events:
            grown._add(event)
        return grown

    def find_hidden(self, viewers: Collection[int]) -> frozenset[int]:
        """Return the numbers of the events that none of those seats may see before the game is over."""
        return frozenset(seq for seq, seer in self._seers.items() if seer not in viewers)

    def _add(self, event: LoggedEvent) -> None:
        play = self._play
        is_private = event.kind in play.ruleset.private_kinds
        before = play.state.clone() if is_private else play.state
        action = replay_event(play, event)
        if is_private:
            self._seers[event.seq] = None if action is None else play.ruleset.find_viewer(before, action)
        self.chain = event.chain
