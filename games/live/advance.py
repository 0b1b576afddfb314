"""
Steps of a live game: a seat's action or forfeit, and what follows until a remote bot is due.

The steps are made on a copy of a position and then appended together; nothing is stored here.
"""

import logging
from dataclasses import replace
from time import monotonic

from engine.core import (
    Action,
    BotFault,
    Driver,
    Event,
    ForfeitReason,
    LoggedEvent,
    PlatformFault,
    Player,
    Playthrough,
    SeenEvent,
    State,
    Stop,
    replay,
)
from games.bots import is_interruption
from games.live.positions import LivePosition, Sitter

__all__ = ["LiveSteps"]

logger = logging.getLogger(__name__)

#: Seconds that built-in bots may think while a client waits for the answer; a worker continues from there.
_TIMEOUT = 0.05


class LiveSteps:
    """
    Steps to be appended to a game, and where they lead.

    ``waits_for`` is the seat whose remote bot must act next, None if there is none. ``owes`` says that a worker must
    continue: a built-in bot that is slow must decide, or the platform failed.
    """

    __slots__ = ("_play", "_position", "events", "owes", "thinking", "waits_for")

    def __init__(self, position: LivePosition) -> None:
        self._position = position
        self._play = position.play.clone()
        self.events: list[LoggedEvent] = []
        self.thinking: list[int | None] = []
        self.waits_for: int | None = None
        self.owes = False

    @property
    def expected_seq(self) -> int:
        """Number of the last event before the steps."""
        return self._position.play.seq

    @property
    def position(self) -> LivePosition:
        """Position after the steps."""
        return replace(self._position, play=self._play)

    def act(self, event: Event, *, thinking_ms: int) -> None:
        """
        Take a seat's action.

        Raises:
            MalformedEvent, IllegalAction: the rules do not allow it; nothing has been taken then.
        """
        action = self._play.check(event)
        assert action is not None, "a seat's event is an action"
        self._log([self._play.take(action)], [thinking_ms])

    def forfeit(self, seat: int, reason: ForfeitReason) -> None:
        """
        Let a seat forfeit.

        Raises:
            IllegalAction: no decision is due, or the seat has forfeited before.
        """
        self._log([self._play.forfeit(seat, reason)], [None])

    def advance(self, *, may_think: bool = False) -> None:
        """
        Take every step that no remote bot must decide: chance, house play, forced decisions, built-in bots.

        If the platform fails, the steps that were complete are kept and a worker tries again from there.

        Args:
            may_think: ask slow bots too, because no client waits.

        Raises:
            PlatformFault: the platform failed at the first step.
        """
        driver = self._make_driver(may_think=may_think)
        try:
            stop = driver.advance(monotonic() + _TIMEOUT)
        except PlatformFault:
            self._log(*driver.collect())
            if not self.events:
                raise
            logger.exception("game %d: the platform failed; a worker will try again", self._position.game_id)
            # The play-through may be half-way through a step.
            self._play = self._replay()
            self.owes = True
            return
        self._log(*driver.collect())
        if stop is Stop.ASK:
            seat = self._play.state.actor
            assert seat is not None, "a seat is due where one must be asked"
            if self._position.sitters[seat].is_remote:
                self.waits_for = seat
                return
        self.owes = stop is not Stop.END

    def show_to(self, viewer: int | None) -> list[SeenEvent]:
        """Return the steps as a seat, or a spectator (None), may see them."""
        hidden = frozenset() if self._play.due is None else self._find_hidden(viewer)
        return [
            SeenEvent(seq, actor, kind, None if seq in hidden else payload, chain)
            for seq, actor, kind, payload, chain, _ in self.events
        ]

    def _make_driver(self, *, may_think: bool) -> Driver:
        position = self._position

        def deal(state: State, seq: int) -> Action:
            return state.deal(position.dealer)

        return Driver(
            self._play,
            [_find_player(sitter, may_think=may_think) for sitter in position.sitters],
            seed=position.seed,
            deal=deal,
            clock=monotonic,
            on_fault=self._warn,
            is_interruption=is_interruption,
        )

    def _log(self, events: list[LoggedEvent], thinking_ms: list[int | None]) -> None:
        self.events += events
        self.thinking += thinking_ms

    def _warn(self, seat: int, fault: BotFault) -> None:
        name, game_id = self._position.sitters[seat].name, self._position.game_id
        logger.warning("game %d: seat %d (%s) forfeits: %s", game_id, seat, name, fault)

    def _replay(self) -> Playthrough:
        """Return the play-through after the steps that were complete."""
        play = self._position.play.clone()
        for event in self.events:
            replay.replay_event(play, event)
        return play

    def _find_hidden(self, viewer: int | None) -> frozenset[int]:
        """Return the numbers of the steps whose data are private to another seat than the viewer's."""
        play, rules = self._position.play, self._play.ruleset
        if not any(event.kind in rules.private_kinds for event in self.events):
            return frozenset()
        play = play.clone()
        hidden = set()
        for event in self.events:
            before = play.state.clone() if event.kind in rules.private_kinds else None
            action = replay.replay_event(play, event)
            if before is not None and action is not None:
                seer = rules.find_viewer(before, action)
                if viewer is None or viewer != seer:
                    hidden.add(event.seq)
        return frozenset(hidden)


def _find_player(sitter: Sitter, *, may_think: bool) -> Player | None:
    """Return a seat's player if it can be asked here and now."""
    if sitter.program is None or not (may_think or sitter.program.builtin.is_quick):
        return None
    return sitter.player
