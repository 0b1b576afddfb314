"""
Verification of records from text: one pass produces a verdict and the events to store.

Nearly every record is canonical, as an export is. The fast path hashes and stores its lines as they are, without
parsing and serializing them. The slow path (``record``, ``replay``) verifies all other records and finds their faults.
The fast path never reports a fault: it returns a good verdict or falls back. A test compares both paths.
"""

import re
from collections.abc import Iterable, Sequence
from enum import Enum, auto
from hashlib import sha256
from itertools import islice
from typing import Final, NamedTuple

from engine.core.dealer import Dealer
from engine.core.errors import EngineError
from engine.core.events import CHANCE, SYSTEM, Event, LoggedEvent
from engine.core.ndjson import parse_packed, split_packed, unpack_lines
from engine.core.playthrough import Playthrough, Status
from engine.core.record import (
    MAX_EVENTS,
    Header,
    Record,
    Trailer,
    assemble_parts,
    assemble_record,
    hash_event,
    parse_record,
)
from engine.core.replay import Verdict, VerdictStatus, verify_beginning, verify_record
from engine.core.strict_json import MAX_DEPTH, read_object

__all__ = [
    "CheckedRecord",
    "RecordForm",
    "compute_packed_head",
    "verify_before_fault",
    "verify_lines",
    "verify_packed",
    "verify_text",
]

#: A canonical event. The data is matched by its braces only: the ruleset parses it and accepts only canonical text.
_EVENT: Final = re.compile(
    r'\{"actor":(0|[1-9][0-9]{0,3}|"chance"|"system"),"data":(\{.*\}),"kind":"([a-z_]+)","seq":([1-9][0-9]{0,5})\}'
)
_ACTORS: Final = {'"chance"': CHANCE, '"system"': SYSTEM}


class RecordForm(Enum):
    """Layout of a record: on many lines, or packed on one."""

    LINES = auto()
    PACKED = auto()


class CheckedRecord(NamedTuple):
    """A parsed record, its verdict and, if the verdict is good, the events to store."""

    header: Header
    trailer: Trailer
    verdict: Verdict
    events: Sequence[LoggedEvent]


def verify_lines(text: bytes, *, with_forks: bool = False) -> CheckedRecord:
    """
    Verify a record written on many lines; ``with_forks`` accepts records of forks.

    Raises:
        UnreadableRecord, MalformedEvent, InvalidOptions, UnknownRuleset: it cannot be parsed, as ``parse_record``.
    """
    return _verify_canonical_lines(text) or _verify_parsed(parse_record(text, with_forks=with_forks))


def verify_packed(line: bytes, *, with_forks: bool = False) -> CheckedRecord:
    """
    Verify a record packed on one line; ``with_forks`` accepts records of forks.

    Raises:
        UnreadableRecord, MalformedEvent, InvalidOptions, UnknownRuleset: it cannot be parsed, as ``parse_packed``.
    """
    return _verify_canonical_packed(line) or _verify_parsed(parse_packed(line, with_forks=with_forks))


def compute_packed_head(line: bytes) -> bytes | None:
    """
    Compute the head of a packed record from its lines as they are; None if it differs from the trailer's head.

    The events are not replayed. Two logs with the same head are the same log, so a log that was verified under that
    head need not be verified again.
    """
    parts = split_packed(line)
    if parts is None:
        return None
    try:
        ends = assemble_record(
            [read_object(parts.header.encode()), _ANY_EVENT, read_object(parts.trailer.encode())]
        )
    except EngineError:
        return None
    head = sha256(parts.header.encode()).digest()
    for event in parts.events:
        head = hash_event(head, event.encode())
    return head if head == ends.trailer.head else None


def verify_text(text: bytes, form: RecordForm) -> CheckedRecord:
    """
    Verify a record in the given form; records of forks are refused.

    Raises:
        UnreadableRecord, MalformedEvent, InvalidOptions, UnknownRuleset: it cannot be parsed.
    """
    return verify_lines(text) if form is RecordForm.LINES else verify_packed(text)


