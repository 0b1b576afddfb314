"""
Packed records: a whole record on one line, so that many stand in one file or request (NDJSON).

A line is ``{"events":[...],"header":{...},"trailer":{...}}``: the very lines of the record, in order, between commas.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.core.errors import UnreadableRecord
from engine.core.record import Record, assemble_record
from engine.core.strict_json import MAX_DEPTH, read_object

__all__ = ["PackedParts", "is_packed", "pack_record", "parse_packed", "split_packed", "unpack_lines"]

_KEYS = {"events", "header", "trailer"}

_START, _HEADER, _TRAILER = '{"events":[', '],"header":', ',"trailer":'
#: Where one event of a packed record ends and the next begins.
_BETWEEN: Final = '},{"actor":'
_PARTED: Final = '}\n{"actor":'


class PackedParts(NamedTuple):
    """The texts of a packed record's lines, cut where they lie in a canonical one. Cut wrongly, none is canonical."""

    header: str
    events: Sequence[str]
    trailer: str


def pack_record(header: bytes, events: bytes, trailer: bytes | None = None) -> bytes:
    """
    Return a record on one line, with its line feed.

    Args:
        header: the canonical first line, without its line feed.
        events: the canonical lines between header and trailer, joined by commas.
        trailer: the canonical last line; None: the game is not over.
    """
    end = b"" if trailer is None else b',"trailer":' + trailer
    return b'{"events":[' + events + b'],"header":' + header + end + b"}\n"


def is_packed(data: Mapping[str, Any]) -> bool:
    """Whether an object that was read is a packed record, rather than the first line of one."""
    return "header" in data


def parse_packed(line: bytes, *, with_forks: bool = False) -> Record:
    """
    Read a record from one line; ``with_forks``: also a fork's.

    Raises:
        UnreadableRecord, MalformedEvent, InvalidOptions, UnknownRuleset: the first fault, with the ``line`` it would
            have if the record were written on many (the header's is 1), unless the text as a whole can't be read.
    """
    return assemble_record(unpack_lines(read_object(line, depth=MAX_DEPTH + 2)), with_forks=with_forks)


def unpack_lines(data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """
    Yield the lines of a packed record as objects.

    Raises:
        UnreadableRecord: it has other keys or types than a packed record.
    """
    unknown = sorted(set(data) - _KEYS)
    if unknown:
        raise UnreadableRecord("unknown_key", field=unknown[0][:80], expected=sorted(_KEYS))
    for field in ("header", "events"):
        if field not in data:
            raise UnreadableRecord("missing_key", field=field)
    yield _require_object(data["header"], "header")
    if not isinstance(data["events"], list):
        raise UnreadableRecord(
            "wrong_type", field="events", expected="list", found=type(data["events"]).__name__
        )
    for number, event in enumerate(data["events"]):
        yield _require_object(event, f"events[{number}]")
    if "trailer" in data:
        yield _require_object(data["trailer"], "trailer")


def _require_object(value: Any, field: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise UnreadableRecord("not_an_object", field=field, expected="object", found=type(value).__name__)
    return value


def split_packed(line: bytes) -> PackedParts | None:
    """Return the texts of a packed record's lines without reading them, or None: it is not written canonically."""
    try:
        text = line.decode().removesuffix("\n")
    except UnicodeDecodeError:
        return None
    header, trailer = text.rfind(_HEADER), text.rfind(_TRAILER)
    if not text.startswith(_START) or not text.endswith("}") or not 0 < header < trailer:
        return None
    return PackedParts(
        header=text[header + len(_HEADER) : trailer],
        events=text[len(_START) : header].replace(_BETWEEN, _PARTED).split("\n"),
        trailer=text[trailer + len(_TRAILER) : -1],
    )
