"""
Steps of a live game: a seat's action or forfeit, and all that follows without anybody being asked.

They are made on a copy of a position and then appended as a whole; nothing here is stored.
"""

import logging
from dataclasses import replace
from time import monotonic

from engine.core import (
    CHANCE,
    Action,
    Event,
    ForfeitReason,
    Generator,
    LoggedEvent,
    Observation,
    SeenEvent,
    Status,
)
from games.live.positions import LivePosition, Sitter

__all__ = ["LiveSteps"]

logger = logging.getLogger(__name__)

#: Seconds built-in bots may think in all while somebody waits for an answer; a worker goes on from there.
_PATIENCE = 0.05


class LiveSteps:
    """
    What is to be appended to a game, and where it leads.

    ``waits_for`` is the seat whose remote bot must act next, None when there is none; ``owes`` says that a built-in
    bot is to decide which is too slow to do so while somebody waits.
    """

    __slots__ = ("_before", "_play", "_position", "_private", "events", "owes", "thinking", "waits_for")

    def __init__(self, position: LivePosition) -> None:
        self._position = position
        self._play = position.play.clone()
        self._before = position.play.seq
        self._private: dict[int, int | None] = {}
        self.events: list[LoggedEvent] = []
        self.thinking: list[int | None] = []
        self.waits_for: int | None = None
        self.owes = False

    @property
    def expected_seq(self) -> int:
        """The number of the last event before the steps."""
        return self._before

    @property
    def position(self) -> LivePosition:
        """The position after the steps."""
        return replace(self._position, play=self._play)

    def act(self, event: Event, *, thinking_ms: int) -> None:
        """
        Take a seat's action.

        Raises:
            MalformedEvent, IllegalAction: it may not stand here; nothing has been taken then.
        """
        action = self._play.check(event)
        assert action is not None, "a seat's event is an action"
        self._take(action, thinking_ms)

    def forfeit(self, seat: int, reason: ForfeitReason) -> None:
        """
        Let a seat forfeit.

        Raises:
            IllegalAction: no decision is due, or the seat has forfeited before.
        """
        self._log(self._play.forfeit(seat, reason), None)

    def go_on(self, *, may_think: bool = False) -> None:
        """
        Take every step that nobody remote must decide: chance, house play, decisions without a choice, built-in bots.

        Args:
            may_think: let slow bots decide too, each once: nobody waits.
        """
        play, state = self._play, self._play.state
        patience = monotonic() + _PATIENCE
        while play.status is Status.PLAYING:
            actor = state.actor
            if actor == CHANCE:
                self._take(state.deal(self._position.dealer), None)
                continue
            assert actor is not None, "a game that is played has someone to act"
            legal = state.legal_actions()
            if len(legal) == 1 or actor in state.forfeits:
                self._take(legal[0], None)
                continue
            sitter = self._position.sitters[actor]
            if sitter.program is None:
                self.waits_for = actor
                return
            if (self.events and monotonic() >= patience) or not (
                sitter.program.builtin.is_quick or may_think
            ):
                self.owes = True
                return
            self._decide(actor, sitter, legal)
        if play.status is Status.OVER:
            self._log(play.finish(), None)

    def seen_by(self, viewer: int | None) -> list[SeenEvent]:
        """Return the steps as a seat, or a spectator (None), may see them."""
        is_over = self._play.due is None
        return [
            SeenEvent(seq, actor, kind, payload if is_over or self._may_see(seq, viewer) else None, chain)
            for seq, actor, kind, payload, chain, _ in self.events
        ]

    def _may_see(self, seq: int, viewer: int | None) -> bool:
        return seq not in self._private or (viewer is not None and self._private[seq] == viewer)

    def _take(self, action: Action, thinking_ms: int | None) -> None:
        play = self._play
        private = play.ruleset.private_kinds
        if private and play.ruleset.decode(action)[0] in private:
            self._private[play.seq + 1] = play.ruleset.seen_by(play.state, action)
        self._log(play.take(action), thinking_ms)

    def _log(self, event: LoggedEvent, thinking_ms: int | None) -> None:
        self.events.append(event)
        self.thinking.append(thinking_ms)

    def _decide(self, seat: int, sitter: Sitter, legal: list[Action]) -> None:
        """Let a built-in bot decide; one that fails forfeits as it would in a tournament."""
        state = self._play.state
        observation = Observation(lambda: state.observation(seat))
        rng = Generator.for_decision(self._position.seed, seat, self._play.seq + 1)
        assert sitter.player is not None, "a built-in bot has a program"
        asked = monotonic()
        try:
            action = sitter.player.choose(observation, tuple(legal), rng)
        except (
            ArithmeticError,
            AssertionError,
            AttributeError,
            LookupError,
            RuntimeError,
            TypeError,
            ValueError,
        ):
            logger.exception("game %d: seat %d (%s) crashed", self._position.game_id, seat, sitter.name)
            self.forfeit(seat, ForfeitReason.CRASH)
            return
        if action not in legal:
            logger.error("game %d: seat %d (%s) acts illegally", self._position.game_id, seat, sitter.name)
            self.forfeit(seat, ForfeitReason.ILLEGAL)
            return
        self._take(action, int((monotonic() - asked) * 1000))
