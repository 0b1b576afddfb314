"""
A play-through: a state with its log and the system events. Live play, replay and verification use it.

The ruleset validates the steps of seats and chance. This module handles everything else: the actor of the next step,
forfeits and house play, the end of the game, and the hash chain.
"""

from collections.abc import Mapping
from enum import StrEnum
from hashlib import sha256
from typing import Any

from engine.core import registry
from engine.core.dealer import Dealer
from engine.core.errors import IllegalAction, MalformedEvent
from engine.core.events import CHANCE, SYSTEM, Event, LoggedEvent, canonical, format_actor, serialize_event
from engine.core.outcome import ForfeitReason, Outcome
from engine.core.record import Header
from engine.core.ruleset import Action, Ruleset, State

__all__ = ["Playthrough", "Status"]

_MAX_REASON = 500


class Status(StrEnum):
    """Lifecycle of a play-through."""

    #: A seat or chance decides next.
    PLAYING = "playing"
    #: The game is over by the rules or by forfeits, but its end is not logged yet.
    OVER = "over"
    #: ``game_finished`` is logged.
    FINISHED = "finished"
    #: ``game_voided`` is logged; the game has no result.
    VOIDED = "voided"


#: Module-level for speed: it is read once per event of a replay.
_PLAYING = Status.PLAYING


