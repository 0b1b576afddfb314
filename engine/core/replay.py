"""Replay of logs through the rules: verification, resuming a game, and frames for viewers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from engine.core.chance import Chance, derive_chances
from engine.core.errors import EngineError, IllegalAction, UnreadableRecord
from engine.core.events import CHANCE, SYSTEM, Event, LoggedEvent, SeenEvent, canonical, serialize_event
from engine.core.outcome import Outcome
from engine.core.playthrough import Playthrough, Status
from engine.core.record import Header, Record, hash_event
from engine.core.ruleset import Action, Effect, Observation, State
from engine.core.strict_json import read_object

__all__ = [
    "Frame",
    "SeenFrame",
    "Verdict",
    "VerdictStatus",
    "iterate_frames",
    "log_events",
    "replay_event",
    "resume",
    "verify",
    "verify_beginning",
    "verify_record",
]


class VerdictStatus(StrEnum):
    """Result of a verification."""

    #: All events are legal, chance events follow from the committed seed, hashes and result are correct.
    EXACT = "exact"
    #: Everything is correct, but no seed is known that proves the chance events.
    CHANCE_UNPROVEN = "chance_unproven"
    #: A step is wrong; the events from it on cannot be trusted.
    DIVERGED = "diverged"


@dataclass(frozen=True, slots=True)
class Verdict:
    """
    The result of a verification.

    ``step`` is the seq of the first wrong event (0: the header or seed; last + 1: the end is missing), ``code`` and
    ``details`` give the reason. ``head`` is the chain hash of the last correct event, ``events`` the number of correct
    events, ``outcome`` the computed result of a game that was played to its end.
    """

    status: VerdictStatus
    head: bytes
    events: int
    outcome: Outcome | None = None
    step: int | None = None
    code: str | None = None
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_good(self) -> bool:
        """Whether no fault was found."""
        return self.status is not VerdictStatus.DIVERGED


class SeenFrame(NamedTuple):
    """
    One step of a replay as a certain viewer may see it, without any information that is hidden from the viewer.

    ``position`` and ``previous`` are the observations after and before the event, computed on first access.
    ``points`` are the points of each seat after the event, ``turn`` is the number of turns that ended before it.
    """

    event: SeenEvent
    effects: Sequence[Effect]
    points: Sequence[int]
    turn: int
    position: Observation
    previous: Observation


class Frame(NamedTuple):
    """
    One step of a replay: the event, its action (None for system events), the state before and after, effects.

    It holds whole states, so pass only the result of ``show`` to viewers. If ``is_private``, ``owner`` is the only seat
    that may see the event before the game is over (None: no seat).
    """

    event: LoggedEvent
    action: Action | None
    before: State
    after: State
    effects: list[Effect]
    is_private: bool = False
    owner: int | None = None

    def is_hidden_from(self, viewer: int | None) -> bool:
        """Return whether the event is hidden from a seat, or a spectator (None), until the game is over."""
        return self.is_private and (viewer is None or viewer != self.owner)

    def show(self, viewer: int | None, *, is_over: bool, previous: Observation | None = None) -> SeenFrame:
        """
        Return the step as a seat, or a spectator (None), may see it.

        Args:
            viewer: the seat, or None for a spectator.
            is_over: whether the whole game is over, so that no event is hidden.
            previous: the ``position`` of the frame before for the same viewer, to avoid computing it again.
        """
        seq, actor, kind, payload, chain, _ = self.event
        is_hidden = not is_over and self.is_hidden_from(viewer)
        before, after = self.before, self.after
        return SeenFrame(
            event=SeenEvent(seq, actor, kind, None if is_hidden else payload, chain),
            effects=() if is_hidden else self.effects,
            points=after.points(),
            turn=before.turn,
            position=Observation(lambda: after.observation(viewer)),
            previous=Observation(lambda: before.observation(viewer)) if previous is None else previous,
        )


def replay_event(
    play: Playthrough, event: LoggedEvent, chance: Sequence[Chance | None] = ()
) -> Action | None:
    """
    Verify a stored event with all checks and apply it; return its action (None for a system event).

    If a fork follows the event, the play-through branches. If this raises, ``play`` may have applied the wrong event:
    discard it.

    Args:
        play: the play-through before the event.
        event: the next event of the log.
        chance: the chance of each stretch of the log (``derive_chances``); empty if no seed is known.

    Raises:
        EngineError: the first failed check of: sequence, shape, chance against the seed, legality, chain hash, digest.
    """
    seq, actor, kind, payload, chain, digest = event
    if seq != play.seq + 1:
        raise IllegalAction("wrong_seq", expected=play.seq + 1, found=seq)
    action: Action | None = None
    if actor == SYSTEM:
        data = _match_result(play, payload) if kind == "game_finished" else None
        if data is None:
            data = _read_payload(payload)
        logged = play.submit(Event(seq, actor, kind, data))
        head, derived = logged.chain, logged.digest
    else:
        action = play.ruleset.read(kind, payload)
        if actor == CHANCE and chance and play.due == CHANCE:
            _check_chance(play, action, chance)
        play.check_action(actor, kind, action)
        head = hash_event(play.head, serialize_event(seq, actor, kind, payload))
        derived = play.advance(action, head)
    if head != chain:
        raise IllegalAction("chain_mismatch", expected=head.hex())
    if derived != digest:
        raise IllegalAction("digest_mismatch", expected=derived.hex() if derived else "none")
    if seq == play.branches_at:
        play.branch()
    return action


def verify(
    header: Header,
    events: Iterable[LoggedEvent],
    *,
    seed: bytes | None = None,
    earlier: Sequence[bytes] = (),
    head: bytes | None = None,
) -> Verdict:
    """
    Verify a stored log by replaying it with all checks.

    Args:
        header: the stored header; the hash chain starts from its hash.
        events: the stored events in order.
        seed: the seed of the last stretch, if known, to check chance events against.
        earlier: known seeds of the stretches before the last fork.
        head: the expected chain hash of the last event.
    """
    play = Playthrough(header)
    good = play.head
    step = 0
    try:
        known = derive_chances(header, seed, earlier)
        unproven = known[-1] is None
        for event in events:
            step += 1
            if event.actor == CHANCE and known[play.stretch] is None:
                unproven = True
            replay_event(play, event, known)
            good = play.head
    except EngineError as error:
        at_fault = 0 if error.code == "seed_mismatch" else step
        return Verdict(
            VerdictStatus.DIVERGED,
            good,
            max(step - 1, 0),
            step=at_fault,
            code=error.code,
            details=error.details,
        )
    if head is not None and head != good:
        details = {"expected": good.hex(), "found": head.hex()}
        return Verdict(
            VerdictStatus.DIVERGED, good, step, step=step + 1, code="head_mismatch", details=details
        )
    status = VerdictStatus.CHANCE_UNPROVEN if unproven else VerdictStatus.EXACT
    return Verdict(status, good, step, play.outcome)


def verify_record(record: Record, *, log: list[LoggedEvent] | None = None) -> Verdict:
    """
    Verify a record parsed from text as ``verify`` does; compute its hash chain and compare it with the trailer's head.

    The game must be finished or voided; otherwise the record diverges after its last event with ``not_finished``.

    Args:
        record: the parsed record.
        log: receives the correct events in the form in which they are stored.
    """
    log = log if log is not None else []
    play = Playthrough(record.header)
    known = derive_chances(record.header, record.trailer.seed, record.trailer.earlier)
    unproven = known[-1] is None
    good = play.head
    step = 0
    try:
        for event in record.events:
            step += 1
            if event.actor == CHANCE and known[play.stretch] is None:
                unproven = True
            elif event.actor == CHANCE and play.due == CHANCE:
                _check_chance(play, play.ruleset.encode(event.kind, event.data), known)
            log.append(_submit(play, event))
            good = play.head
        step += 1
        if play.status not in (Status.FINISHED, Status.VOIDED):
            raise IllegalAction("not_finished", expected="game_finished or game_voided")
        if record.trailer.head != good:
            raise IllegalAction("head_mismatch", expected=good.hex(), found=record.trailer.head.hex())
    except EngineError as error:
        return Verdict(
            VerdictStatus.DIVERGED, good, step - 1, step=step, code=error.code, details=error.details
        )
    status = VerdictStatus.CHANCE_UNPROVEN if unproven else VerdictStatus.EXACT
    return Verdict(status, good, step - 1, play.outcome)


def verify_beginning(header: Header, events: Iterable[Event]) -> Verdict:
    """
    Verify the first events of a record whose game may still be running.

    The best verdict is *chance unproven*, because seed and head are unknown.
    """
    play = Playthrough(header)
    good = play.head
    step = 0
    try:
        for event in events:
            step += 1
            _submit(play, event)
            good = play.head
    except EngineError as error:
        return Verdict(
            VerdictStatus.DIVERGED, good, step - 1, step=step, code=error.code, details=error.details
        )
    return Verdict(VerdictStatus.CHANCE_UNPROVEN, good, step, play.outcome)


def log_events(record: Record) -> list[LoggedEvent]:
    """
    Convert a record's events to the form in which they are stored.

    Raises:
        EngineError: an event is invalid; ``verify_record`` finds out which.
    """
    play = Playthrough(record.header)
    return [_submit(play, event) for event in record.events]


def _submit(play: Playthrough, event: Event) -> LoggedEvent:
    logged = play.submit(event)
    if event.seq == play.branches_at:
        play.branch()
    return logged


def resume(header: Header, events: Iterable[LoggedEvent]) -> Playthrough:
    """
    Replay a stored log and return the play-through, ready to continue.

    Raises:
        EngineError: an event is invalid.
    """
    play = Playthrough(header)
    for event in events:
        replay_event(play, event)
    return play


def iterate_frames(
    header: Header,
    events: Iterable[LoggedEvent],
    *,
    first: int,
    last: int,
    seed: bytes | None = None,
    earlier: Sequence[bytes] = (),
) -> Iterator[Frame]:
    """
    Replay a log with all checks and yield the frames of events ``first`` to ``last``; seeds as for ``verify``.

    Raises:
        EngineError: an event is invalid; the frames before it have been yielded.
    """
    play = Playthrough(header)
    chance = derive_chances(header, seed, earlier)
    after: State | None = None
    for event in events:
        if event.seq > last:
            return
        if event.seq < first:
            replay_event(play, event, chance)
            continue
        before = play.state.clone() if after is None else after
        action = replay_event(play, event, chance)
        after = play.state.clone()
        effects = [] if action is None else play.ruleset.derive_effects(before, action, after)
        if action is None or event.kind not in play.ruleset.private_kinds:
            yield Frame(event, action, before, after, effects)
        else:
            owner = play.ruleset.find_viewer(before, action)
            yield Frame(event, action, before, after, effects, is_private=True, owner=owner)


def _check_chance(play: Playthrough, action: Action, chance: Sequence[Chance | None]) -> None:
    stretch_chance = chance[play.stretch]
    if stretch_chance is None:
        return
    dealt = stretch_chance.outcome(play.state, play.seq + 1)
    if dealt != action:
        kind, data = play.ruleset.decode(dealt)
        raise IllegalAction("chance_differs", expected={"kind": kind, "data": data})


def _match_result(play: Playthrough, payload: str) -> dict[str, Any] | None:
    """Return the data of a result if its payload is exactly what the engine computes, or None if it must be parsed."""
    if play.status is not Status.OVER:
        return None
    derived = play.derive_result().to_dict()
    return derived if canonical(derived).decode() == payload else None


def _read_payload(payload: str) -> dict[str, Any]:
    data = read_object(payload.encode("utf-8", "surrogatepass"))
    written = canonical(data).decode()
    if written != payload:
        raise UnreadableRecord("not_canonical", expected=written)
    return data
