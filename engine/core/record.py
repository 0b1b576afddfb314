"""
Records: the format of a game's log (JSON Lines: a header, one line per event, a trailer) and its hash chain.

Reading is loose where the format says so (key order, spaces, CRLF) and strict everywhere else; writing is
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

#: No game is longer; it bounds what a submission can make the server do.
MAX_EVENTS = 100_000

_HEADER_KEYS = {"record", "ruleset", "components", "seats", "options", "players"}
_EVENT_KEYS = {"seq", "actor", "kind", "data"}
_EVENT_TYPES = (("seq", int), ("kind", str), ("data", dict))
#: The types of a well-formed event's values, as they come from JSON.
_AS_WRITTEN = tuple(kind for _, kind in _EVENT_TYPES)


@dataclass(frozen=True, slots=True)
class Trailer:
    """
    The last line of a record: the head of the chain and, once it may be shown, the seed (32 bytes each).

    ``seed`` is that of the last stretch; ``earlier`` are those of stretches before the last fork, as far as shown.
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
    """One finished play-through as read from text. Well-formed, not yet judged: see ``replay.verify_record``."""

    header: Header
    events: tuple[Event, ...]
    trailer: Trailer


@dataclass(slots=True)
class RecordParts:
    """What the lines of a record tell, as far as they have been read; ``lines`` is how many those are."""

    header: Header | None = None
    events: list[Event] = dataclasses.field(default_factory=list)
    trailer: Trailer | None = None
    lines: int = 0


def hash_event(previous: bytes, event: bytes) -> bytes:
    """Return h(n) from h(n-1) (32 bytes) and the canonical bytes of event n."""
    return sha256(previous + event).digest()


def parse_record(text: bytes, *, with_forks: bool = False) -> Record:
    """
    Read a record from its bytes.

    Args:
        with_forks: whether it may be a fork's; whoever does not know what to do with one leaves it out.

    Raises:
        UnreadableRecord, MalformedEvent, InvalidOptions, UnknownRuleset: the first fault, with its
            ``line`` (from 1) in the details.
    """
    if text.startswith(b"\xef\xbb\xbf"):
        raise UnreadableRecord("byte_order_mark", line=1)
    lines = text.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    return assemble_record(map(read_object, lines), with_forks=with_forks)


def assemble_record(lines: Iterable[Mapping[str, Any]], *, with_forks: bool = False) -> Record:
    """
    Return the record whose lines, read as objects one by one, are given.

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
    Return what the lines of a record, or of its beginning, tell.

    Raises:
        UnreadableRecord, MalformedEvent, InvalidOptions, UnknownRuleset: as ``parse_record``; the details of a fault
            among the events name its ``seq`` as well.
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
    Yield the lines of a record in canonical form, line feeds included; no trailer when ``head`` is None.

    Args:
        header: with the forks, whose lines stand between the events.
        events: from the first one on.
        head: the hash of the last event, once the game is over.
        seed: that of the last stretch, if it may be shown.
        earlier: those of stretches before the last fork that may be shown.
        hidden: kinds of events of which only the hash is shown.
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
    Return the header of a record's first line, defaults written out.

    Raises:
        UnreadableRecord, InvalidOptions, UnknownRuleset: with the field at fault.
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
    promised = read_hash(data["commitment"], "commitment").hex() if "commitment" in data else None
    return make_header(
        ruleset,
        seats=data["seats"],
        options=data["options"],
        players=parse_names(data),
        components=data["components"],
        commitment=promised,
    )


def parse_event(data: Mapping[str, Any]) -> Event:
    """
    Return the event of one line; its data is judged later, by its ruleset.

    Raises:
        UnreadableRecord: wrong keys or types.
        MalformedEvent: code ``wrong_actor`` for an actor no event has.
    """
    if (
        data.keys() != _EVENT_KEYS
        or (type(data["seq"]), type(data["kind"]), type(data["data"])) != _AS_WRITTEN
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
    """Return the header with the fork of a line, which must stand right after the event it names."""
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
    promised = header.list_stretches()[-1].commitment
    seed: bytes | None = None
    if "seed" in data:
        seed = read_hash(data["seed"], "seed")
        if promised is None:
            raise UnreadableRecord("seed_without_commitment", field="seed")
        if commitment(seed) != promised:
            raise UnreadableRecord("seed_mismatch", field="seed", expected=promised)
    if "earlier" not in data:
        return Trailer(head, seed)
    require(data, "earlier", list)
    earlier = tuple(read_hash(each, "earlier") for each in data["earlier"])
    others = header.list_earlier_commitments()
    if len(set(earlier)) < len(earlier) or not set(others).issuperset(map(commitment, earlier)):
        raise UnreadableRecord("seed_mismatch", field="earlier", expected=list(others))
    return Trailer(head, seed, earlier)