def verify_before_fault(text: bytes, form: RecordForm, fault: EngineError) -> CheckedRecord | None:
    """
    Verify the events before the line that cannot be parsed; return None if they are valid.

    A text is parsed to its end before it is replayed. The caller passes the parser's fault here to find out whether
    an event before it is invalid, which is then the first fault of the record.
    """
    line = fault.details.get("line")
    if not isinstance(line, int):
        return None
    objects = (
        map(read_object, text.split(b"\n"))
        if form is RecordForm.LINES
        else unpack_lines(read_object(text, depth=MAX_DEPTH + 2))
    )
    parts = assemble_parts(islice(objects, line if fault.code == "no_trailer" else line - 1))
    if parts.header is None:
        return None
    verdict = verify_beginning(parts.header, parts.events)
    return None if verdict.is_good else CheckedRecord(parts.header, Trailer(verdict.head), verdict, ())


def _verify_parsed(record: Record) -> CheckedRecord:
    log: list[LoggedEvent] = []
    verdict = verify_record(record, log=log)
    return CheckedRecord(record.header, record.trailer, verdict, log if verdict.is_good else ())


def _verify_canonical_lines(text: bytes) -> CheckedRecord | None:
    try:
        header, *events, trailer = text.decode().removesuffix("\n").split("\n")
    except ValueError:
        return None
    return _verify_canonical(header, events, trailer)


def _verify_canonical_packed(line: bytes) -> CheckedRecord | None:
    parts = split_packed(line)
    return None if parts is None else _verify_canonical(*parts)


def _verify_canonical(header: str, lines: Sequence[str], trailer: str) -> CheckedRecord | None:
    """Verify a record in canonical form; return None if it is not canonical or not good (fast path)."""
    if not 0 < len(lines) < MAX_EVENTS - 1:
        return None
    try:
        ends = assemble_record([read_object(header.encode()), _ANY_EVENT, read_object(trailer.encode())])
        play = Playthrough(ends.header)
        heads = _chain_hashes(play.head, lines)
        if heads[-1] != ends.trailer.head:
            return None  # fail before the replay
        seed = ends.trailer.seed
        log = _replay_lines(play, lines, heads, Dealer(seed) if seed is not None else None)
    except EngineError:
        return None
    if log is None or play.status not in (Status.FINISHED, Status.VOIDED):
        return None
    status = VerdictStatus.CHANCE_UNPROVEN if seed is None else VerdictStatus.EXACT
    return CheckedRecord(ends.header, ends.trailer, Verdict(status, play.head, play.seq, play.outcome), log)


def _chain_hashes(head: bytes, lines: Iterable[str]) -> list[bytes]:
    """Return the chain hash after each line; the lines are hashed as they are."""
    heads = []
    for line in lines:
        head = hash_event(head, line.encode())
        heads.append(head)
    return heads


def _replay_lines(
    play: Playthrough, lines: Sequence[str], heads: Sequence[bytes], dealer: Dealer | None
) -> list[LoggedEvent] | None:
    log = []
    read = play.ruleset.read
    for line, head in zip(lines, heads, strict=True):
        found = _EVENT.fullmatch(line)
        if found is None:
            return None
        who, payload, kind, number = found.groups()
        actor, seq = _ACTORS.get(who), int(number)
        if actor is None:
            actor = int(who)
        if seq != play.seq + 1:
            return None
        if actor == SYSTEM:
            logged = play.submit(Event(seq, actor, kind, read_object(payload.encode())))
            if logged.payload != payload:
                return None
            log.append(logged)
            continue
        action = read(kind, payload)
        if (
            actor == CHANCE
            and dealer is not None
            and play.due == CHANCE
            and play.state.deal(dealer) != action
        ):
            return None
        play.check_action(actor, kind, action)
        digest = play.advance(action, head)
        log.append(LoggedEvent(seq, actor, kind, payload, head, digest))
    return log


#: Placeholder for the events where only the header and the trailer are parsed.
_ANY_EVENT: Final = {"seq": 1, "actor": "system", "kind": "game_voided", "data": {}}
