"""
The driver: advances a play-through by asking players, until the game ends, a seat must be asked elsewhere, or a
budget is used up.

It is the only place where a bot's faults are told apart from the platform's. What a player raises or answers wrongly
is its own fault and costs its seat: ``crash`` or ``illegal``, or the reason of a ``BotFault`` that its transport
raises. A failed observation, an exception of the rules, and whatever interrupts a player from outside is the
platform's failure: it arrives as a ``PlatformFault`` and costs no seat anything.
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

#: Looked up once for every step of a game.
_PLAYING = Status.PLAYING

#: Characters of an answer or an error that a fault quotes.
_MAX_QUOTE = 200


class Stop(StrEnum):
    """Why the driver has stopped."""

    #: The seat that is due has no player here: ask it elsewhere and ``take`` its action.
    ASK = "ask"
    #: The time is up, or the steps have been taken.
    BUDGET = "budget"
    #: The game is over, and its end is logged.
    END = "end"


class TimedEvents(NamedTuple):
    """Events in order, and for each the milliseconds its seat thought, None where no seat was asked."""

    events: list[LoggedEvent]
    thinking_ms: list[int | None]


class Driver:
    """
    Drives one play-through. Nobody else changes it meanwhile.

    A decision's generator depends on the seed, the seat and the event's number only, so a game that is resumed from
    its log continues exactly as it would have.
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
            players: one for each seat; None where the seat cannot be asked here.
            seed: the seed that decisions' generators are derived from.
            deal: returns the chance outcome of a position that becomes the event of that number.
            clock: monotonic seconds; without one, no time passes.
            on_fault: called with a seat and its fault before the seat forfeits.
            is_interruption: whether an exception that passed through a player came from outside, as from a signal
                or the worker's own limits. By default ``SystemExit`` does: a pool process of Celery raises it
                for SIGTERM inside whatever it is running. A caller that can tell its process's own end from a
                bot's ``sys.exit()`` says so, and the latter is a crash.
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
        Play until the game ends, a seat without a player is due, or the budget is used up.

        Chance, forfeited seats and decisions with one legal action are played without asking.

        Args:
            until: the clock's time from which no player is asked any more; one player is asked at least.
            steps: maximum number of events to log, the game's end included.

        Raises:
            PlatformFault: the platform failed; no seat has forfeited for it.
        """
        try:
            return self._advance(until, steps)
        except PlatformFault:
            raise
        except Exception as error:
            raise PlatformFault("the game cannot be advanced", error) from error

    def take(self, action: Action, thinking_ms: int | None) -> None:
        """Take an action known to be legal, by which the seat due has answered elsewhere."""
        self.play.step(action)
        if thinking_ms is not None:
            self._times.append((self.play.seq, thinking_ms))

    def forfeit(self, seat: int, reason: ForfeitReason) -> None:
        """
        Let a seat forfeit.

        Raises:
            IllegalAction: no decision is due, or the seat has forfeited before.
        """
        self._events += self.play.log()
        self._events.append(self.play.forfeit(seat, reason))

    def collect(self) -> TimedEvents:
        """Return what has been logged since the last call."""
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
            assert actor is not None, "a game that is played has someone to act"
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
        """Return the player's legal choice; None if its seat has forfeited instead."""
        rng = Generator.for_decision(self._seed, seat, self.play.seq + 1)
        fault: BotFault | None = None
        try:
            choice = player.choose(Observation(self._looks[seat]), legal, rng)
        except (Exception, SystemExit) as error:
            if isinstance(error, PlatformFault) or self._is_interruption(error):
                raise
            fault = _make_fault(error)
        if self._failures:
            # Whatever the player made of it: it could not see the position.
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
    """Return the seat's observation; a failure is noted too, so that a bot that catches it hides nothing."""
    try:
        return state.observation(seat)
    except Exception as error:
        fault = PlatformFault("the rules cannot show the position", error)
        failures.append(fault)
        raise fault from error


def _make_fault(error: BaseException) -> BotFault:
    """Return the fault of a bot that raised an error of its own."""
    if isinstance(error, BotFault):
        return error
    fault = BotFault(ForfeitReason.CRASH, f"{type(error).__name__}: {_quote(error)}")
    fault.__cause__ = error
    return fault


def _quote(value: object) -> str:
    """Return the beginning of what a bot answered or raised; writing it may run code of the bot, and fail."""
    try:
        return (str(value) if isinstance(value, BaseException) else repr(value))[:_MAX_QUOTE]
    except Exception:  # noqa: BLE001 - the bot's fault is known already
        return f"a {type(value).__name__}"


def _is_exit(error: BaseException) -> bool:
    return isinstance(error, SystemExit)
