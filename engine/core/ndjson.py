"""
Packed records: one record per line (NDJSON), so that a file or request can hold many.

A line is ``{"events":[...],"header":{...},"trailer":{...}}``. The values are the lines of the record, byte for byte.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.core.errors import UnreadableRecord
from engine.core.record import Record, assemble_record
from engine.core.strict_json import MAX_DEPTH, read_object

__all__ = ["PackedParts", "is_packed", "pack_record", "parse_packed", "split_packed", "unpack_lines"]

_KEYS = {"events", "header", "trailer"}

_START, _HEADER, _TRAILER = '{"events":[', '],"header":', ',"trailer":'
#: The boundary of two events of a packed record, and the same text split into two lines.
_BETWEEN: Final = '},{"actor":'
_PARTED: Final = '}\n{"actor":'


class PackedParts(NamedTuple):
    """
    The lines of a packed record as texts, split at the places where a canonical record has its boundaries.

    If the record is not canonical, it may be split wrongly, and the parts are not canonical either.
    """

    header: str
    events: Sequence[str]
    trailer: str


def pack_record(header: bytes, events: bytes, trailer: bytes | None = None) -> bytes:
    """
    Serialize a record to one line, including the line feed.

    Args:
        header: the canonical first line, without its line feed.
        events: the canonical lines between header and trailer, joined by commas.
        trailer: the canonical last line, or None if the game is not over.
    """
    end = b"" if trailer is None else b',"trailer":' + trailer
    return b'{"events":[' + events + b'],"header":' + header + end + b"}\n"


def is_packed(data: Mapping[str, Any]) -> bool:
    """Return whether a parsed line is a packed record and not the first line of a record on many lines."""
    return "header" in data


def parse_packed(line: bytes, *, with_forks: bool = False) -> Record:
    """
    Parse a packed record; ``with_forks`` accepts records of forks.

    Raises:
        UnreadableRecord, MalformedEvent, InvalidOptions, UnknownRuleset: the first fault. Its ``line`` is that of the
            same record on many lines (the header's is 1); it is missing if the text is not a JSON object at all.
    """
    return assemble_record(unpack_lines(read_object(line, depth=MAX_DEPTH + 2)), with_forks=with_forks)


def unpack_lines(data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """
    Yield the lines of a packed record as objects.

    Raises:
        UnreadableRecord: the object does not have the keys and types of a packed record.
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
    """Split a packed record into the texts of its lines without parsing them, or return None if it is not canonical."""
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
