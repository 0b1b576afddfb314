"""
Records: the format of a game's log (JSON Lines: a header, one line per event, a trailer) and its hash chain.

Reading is loose where the format says so (key order, spaces, CRLF) and strict everywhere else; writing is
canonical. h0 = SHA-256(canonical header), hn = SHA-256(h(n-1) + canonical event n).
"""

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from engine.core import registry
from engine.core.dealer import SEED_BYTES, commitment
from engine.core.errors import EngineError, InvalidOptions, MalformedEvent, UnreadableRecord
from engine.core.events import CHANCE, SYSTEM, Event, LoggedEvent, canonical, canonical_event
from engine.core.reading import read_object
from engine.core.ruleset import Ruleset

__all__ = [
    "FORMAT",
    "Header",
    "Parts",
    "Record",
    "Trailer",
    "event_of",
    "header_of",
    "make_header",
    "next_hash",
    "parse_record",
    "parts_of",
    "record_of",
    "write_record",
]

#: The format's number, the first thing a header says.
FORMAT: Final = 1
#: A player's name in a header has at most this many characters.
MAX_NAME = 200
#: No game is longer; it bounds what a submission can make the server do.
MAX_EVENTS = 100_000

_HEADER_KEYS = {"record", "ruleset", "components", "seats", "options", "players"}
_EVENT_KEYS = {"seq", "actor", "kind", "data"}
_HEX = frozenset("0123456789abcdef")


@dataclass(frozen=True, slots=True)
class Header:
    """
    The first line of a record: what is played, by whom, and the commitment to the seed (hex) if there is one.
    """

    ruleset: str
    components: str
    seats: int
    options: Mapping[str, Any]
    players: tuple[str, ...]
    commitment: str | None = None

    def data(self) -> dict[str, Any]:
        """
        Return the header as the JSON object of the record's first line.
        """
        data: dict[str, Any] = {
            "record": FORMAT,
            "ruleset": self.ruleset,
            "components": self.components,
            "seats": self.seats,
            "options": dict(self.options),
        }
        if self.commitment is not None:
            data["commitment"] = self.commitment
        data["players"] = list(self.players)
        return data

    def canonical(self) -> bytes:
        """
        Return the canonical bytes that are hashed.
        """
        return canonical(self.data())

    def h0(self) -> bytes:
        """
        Return the hash the chain starts from.
        """
        return sha256(self.canonical()).digest()


@dataclass(frozen=True, slots=True)
class Trailer:
    """
    The last line of a record: the head of the chain and, once it may be shown, the seed (32 bytes each).
    """

    head: bytes
    seed: bytes | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """
    One finished play-through as read from text. Well-formed, not yet judged: see ``replay.verify_record``.
    """

    header: Header
    events: tuple[Event, ...]
    trailer: Trailer


@dataclass(slots=True)
class Parts:
    """
    What the lines of a record tell, as far as they have been read; ``lines`` is how many those are.
    """

    header: Header | None = None
    events: list[Event] = dataclasses.field(default_factory=list)
    trailer: Trailer | None = None
    lines: int = 0


def next_hash(previous: bytes, event: bytes) -> bytes:
    """
    Return h(n) from h(n-1) (32 bytes) and the canonical bytes of event n.
    """
    return sha256(previous + event).digest()


def make_header(
    ruleset: Ruleset[Any],
    *,
    seats: int,
    options: Mapping[str, Any],
    players: Iterable[str],
    components: str | None = None,
    commitment: str | None = None,
) -> Header:
    """
    Return a valid header with every default written out.

    Raises:
        InvalidOptions: seats, options or players the ruleset does not take.
        UnknownRuleset: no such component set.
    """
    chosen = components if components is not None else ruleset.component_sets[0]
    ruleset.check_table(seats, chosen)
    names = tuple(players)
    if len(names) != seats:
        raise InvalidOptions("wrong_player_count", field="players", expected=seats, found=len(names))
    full = ruleset.options(options, seats)
    return Header(ruleset.key, chosen, seats, full, names, commitment)


def parse_record(text: bytes) -> Record:
    """
    Read a record from its bytes.

    Raises:
        UnreadableRecord, MalformedEvent, InvalidOptions, UnknownRuleset: the first fault, with its
            ``line`` (from 1) in the details.
    """
    if text.startswith(b"\xef\xbb\xbf"):
        raise UnreadableRecord("byte_order_mark", line=1)
    lines = text.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    return record_of(map(read_object, lines))


def record_of(lines: Iterable[Mapping[str, Any]]) -> Record:
    """
    Return the record whose lines, read as objects one by one, are given.

    Raises:
        UnreadableRecord, MalformedEvent, InvalidOptions, UnknownRuleset: as ``parse_record``.
    """
    parts = parts_of(lines)
    if parts.header is None or not parts.events:
        raise UnreadableRecord("no_events", line=parts.lines)
    if parts.trailer is None:
        raise UnreadableRecord("no_trailer", line=parts.lines)
    return Record(parts.header, tuple(parts.events), parts.trailer)


