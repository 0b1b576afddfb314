"""
The driver advances a play-through by asking players.

It stops when the game ends, a seat must be asked elsewhere, or a budget is used up. It is the only place that separates
the faults of bots from those of the platform. An exception or an illegal answer of a player is its own fault: the seat
forfeits with ``crash``, ``illegal`` or the reason of a ``BotFault`` from its transport. A failed observation, an
exception in the rules and an interruption from outside are faults of the platform: they are raised as
``PlatformFault``, and no seat forfeits.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial
from itertools import repeat
from math import inf
from sys import maxsize
from typing import Any, NamedTuple

from engine.core.events import CHANCE, LoggedEvent
from engine.core.outcome import ForfeitReason
from engine.core.players import BotFault, PlatformFault, Player
from engine.core.playthrough import Playthrough, Status
from engine.core.prng import Generator
from engine.core.ruleset import Action, Observation, State

__all__ = ["Driver", "Stop", "TimedEvents"]

#: Module-level for speed: it is read once per step of a game.
_PLAYING = Status.PLAYING

#: Exceptions that no bot is blamed for: Ctrl-C, and the end of a generator in which the driver runs. Others without the
#: base ``Exception``, such as ``asyncio.CancelledError``, are a bot's own and must not end the process that asks it.
_NEVER_A_FAULT = (PlatformFault, KeyboardInterrupt, GeneratorExit)

#: Maximum number of characters of an answer or an error that a fault quotes.
_MAX_QUOTE = 200


class Stop(StrEnum):
    """Reason why the driver stopped."""

    #: The seat that decides has no player here: ask it elsewhere and ``take`` its action.
    ASK = "ask"
    #: The time or the number of steps is used up.
    BUDGET = "budget"
    #: The game is over, and its end is logged.
    END = "end"


class TimedEvents(NamedTuple):
    """Events in order, and the thinking time of each in milliseconds; None if no player was asked."""

    events: list[LoggedEvent]
    thinking_ms: list[int | None]


class Driver:
    """
    Driver of one play-through, which must not be changed by other code in the meantime.

    The random generator of a decision depends only on the seed, the seat and the number of the event, so a game
    resumed from its log continues exactly like an uninterrupted one.
    """

    __slots__ = (
        "_clock",
        "_deal",
        "_events",
        "_failures",
        "_is_interruption",
        "_looks",
        "_on_fault",
        "_players",
        "_seed",
        "_times",
        "play",
    )

    def __init__(
        self,
        play: Playthrough,
        players: Sequence[Player | None],
        *,
        seed: bytes,
        deal: Callable[[State, int], Action],
        clock: Callable[[], float] = float,
        on_fault: Callable[[int, BotFault], None] | None = None,
        is_interruption: Callable[[BaseException], bool] | None = None,
    ) -> None:
        """
        Args:
            play: the play-through to advance.
            players: one per seat; None for a seat that cannot be asked here.
            seed: the seed from which the generators of decisions are derived.
            deal: returns the chance outcome for a position and the number of its event.
            clock: returns monotonic seconds; without a clock no time passes.
            on_fault: called with a seat and its fault before the seat forfeits.
            is_interruption: returns whether an exception raised through a player came from outside, such as from a
                signal handler or a time limit of the worker. By default this is ``SystemExit``, which a pool process
                of Celery raises for SIGTERM in the running code. A caller that can distinguish the end of its process
                from a bot's ``sys.exit()`` passes its own function, and the latter is a crash.
        """
        self.play = play
        self._players = players
        self._seed = seed
        self._deal = deal
        self._clock = clock
        self._on_fault = on_fault
        self._is_interruption = is_interruption or _is_exit
        self._failures: list[PlatformFault] = []
        self._looks = [
            partial(_observe, play.state, seat, self._failures) for seat in range(play.state.seats)
        ]
        self._events: list[LoggedEvent] = []
        #: Number of a decision's event and its thinking time.
        self._times: list[tuple[int, int]] = []

    def advance(self, until: float = inf, *, steps: int = maxsize) -> Stop:
        """
        Play until the game ends, a seat without a player has to decide, or the budget is used up.

        Chance steps, steps of forfeited seats and decisions with one legal action are made without asking a player.

        Args:
            until: deadline on the clock; no player is asked after it, but at least one player is asked per call.
            steps: maximum number of events to log, including the end of the game.

        Raises:
            PlatformFault: the platform failed; no seat has forfeited because of it.
        """
        try:
            return self._advance(until, steps)
        except PlatformFault:
            raise
        except Exception as error:
            raise PlatformFault("the game cannot be advanced", error) from error

    def take(self, action: Action, thinking_ms: int | None) -> None:
        """Apply the action with which a seat answered elsewhere; the caller has checked that it is legal."""
        self.play.step(action)
        if thinking_ms is not None:
            self._times.append((self.play.seq, thinking_ms))

    def forfeit(self, seat: int, reason: ForfeitReason) -> None:
        """
        Forfeit a seat.

        Raises:
            IllegalAction: no decision is due, or the seat has already forfeited.
        """
        self._events += self.play.log()
        self._events.append(self.play.forfeit(seat, reason))

    def collect(self) -> TimedEvents:
        """Return the events logged since the last call."""
        events = self._events
        events += self.play.log()
        thinking: list[int | None] = [None] * len(events)
        first = self.play.seq - len(events) + 1
        for seq, thinking_ms in self._times:
            thinking[seq - first] = thinking_ms
        self._events, self._times = [], []
        return TimedEvents(events, thinking)

    def _advance(self, until: float, steps: int) -> Stop:
        play, state, players = self.play, self.play.state, self._players
        step, deal, clock, ask, note = play.step, self._deal, self._clock, self._ask, self._times.append
        answered = -inf
        for _ in repeat(None, steps):
            if play.status is not _PLAYING:
                break
            actor = state.actor
            if actor == CHANCE:
                step(deal(state, play.seq + 1))
                continue
            assert actor is not None, "a running game has an actor"
            legal = state.legal_actions()
            if len(legal) == 1 or actor in state.forfeits:
                step(legal[0])
                continue
            player = players[actor]
            if player is None:
                return Stop.ASK
            if answered >= until:
                return Stop.BUDGET
            asked = clock()
            action = ask(player, actor, tuple(legal))
            answered = clock()
            if action is not None:
                step(action)
                note((play.seq, int((answered - asked) * 1000)))
        else:
            return Stop.BUDGET
        if play.status is Status.OVER:
            self._events += play.log()
            self._events.append(play.finish())
        return Stop.END

    def _ask(self, player: Player, seat: int, legal: tuple[Action, ...]) -> Action | None:
        """Ask a player and return its legal choice, or None if its seat forfeited."""
        rng = Generator.for_decision(self._seed, seat, self.play.seq + 1)
        fault: BotFault | None = None
        try:
            choice = player.choose(Observation(self._looks[seat]), legal, rng)
        except BaseException as error:
            if isinstance(error, _NEVER_A_FAULT) or self._is_interruption(error):
                raise
            fault = _make_fault(error)
        if self._failures:
            # The player could not see the position, so its answer does not matter.
            raise self._failures.pop()
        if fault is None:
            if type(choice) is int and choice in legal:
                return choice
            fault = BotFault(ForfeitReason.ILLEGAL, f"answered {_quote(choice)}")
        if self._on_fault is not None:
            self._on_fault(seat, fault)
        self.forfeit(seat, fault.reason)
        return None


def _observe(state: State, seat: int, failures: list[PlatformFault]) -> dict[str, Any]:
    """Return the observation of a seat; record a failure too, in case the bot catches the exception."""
    try:
        return state.observation(seat)
    except Exception as error:
        fault = PlatformFault("the rules cannot show the position", error)
        failures.append(fault)
        raise fault from error


def _make_fault(error: BaseException) -> BotFault:
    """Return the fault of a bot that raised an exception."""
    if isinstance(error, BotFault):
        return error
    fault = BotFault(ForfeitReason.CRASH, f"{type(error).__name__}: {_quote(error)}")
    fault.__cause__ = error
    return fault


def _quote(value: object) -> str:
    """Return the beginning of a bot's answer or exception as text; formatting it may run code of the bot and fail."""
    try:
        return (str(value) if isinstance(value, BaseException) else repr(value))[:_MAX_QUOTE]
    except Exception:  # noqa: BLE001 - the bot's fault is known already
        return f"a {type(value).__name__}"


def _is_exit(error: BaseException) -> bool:
    return isinstance(error, SystemExit)
