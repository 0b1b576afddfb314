"""Archives: files of many records, one after the other, packed or on many lines each. Lines in, records' texts out."""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum, auto
from typing import Any, NamedTuple

import orjson

from engine.core.ndjson import is_packed, unpack_lines
from engine.core.record import MAX_EVENTS, Record, assemble_record
from engine.core.strict_json import MAX_DEPTH, read_object

__all__ = ["RecordText", "split_archive"]


class _Line(Enum):
    """What a line is to whoever looks for the bounds of records."""

    PACKED = auto()
    HEADER = auto()
    TRAILER = auto()
    OTHER = auto()


class RecordText(NamedTuple):
    """One record's text: its lines, the number of the first one in the archive (from 1), and whether it has its end."""

    line: int
    lines: tuple[bytes, ...]
    has_trailer: bool
    is_packed: bool = False

    def parse_lines(self) -> Iterator[Mapping[str, Any]]:
        """
        Yield the record's lines as objects.

        Raises:
            UnreadableRecord: the first one that can't be read.
        """
        if self.is_packed:
            yield from unpack_lines(read_object(self.lines[0], depth=MAX_DEPTH + 2))
        else:
            yield from map(read_object, self.lines)

    def parse(self, *, with_forks: bool = False) -> Record:
        """
        Return the record; ``with_forks``: also if it is a fork's.

        Raises:
            UnreadableRecord, MalformedEvent, InvalidOptions, UnknownRuleset: the first fault; its ``line`` counts from
                the record's first.
        """
        return assemble_record(self.parse_lines(), with_forks=with_forks)

    def find_line(self, line: int) -> int:
        """Return the number in the archive of the record's line of that number."""
        return self.line if self.is_packed else self.line + line - 1


def split_archive(lines: Iterable[bytes]) -> Iterator[RecordText]:
    """
    Yield the texts of the records in an archive, whatever is wrong with them, holding one at a time.

    A record ends with its trailer; where that is missing, with the beginning of the next, or where it is longer than
    any record may be.
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