def parts_of(lines: Iterable[Mapping[str, Any]]) -> Parts:
    """
    Return what the lines of a record, or of its beginning, tell.

    Raises:
        UnreadableRecord, MalformedEvent, InvalidOptions, UnknownRuleset: as ``parse_record``; the details of a fault
            among the events name its ``seq`` as well.
    """
    parts = Parts()
    found: Mapping[str, Any] = {}
    try:
        for found in lines:
            if parts.lines >= MAX_EVENTS:
                raise UnreadableRecord("out_of_range", field="lines", expected=MAX_EVENTS)
            if parts.trailer is not None:
                raise UnreadableRecord("nothing_follows", expected="the trailer is the last line")
            if parts.header is None:
                parts.header = header_of(found)
            elif "head" in found:
                parts.trailer = _trailer_of(found, parts.header)
            else:
                parts.events.append(event_of(found))
            parts.lines += 1
            found = {}
    except EngineError as error:
        error.details.setdefault("line", parts.lines + 1)
        if parts.header is not None and parts.trailer is None and "head" not in found:
            error.details.setdefault("seq", len(parts.events) + 1)
        raise
    return parts


def write_record(
    header: Header, events: Iterable[LoggedEvent], head: bytes | None = None, seed: bytes | None = None
) -> Iterator[bytes]:
    """
    Yield the lines of a record in canonical form, line feeds included; no trailer when ``head`` is None.
    """
    yield header.canonical() + b"\n"
    for event in events:
        yield canonical_event(event.seq, event.actor, event.kind, event.payload) + b"\n"
    if head is not None:
        trailer = {"head": head.hex()}
        if seed is not None:
            trailer["seed"] = seed.hex()
        yield canonical(trailer) + b"\n"


def header_of(data: Mapping[str, Any]) -> Header:
    """
    Return the header of a record's first line, defaults written out.

    Raises:
        UnreadableRecord, InvalidOptions, UnknownRuleset: with the field at fault.
    """
    _check_keys(data, _HEADER_KEYS, {"commitment"})
    _require(data, "record", int)
    if data["record"] != FORMAT:
        raise UnreadableRecord("unknown_format", field="record", expected=FORMAT)
    for field, kind in (
        ("ruleset", str),
        ("components", str),
        ("seats", int),
        ("options", dict),
        ("players", list),
    ):
        _require(data, field, kind)
    ruleset = registry.get(data["ruleset"])
    promised = _hex_bytes(data, "commitment").hex() if "commitment" in data else None
    for name in data["players"]:
        if not isinstance(name, str):
            raise UnreadableRecord("wrong_type", field="players", expected="strings")
        if len(name) > MAX_NAME:
            raise UnreadableRecord("out_of_range", field="players", expected=f"at most {MAX_NAME} characters")
    return make_header(
        ruleset,
        seats=data["seats"],
        options=data["options"],
        players=data["players"],
        components=data["components"],
        commitment=promised,
    )


def event_of(data: Mapping[str, Any]) -> Event:
    """
    Return the event of one line; its data is judged later, by its ruleset.

    Raises:
        UnreadableRecord: wrong keys or types.
        MalformedEvent: code ``wrong_actor`` for an actor no event has.
    """
    _check_keys(data, _EVENT_KEYS, set())
    for field, kind in (("seq", int), ("kind", str), ("data", dict)):
        _require(data, field, kind)
    return Event(data["seq"], _actor_of(data["actor"]), data["kind"], data["data"])


def _actor_of(written: Any) -> int:
    if written == "chance":
        return CHANCE
    if written == "system":
        return SYSTEM
    if isinstance(written, int) and not isinstance(written, bool) and written >= 0:
        return written
    raise MalformedEvent("wrong_actor", field="actor", expected='a seat from 0, "chance" or "system"')


def _trailer_of(data: Mapping[str, Any], header: Header) -> Trailer:
    _check_keys(data, {"head"}, {"seed"})
    head = _hex_bytes(data, "head")
    if "seed" not in data:
        return Trailer(head)
    seed = _hex_bytes(data, "seed")
    if header.commitment is None:
        raise UnreadableRecord("seed_without_commitment", field="seed")
    if commitment(seed) != header.commitment:
        raise UnreadableRecord("seed_mismatch", field="seed", expected=header.commitment)
    return Trailer(head, seed)


def _check_keys(data: Mapping[str, Any], required: set[str], optional: set[str]) -> None:
    unknown = sorted(set(data) - required - optional)
    if unknown:
        raise UnreadableRecord("unknown_key", field=unknown[0][:80], expected=sorted(required | optional))
    missing = sorted(required - set(data))
    if missing:
        raise UnreadableRecord("missing_key", field=missing[0])


def _require(data: Mapping[str, Any], field: str, kind: type) -> None:
    value = data[field]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise UnreadableRecord("wrong_type", field=field, expected=kind.__name__, found=type(value).__name__)


def _hex_bytes(data: Mapping[str, Any], field: str) -> bytes:
    value = data[field]
    if not isinstance(value, str) or len(value) != 2 * SEED_BYTES or not _HEX.issuperset(value):
        raise UnreadableRecord("bad_hex", field=field, expected="64 lower-case hexadecimal digits")
    return bytes.fromhex(value)
