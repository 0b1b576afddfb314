"""
Parser and writer of records: a game's log as JSON Lines (header, one line per event, trailer) with a hash chain.

The parser is lenient where the format says so (key order, spaces, CRLF) and strict everywhere else; the writer is
canonical. h0 = SHA-256(canonical header), hn = SHA-256(h(n-1) + canonical event n).
"""

import dataclasses
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from engine.core import registry
from engine.core.dealer import commitment
from engine.core.errors import EngineError, MalformedEvent, UnreadableRecord
from engine.core.events import CHANCE, SYSTEM, Event, LoggedEvent, canonical, redact_event, serialize_event
from engine.core.forks import parse_fork, parse_names
from engine.core.header import FORMAT, Header, Stretch, make_header
from engine.core.strict_json import check_keys, read_hash, read_object, require

__all__ = [
    "FORMAT",
    "Header",
    "Record",
    "RecordParts",
    "Stretch",
    "Trailer",
    "assemble_parts",
    "assemble_record",
    "hash_event",
    "make_header",
    "parse_event",
    "parse_header",
    "parse_record",
    "write_record",
]

#: Maximum number of lines of a record. No game is longer; the limit bounds the work for a submission.
MAX_EVENTS = 100_000

_HEADER_KEYS = {"record", "ruleset", "components", "seats", "options", "players"}
_EVENT_KEYS = {"seq", "actor", "kind", "data"}
_EVENT_TYPES = (("seq", int), ("kind", str), ("data", dict))
#: The types that the values of a well-formed event have after parsing JSON.
_PARSED_TYPES = tuple(kind for _, kind in _EVENT_TYPES)


