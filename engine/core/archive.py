"""Split an archive (a file of many records, each packed on one line or written on many) into its records."""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum, auto
from typing import Any, NamedTuple

import orjson

from engine.core.ndjson import is_packed, unpack_lines
from engine.core.record import MAX_EVENTS, Record, assemble_record
from engine.core.strict_json import MAX_DEPTH, read_object

__all__ = ["RecordText", "split_archive"]


class _Line(Enum):
    """Role of a line in finding where records begin and end."""

    PACKED = auto()
    HEADER = auto()
    TRAILER = auto()
    OTHER = auto()


class RecordText(NamedTuple):
    """The text of one record: its lines, the first one's number in the archive (from 1), and if it has a trailer."""

    line: int
    lines: tuple[bytes, ...]
    has_trailer: bool
    is_packed: bool = False

    def parse_lines(self) -> Iterator[Mapping[str, Any]]:
        """
        Yield the record's lines as objects.

        Raises:
            UnreadableRecord: a line is not an object of strict JSON.
        """
        if self.is_packed:
            yield from unpack_lines(read_object(self.lines[0], depth=MAX_DEPTH + 2))
        else:
            yield from map(read_object, self.lines)

    def parse(self, *, with_forks: bool = False) -> Record:
        """
        Parse the record; ``with_forks`` accepts records of forks.

        Raises:
            UnreadableRecord, MalformedEvent, InvalidOptions, UnknownRuleset: the first fault; its ``line`` counts from
                the record's first line.
        """
        return assemble_record(self.parse_lines(), with_forks=with_forks)

    def find_line(self, line: int) -> int:
        """Convert a line number of the record to a line number of the archive."""
        return self.line if self.is_packed else self.line + line - 1


def split_archive(lines: Iterable[bytes]) -> Iterator[RecordText]:
    """
    Yield the records of an archive one by one, valid or not, holding one in memory at a time.

    A record ends with its trailer. If the trailer is missing, the record ends at the next header or when it exceeds the
    maximum length of a record.
    """
    pending: list[bytes] = []
    first = 1
    number = 0
    for number, line in enumerate(lines, start=1):
        kind = _classify(line)
        if pending and kind in (_Line.PACKED, _Line.HEADER):
            yield RecordText(first, tuple(pending), has_trailer=False)
            pending = []
        if not pending:
            first = number
        if kind is _Line.PACKED:
            yield RecordText(number, (line,), has_trailer=b'"trailer"' in line, is_packed=True)
            continue
        pending.append(line)
        if kind is _Line.TRAILER or len(pending) > MAX_EVENTS:
            yield RecordText(first, tuple(pending), has_trailer=kind is _Line.TRAILER)
            pending = []
    if pending:
        yield RecordText(first, tuple(pending), has_trailer=False)


def _classify(line: bytes) -> _Line:
    if b'"head' not in line and b'"record"' not in line:
        return _Line.OTHER
    try:
        found = orjson.loads(line)
    except orjson.JSONDecodeError:
        return _Line.OTHER
    if not isinstance(found, dict):
        return _Line.OTHER
    if is_packed(found):
        return _Line.PACKED
    if "record" in found:
        return _Line.HEADER
    return _Line.TRAILER if "head" in found else _Line.OTHER