class Playthrough:
    """
    A game being played or replayed.

    ``state`` may be read at any time but is changed only through this class. ``seq`` is the number of the last event
    (0 before the first), ``head`` its chain hash (32 bytes).

    For speed, apply many steps with ``step`` and then get their events at once from ``log``.

    At a fork of the header the hash chain continues from the fork's base. Code that replays stored or parsed events
    calls ``branch`` when ``seq`` equals ``branches_at``. ``stretch`` is the number of forks passed.
    """

    __slots__ = (
        "_chance_kinds",
        "_derived",
        "_head",
        "_steps",
        "_turn",
        "_write",
        "branches_at",
        "header",
        "outcome",
        "ruleset",
        "seq",
        "state",
        "status",
        "stretch",
    )

    def __init__(self, header: Header) -> None:
        self.header = header
        self.ruleset: Ruleset[Any] = registry.get(header.ruleset)
        self.state: State = self.ruleset.create_state(header.options, header.seats, header.components)
        self._chance_kinds = self.ruleset.chance_kinds
        self._write = self.ruleset.write
        self.seq = 0
        self._head = header.h0()
        #: Steps that are not in the hash chain yet: actor, action, digest.
        self._steps: list[tuple[int, Action, bytes | None]] = []
        self.status = Status.PLAYING
        self.outcome: Outcome | None = None
        self._derived: Outcome | None = None
        self._turn = self.state.turn
        self.stretch = 0
        self.branches_at = header.forks[0].step if header.forks else -1
        if self.branches_at == 0:
            self.branch()

    def branch(self) -> None:
        """
        Continue the hash chain from the base of the fork at this step.

        Raises:
            IllegalAction: code ``fork_misplaced``; the game is already over at this step.
        """
        forks = self.header.forks
        fork = forks[self.stretch]
        assert self.seq == fork.step, "a log branches at the step of its fork"
        if self.status is not _PLAYING:
            expected = "a step before the end of the game"
            raise IllegalAction("fork_misplaced", field="step", expected=expected, found=fork.step)
        self._head = fork.hash_base(self.head)
        self.stretch += 1
        self.branches_at = forks[self.stretch].step if self.stretch < len(forks) else -1

    def clone(self) -> "Playthrough":
        """Return an independent copy at the same step."""
        copy = object.__new__(Playthrough)
        for name in Playthrough.__slots__:
            setattr(copy, name, getattr(self, name))
        copy.state = self.state.clone()
        copy._steps = self._steps.copy()
        return copy

    @property
    def head(self) -> bytes:
        """The chain hash of the last event."""
        assert not self._steps, "call log() after step() before reading the head"
        return self._head

    @property
    def due(self) -> int | None:
        """The actor of the next event: a seat, ``CHANCE``, ``SYSTEM`` if only the end is to be logged, else None."""
        if self.status is Status.PLAYING:
            return self.state.actor
        return SYSTEM if self.status is Status.OVER else None

    @property
    def is_house_play(self) -> bool:
        """Whether the seat that decides has forfeited, so that its step is the first legal action."""
        return self.status is Status.PLAYING and self.state.actor in self.state.forfeits

    def check(self, event: Event) -> Action | None:
        """
        Validate the next event; return its action if it is an event of a seat or of chance.

        Raises:
            MalformedEvent: it does not have the shape of its kind.
            IllegalAction: it cannot follow here.
        """
        if event.seq != self.seq + 1:
            raise IllegalAction("wrong_seq", field="seq", expected=self.seq + 1, found=event.seq)
        if event.actor == SYSTEM:
            self._check_system(event)
            return None
        action = self.ruleset.encode(event.kind, event.data)
        self.check_action(event.actor, event.kind, action)
        return action

    def check_action(self, actor: int, kind: str, action: Action) -> None:
        """
        Validate an encoded step of a seat or of chance.

        Raises:
            MalformedEvent: that actor cannot make an event of that kind.
            IllegalAction: it cannot follow here.
        """
        state = self.state
        if self.status is not _PLAYING:
            code = "finish_due" if self.status is Status.OVER else "nothing_follows"
            raise IllegalAction(code)
        if (kind in self._chance_kinds) is not (actor == CHANCE):
            expected = "chance" if kind in self._chance_kinds else "a seat"
            raise MalformedEvent("wrong_actor", field="actor", kind=kind, expected=expected)
        if actor != state.actor:
            due = state.actor
            raise IllegalAction(
                _find_not_due_code(actor, due), field="actor", expected=format_actor(due or 0)
            )
        state.check(action)
        if state.forfeits and actor in state.forfeits:
            first = state.legal_actions()[0]
            if action != first:
                raise IllegalAction("not_house_play", expected=self._describe(first))

    def submit(self, event: Event) -> LoggedEvent:
        """
        Validate an event, apply it and log it.

        Raises:
            MalformedEvent, IllegalAction: as ``check``; the play-through is unchanged then.
        """
        action = self.check(event)
        if action is not None:
            return self.take(action)
        return self._apply_system(event.kind, event.data)

    def take(self, action: Action) -> LoggedEvent:
        """Apply and log an action of the actor that decides; the caller has checked that it is legal."""
        self.step(action)
        return self.log()[0]

    def step(self, action: Action) -> None:
        """
        Apply an action of the actor that decides without logging it; the caller has checked that it is legal.

        After one or more calls, call ``log`` before any other method.
        """
        state = self.state
        actor = state.actor
        assert actor is not None, "a step needs an actor that decides"
        state.apply(action)
        # If the rules raise, the log is unchanged: the step is counted only from here on.
        digest = self._end_turn()
        self.seq += 1
        self._steps.append((actor, action, digest))

    def log(self) -> list[LoggedEvent]:
        """Log the steps applied by ``step`` since the last call and return their events."""
        steps = self._steps
        seq, head = self.seq - len(steps), self._head
        write = self._write
        events: list[LoggedEvent] = []
        for actor, action, digest in steps:
            seq += 1
            kind, payload = write(action)
            head = sha256(head + serialize_event(seq, actor, kind, payload)).digest()
            events.append(LoggedEvent(seq, actor, kind, payload, head, digest))
        self._head = head
        steps.clear()
        return events

    def advance(self, action: Action, head: bytes) -> bytes | None:
        """
        Apply a step; the caller has checked that it is legal and computed ``head``, its chain hash.

        Returns:
            The state's digest if the step ends a turn, else None.
        """
        self.seq += 1
        self._head = head
        self.state.apply(action)
        return self._end_turn()

    def _end_turn(self) -> bytes | None:
        """Return the state's digest if the step just applied ends a turn, and update the status."""
        state = self.state
        if state.turn == self._turn and state.actor is not None:
            return None
        self._turn = state.turn
        if state.actor is None:
            self.status = Status.OVER
        return state.digest()

    def deal(self, dealer: Dealer) -> LoggedEvent:
        """Apply and log the chance outcome of the dealer; call while chance decides."""
        return self.take(self.state.deal(dealer))

    def forfeit(self, seat: int, reason: ForfeitReason) -> LoggedEvent:
        """
        Log the forfeit of a seat.

        Raises:
            IllegalAction: no decision is due, or the seat has already forfeited.
        """
        data = {"reason": reason.value, "seat": seat}
        return self.submit(Event(self.seq + 1, SYSTEM, "seat_forfeited", data))

    def finish(self) -> LoggedEvent:
        """Log the computed result; call when ``status`` is OVER."""
        outcome = self.derive_result() if self.status is Status.OVER else self.state.outcome()
        return self.submit(Event(self.seq + 1, SYSTEM, "game_finished", outcome.to_dict()))

    def derive_result(self) -> Outcome:
        """Return the outcome of a game that is over; it is computed once."""
        if self._derived is None:
            self._derived = self.state.outcome()
        return self._derived

    def void(self, reason: str) -> LoggedEvent:
        """Log that the game is void and has no result."""
        return self.submit(Event(self.seq + 1, SYSTEM, "game_voided", {"reason": reason}))

    def _describe(self, action: Action) -> dict[str, Any]:
        kind, data = self.ruleset.decode(action)
        return {"kind": kind, "data": data}

    def _check_system(self, event: Event) -> None:
        if self.status is Status.VOIDED:
            raise IllegalAction("nothing_follows")
        if event.kind == "game_voided":
            _check_void(event.data)
        elif event.kind == "game_finished":
            self._check_finish(event.data)
        elif event.kind == "seat_forfeited":
            self._check_forfeit(event.data)
        elif event.kind in (*self.ruleset.seat_kinds, *self.ruleset.chance_kinds):
            raise MalformedEvent("wrong_actor", field="actor", kind=event.kind)
        else:
            raise MalformedEvent("unknown_kind", field="kind", found=event.kind[:80])

    def _check_finish(self, data: Mapping[str, Any]) -> None:
        if self.status is Status.FINISHED:
            raise IllegalAction("nothing_follows")
        if self.status is not Status.OVER:
            raise IllegalAction("not_over", expected=format_actor(self.state.actor or 0))
        derived = self.derive_result().to_dict()
        if not _are_equal(data, derived):
            raise IllegalAction("wrong_result", expected=derived)

    def _check_forfeit(self, data: Mapping[str, Any]) -> None:
        _check_shape(data, {"reason": str, "seat": int})
        if data["reason"] not in list(ForfeitReason):
            expected = [reason.value for reason in ForfeitReason]
            raise MalformedEvent("malformed_event", field="reason", expected=expected)
        if not 0 <= data["seat"] < self.state.seats:
            raise MalformedEvent("malformed_event", field="seat", expected=[0, self.state.seats - 1])
        if self.status is not Status.PLAYING:
            raise IllegalAction("finish_due" if self.status is Status.OVER else "nothing_follows")
        if self.state.actor == CHANCE:
            raise IllegalAction("forfeit_not_due", expected="chance")
        if data["seat"] in self.state.forfeits:
            raise IllegalAction("already_forfeited", seat=data["seat"])

    def _apply_system(self, kind: str, data: Mapping[str, Any]) -> LoggedEvent:
        digest: bytes | None = None
        if kind == "seat_forfeited":
            self.state.forfeit(data["seat"])
            if len(self.state.forfeits) == self.state.seats - 1:
                self.status = Status.OVER
                digest = self.state.digest()
        elif kind == "game_finished":
            self.status = Status.FINISHED
            self.outcome = self.derive_result()
        else:
            self.status = Status.VOIDED
            self.outcome = None
        payload = canonical(data).decode()
        head = self.head
        self.seq += 1
        self._head = sha256(head + serialize_event(self.seq, SYSTEM, kind, payload)).digest()
        return LoggedEvent(self.seq, SYSTEM, kind, payload, self._head, digest)


def _find_not_due_code(actor: int, due: int | None) -> str:
    if actor == CHANCE:
        return "chance_not_due"
    return "seat_not_due" if due == CHANCE else "not_your_turn"


def _check_void(data: Mapping[str, Any]) -> None:
    _check_shape(data, {"reason": str})
    if len(data["reason"]) > _MAX_REASON:
        raise MalformedEvent("malformed_event", field="reason", expected=f"at most {_MAX_REASON} characters")


def _check_shape(data: Mapping[str, Any], shape: Mapping[str, type]) -> None:
    if set(data) != set(shape):
        raise MalformedEvent("malformed_event", field="data", expected=sorted(shape))
    for field, kind in shape.items():
        value = data[field]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise MalformedEvent("malformed_event", field=field, expected=kind.__name__)


def _are_equal(given: Mapping[str, Any], derived: Mapping[str, Any]) -> bool:
    """Compare by canonical bytes, because ``True == 1`` in Python but not in a record."""
    try:
        return canonical(given) == canonical(derived)
    except (TypeError, ValueError):
        return False