@dataclass(frozen=True, slots=True)
class Trailer:
    """
    The last line of a record: the head of the hash chain and, once it is disclosed, the seed (32 bytes each).

    ``seed`` is the seed of the last stretch; ``earlier`` are the disclosed seeds of the stretches before the last fork.
    """

    head: bytes
    seed: bytes | None = None
    earlier: tuple[bytes, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object of the record's last line."""
        data: dict[str, Any] = {"head": self.head.hex()}
        if self.seed is not None:
            data["seed"] = self.seed.hex()
        if self.earlier:
            data["earlier"] = [seed.hex() for seed in self.earlier]
        return data


@dataclass(frozen=True, slots=True)
class Record:
    """A finished play-through parsed from text: well-formed, but not verified (see ``replay.verify_record``)."""

    header: Header
    events: tuple[Event, ...]
    trailer: Trailer


@dataclass(slots=True)
class RecordParts:
    """The parsed parts of a record or of its beginning; ``lines`` is the number of lines parsed."""

    header: Header | None = None
    events: list[Event] = dataclasses.field(default_factory=list)
    trailer: Trailer | None = None
    lines: int = 0


def hash_event(previous: bytes, event: bytes) -> bytes:
    """Return the chain hash h(n) from h(n-1) (32 bytes) and the canonical bytes of event n."""
    return sha256(previous + event).digest()


def parse_record(text: bytes, *, with_forks: bool = False) -> Record:
    """
    Parse a record written on many lines.

    Args:
        text: the whole record.
        with_forks: whether records of forks are accepted.

    Raises:
        UnreadableRecord, MalformedEvent, InvalidOptions, UnknownRuleset: the first fault; the details hold its
            ``line`` (from 1).
    """
    if text.startswith(b"\xef\xbb\xbf"):
        raise UnreadableRecord("byte_order_mark", line=1)
    lines = text.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    return assemble_record(map(read_object, lines), with_forks=with_forks)


def assemble_record(lines: Iterable[Mapping[str, Any]], *, with_forks: bool = False) -> Record:
    """
    Build a record from its lines, parsed as objects.

    Raises:
        UnreadableRecord, MalformedEvent, InvalidOptions, UnknownRuleset: as ``parse_record``.
    """
    parts = assemble_parts(lines, with_forks=with_forks)
    if parts.header is None or not parts.events:
        raise UnreadableRecord("no_events", line=parts.lines)
    if parts.trailer is None:
        raise UnreadableRecord("no_trailer", line=parts.lines)
    return Record(parts.header, tuple(parts.events), parts.trailer)


def assemble_parts(lines: Iterable[Mapping[str, Any]], *, with_forks: bool = False) -> RecordParts:
    """
    Build the parts of a record, or of the beginning of one, from its lines, parsed as objects.

    Raises:
        UnreadableRecord, MalformedEvent, InvalidOptions, UnknownRuleset: as ``parse_record``; for a fault in an event
            the details also hold its ``seq``.
    """
    parts = RecordParts()
    found: Mapping[str, Any] = {}
    try:
        for found in lines:
            if parts.lines >= MAX_EVENTS:
                raise UnreadableRecord("out_of_range", field="lines", expected=MAX_EVENTS)
            if parts.trailer is not None:
                raise UnreadableRecord("nothing_follows", expected="the trailer is the last line")
            if parts.header is None:
                parts.header = parse_header(found)
            elif "head" in found:
                parts.trailer = _parse_trailer(found, parts.header)
            elif "fork" in found:
                parts.header = _add_fork(parts.header, found, parts.events, with_forks=with_forks)
            else:
                parts.events.append(parse_event(found))
            parts.lines += 1
            found = {}
    except EngineError as error:
        error.details.setdefault("line", parts.lines + 1)
        if parts.header is not None and parts.trailer is None and "head" not in found:
            error.details.setdefault("seq", len(parts.events) + 1)
        raise
    return parts


def write_record(
    header: Header,
    events: Iterable[LoggedEvent],
    head: bytes | None = None,
    seed: bytes | None = None,
    *,
    earlier: tuple[bytes, ...] = (),
    hidden: Container[str] = frozenset(),
) -> Iterator[bytes]:
    """
    Yield the lines of a record in canonical form, including line feeds; without a trailer if ``head`` is None.

    Args:
        header: the header with the forks, whose lines are written between the events.
        events: all events from the first one on.
        head: the chain hash of the last event, once the game is over.
        seed: the seed of the last stretch, if it is disclosed.
        earlier: the disclosed seeds of stretches before the last fork.
        hidden: event kinds of which only the chain hash is written.
    """
    yield header.to_bytes() + b"\n"
    lines = {fork.step: fork.to_bytes() + b"\n" for fork in header.forks}
    if 0 in lines:
        yield lines[0]
    for seq, actor, kind, payload, chain, _ in events:
        if kind in hidden:
            yield canonical(redact_event(seq, actor, kind, chain)) + b"\n"
        else:
            yield serialize_event(seq, actor, kind, payload) + b"\n"
        if seq in lines:
            yield lines[seq]
    if head is not None:
        yield canonical(Trailer(head, seed, earlier).to_dict()) + b"\n"


def parse_header(data: Mapping[str, Any]) -> Header:
    """
    Parse the header, the first line of a record; all defaults are written out.

    Raises:
        UnreadableRecord, InvalidOptions, UnknownRuleset: a field is invalid; the details name it.
    """
    check_keys(data, _HEADER_KEYS, {"commitment"})
    require(data, "record", int)
    if data["record"] != FORMAT:
        raise UnreadableRecord("unknown_format", field="record", expected=FORMAT)
    for field, kind in (
        ("ruleset", str),
        ("components", str),
        ("seats", int),
        ("options", dict),
        ("players", list),
    ):
        require(data, field, kind)
    ruleset = registry.get(data["ruleset"])
    committed = read_hash(data["commitment"], "commitment").hex() if "commitment" in data else None
    return make_header(
        ruleset,
        seats=data["seats"],
        options=data["options"],
        players=parse_names(data),
        components=data["components"],
        commitment=committed,
    )


def parse_event(data: Mapping[str, Any]) -> Event:
    """
    Parse the event of one line. Its ruleset validates the data later.

    Raises:
        UnreadableRecord: wrong keys or types.
        MalformedEvent: code ``wrong_actor``; the actor is neither a seat, "chance" nor "system".
    """
    if (
        data.keys() != _EVENT_KEYS
        or (type(data["seq"]), type(data["kind"]), type(data["data"])) != _PARSED_TYPES
    ):
        check_keys(data, _EVENT_KEYS, set())
        for field, kind in _EVENT_TYPES:
            require(data, field, kind)
    return Event(data["seq"], _parse_actor(data["actor"]), data["kind"], data["data"])


def _parse_actor(written: Any) -> int:
    if written == "chance":
        return CHANCE
    if written == "system":
        return SYSTEM
    if isinstance(written, int) and not isinstance(written, bool) and written >= 0:
        return written
    raise MalformedEvent("wrong_actor", field="actor", expected='a seat from 0, "chance" or "system"')


def _add_fork(
    header: Header, data: Mapping[str, Any], events: Sequence[Event], *, with_forks: bool
) -> Header:
    """Return the header with the fork of a line, which must directly follow the event it names."""
    if not with_forks:
        raise UnreadableRecord("fork_refused")
    fork = parse_fork(data, seats=header.seats)
    step = events[-1].seq if events else 0
    after = header.forks[-1].step if header.forks else -1
    if fork.step != step or fork.step <= after:
        raise UnreadableRecord("fork_misplaced", field="step", expected=step, found=fork.step)
    return header.add_fork(fork)


def _parse_trailer(data: Mapping[str, Any], header: Header) -> Trailer:
    check_keys(data, {"head"}, {"seed", "earlier"} if header.forks else {"seed"})
    head = read_hash(data["head"], "head")
    committed = header.list_stretches()[-1].commitment
    seed: bytes | None = None
    if "seed" in data:
        seed = read_hash(data["seed"], "seed")
        if committed is None:
            raise UnreadableRecord("seed_without_commitment", field="seed")
        if commitment(seed) != committed:
            raise UnreadableRecord("seed_mismatch", field="seed", expected=committed)
    if "earlier" not in data:
        return Trailer(head, seed)
    require(data, "earlier", list)
    earlier = tuple(read_hash(each, "earlier") for each in data["earlier"])
    others = header.list_earlier_commitments()
    if len(set(earlier)) < len(earlier) or not set(others).issuperset(map(commitment, earlier)):
        raise UnreadableRecord("seed_mismatch", field="earlier", expected=list(others))
    return Trailer(head, seed, earlier)
