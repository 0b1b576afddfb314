"""
One play-through: a state, its log and the system's steps; live play, replay and verification all use it.

The rules decide seats' and chance's steps; this room decides what the rules do not know: whose step is due,
forfeits and house play, the end of the game, and the chain.
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
    """How far a play-through has come."""

    #: A seat or chance decides next.
    PLAYING = "playing"
    #: The game is over by the rules or by forfeits; only its end is to be logged.
    OVER = "over"
    #: ``game_finished`` is logged.
    FINISHED = "finished"
    #: ``game_voided`` is logged: it counts for nothing.
    VOIDED = "voided"


#: Looked up once for every event of a replay.
_PLAYING = Status.PLAYING


class Playthrough:
    """
    A game being played or replayed.

    ``state`` may be read at any time but is changed only through this class. ``seq`` is the number of the
    last event (0 before the first), ``head`` the hash of the chain there (32 bytes).

    A player in a hurry plays by ``step`` and asks for the ``log`` of many steps at once.

    Where the header has a fork, the chain goes on from the fork's base: whoever takes stored or written events
    through a play-through calls ``branch`` when it stands at ``branches_at``. ``stretch`` counts the forks behind it.
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
        #: Steps the chain has yet to take in: actor, action, digest.
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
        Leave the parent's log: go on from the base of the fork that stands here.

        Raises:
            IllegalAction: the game is over there: a fork only puts other names under it.
        """
        forks = self.header.forks
        fork = forks[self.stretch]
        assert self.seq == fork.step, "a log leaves its parent's at the fork's step"
        if self.status is not _PLAYING:
            expected = "a step from which the game goes on"
            raise IllegalAction("fork_misplaced", field="step", expected=expected, found=fork.step)
        self._head = fork.hash_base(self.head)
        self.stretch += 1
        self.branches_at = forks[self.stretch].step if self.stretch < len(forks) else -1

    def clone(self) -> "Playthrough":
        """Return an independent copy that stands where this one does."""
        copy = object.__new__(Playthrough)
        for name in Playthrough.__slots__:
            setattr(copy, name, getattr(self, name))
        copy.state = self.state.clone()
        copy._steps = self._steps.copy()
        return copy

    @property
    def head(self) -> bytes:
        """The hash of the chain at the last event."""
        assert not self._steps, "the log of all steps has been asked for"
        return self._head

    @property
    def due(self) -> int | None:
        """Who acts next: a seat, ``CHANCE``, ``SYSTEM`` when only the end is to be logged, or None after it."""
        if self.status is Status.PLAYING:
            return self.state.actor
        return SYSTEM if self.status is Status.OVER else None

    @property
    def is_house_play(self) -> bool:
        """Whether the seat due has forfeited, so that its step is the first legal action."""
        return self.status is Status.PLAYING and self.state.actor in self.state.forfeits

    def check(self, event: Event) -> Action | None:
        """
        Judge any event that is to follow; return its action if it is a seat's or chance's.

        Raises:
            MalformedEvent: it has not the shape of its kind.
            IllegalAction: it may not stand here.
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
        Judge an encoded step of a seat or of chance.

        Raises:
            MalformedEvent: that kind is never made by that actor.
            IllegalAction: it may not stand here.
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
        Judge an event and, if it may stand, apply and log it.

        Raises:
            MalformedEvent, IllegalAction: as ``check``; nothing has changed then.
        """
        action = self.check(event)
        if action is not None:
            return self.take(action)
        return self._apply_system(event.kind, event.data)

    def take(self, action: Action) -> LoggedEvent:
        """Apply and log an action known to be legal, of the actor who is due."""
        self.step(action)
        return self.log()[0]

    def step(self, action: Action) -> None:
        """Apply an action known to be legal, of the actor who is due; call ``log`` before anything but ``step``."""
        state = self.state
        actor = state.actor
        assert actor is not None, "a step is taken only while one is due"
        state.apply(action)
        # Rules that fail leave the log as it was: only what follows counts the step.
        digest = self._end_turn()
        self.seq += 1
        self._steps.append((actor, action, digest))

    def log(self) -> list[LoggedEvent]:
        """Return what ``step`` has done since the last call, as logged events: one pass over many steps is quicker."""
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
        Apply a step known to be legal; ``head`` is the chain's hash after its canonical event.

        Returns:
            The state's digest, if the step ends a turn.
        """
        self.seq += 1
        self._head = head
        self.state.apply(action)
        return self._end_turn()

    def _end_turn(self) -> bytes | None:
        """Return the state's digest if the step just applied ends a turn."""
        state = self.state
        if state.turn == self._turn and state.actor is not None:
            return None
        self._turn = state.turn
        if state.actor is None:
            self.status = Status.OVER
        return state.digest()

    def deal(self, dealer: Dealer) -> LoggedEvent:
        """Apply and log the chance outcome the dealer dictates; call while chance is due."""
        return self.take(self.state.deal(dealer))

    def forfeit(self, seat: int, reason: ForfeitReason) -> LoggedEvent:
        """
        Log that a seat forfeits.

        Raises:
            IllegalAction: no decision is due, or the seat has forfeited before.
        """
        data = {"reason": reason.value, "seat": seat}
        return self.submit(Event(self.seq + 1, SYSTEM, "seat_forfeited", data))

    def finish(self) -> LoggedEvent:
        """Log the result the engine derives; call when ``status`` is OVER."""
        outcome = self.derive_result() if self.status is Status.OVER else self.state.outcome()
        return self.submit(Event(self.seq + 1, SYSTEM, "game_finished", outcome.to_dict()))

    def derive_result(self) -> Outcome:
        """Return the outcome of a game that is over. Nothing changes it any more, so it is derived once."""
        if self._derived is None:
            self._derived = self.state.outcome()
        return self._derived

    def void(self, reason: str) -> LoggedEvent:
        """Log that the game counts for nothing."""
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
    """Compare by canonical bytes: in Python ``True == 1``, in a record it is another value."""
    try:
        return canonical(given) == canonical(derived)
    except (TypeError, ValueError):
        return False
