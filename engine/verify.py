"""
Verify records offline: ``python -m engine.verify [--json] FILE ...``

It needs only this package and orjson. Each record is replayed through the rules with all checks and gets one line of
output: exact, chance unproven, diverged, refused or unfinished.

Exit status: 0 if every record is exact or chance unproven, 1 if one is not, 2 if the command line is wrong or a file
cannot be opened.
"""

import argparse
import gzip
import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from io import BufferedReader, TextIOWrapper
from pathlib import Path
from typing import Any, TextIO, TypeAlias, cast

import orjson

from engine.core import (
    CORE_CODES,
    EngineError,
    Header,
    Record,
    RecordParts,
    RecordText,
    UnreadableRecord,
    Verdict,
    VerdictStatus,
    assemble_parts,
    registry,
    split_archive,
    verify_beginning,
    verify_record,
)

__all__ = ["Finding", "FindingStatus", "check_stream", "main", "read_lines"]

#: Maximum length of a line in bytes. A packed record of the longest possible game is shorter.
_MAX_LINE = 64 * 1024 * 1024

_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"

#: A byte stream that supports ``peek``.
_Stream: TypeAlias = "BufferedReader[Any]"

_ALL_GOOD, _NOT_GOOD, _NOT_RUN = 0, 1, 2


class FindingStatus(StrEnum):
    """Result of checking a record: a verdict of the verification, or the reason why there is none."""

    EXACT = VerdictStatus.EXACT.value
    CHANCE_UNPROVEN = VerdictStatus.CHANCE_UNPROVEN.value
    DIVERGED = VerdictStatus.DIVERGED.value
    #: It cannot be parsed as a record.
    REFUSED = "refused"
    #: It has no end yet; its events are correct.
    UNFINISHED = "unfinished"

    @property
    def label(self) -> str:
        """Display name."""
        return self.value.replace("_", " ")

    @property
    def is_good(self) -> bool:
        """Whether the record is complete and correct."""
        return self in (FindingStatus.EXACT, FindingStatus.CHANCE_UNPROVEN)


@dataclass(frozen=True, slots=True)
class Finding:
    """
    The result for one record. ``line`` and ``seq`` locate the first fault, ``code`` names it.

    ``events`` is the number of correct events, ``head`` the chain hash of the last of them.
    """

    source: str
    line: int
    verdict: FindingStatus
    sentence: str
    ruleset: str = ""
    players: tuple[str, ...] = ()
    events: int = 0
    head: str = ""
    seq: int | None = None
    code: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)

    def format_line(self) -> str:
        """Return the finding as a line of text."""
        names = (name if name.isprintable() else ascii(name) for name in self.players)
        played = f" ({self.ruleset}, {', '.join(names)})" if self.ruleset else ""
        return _escape_control(f"{self.source}:{self.line}: {self.verdict.label}{played}: {self.sentence}")

    def format_json(self) -> str:
        """Return the finding as a JSON object."""
        return orjson.dumps(asdict(self), default=str).decode()


def check_stream(source: str, stream: _Stream) -> Iterator[Finding]:
    """Check each record of a stream and yield a finding for it, holding one record in memory at a time."""
    number = 0
    try:
        for text in split_archive(read_lines(stream)):
            number = text.line + len(text.lines) - 1
            yield _check_record(source, text)
    except UnreadableRecord as error:
        yield _make_refusal(source, number + 1, error)
        return
    if number == 0:
        yield _make_refusal(source, 1, UnreadableRecord("no_events"))


def main(arguments: Sequence[str] | None = None, out: TextIO | None = None) -> int:
    """Run the command line: check the files, write the report and return the exit status."""
    options = _make_parser().parse_args(arguments)
    if out is None:
        out = sys.stdout
        if isinstance(out, TextIOWrapper):
            out.reconfigure(
                errors="backslashreplace"
            )  # the terminal's encoding may lack characters of a name
    counts: Counter[FindingStatus] = Counter()
    unopened = 0
    for name in options.files:
        try:
            with _open(name) as stream:
                for finding in check_stream(name, stream):
                    counts[finding.verdict] += 1
                    out.write((finding.format_json() if options.json else finding.format_line()) + "\n")
        except OSError as error:
            unopened += 1
            sys.stderr.write(f"{name}: cannot be read: {error.strerror or error}\n")
    if not options.json and counts.total() > 1:
        summary = ", ".join(f"{counts[found]} {found.label}" for found in FindingStatus if counts[found])
        out.write(f"{counts.total()} records: {summary}\n")
    if unopened:
        return _NOT_RUN
    return _ALL_GOOD if all(found.is_good for found in counts) else _NOT_GOOD


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine.verify",
        description="Verify records of games by replaying them through the rules with all checks.",
        epilog="Exit status: 0 if every record is exact or chance unproven; 1 if one diverged, is refused or is "
        "unfinished; 2 if the command line is wrong or a file cannot be read.",
    )
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="Records on many lines or packed on one line each, plain or compressed by gzip; - is standard input.",
    )
    parser.add_argument("--json", action="store_true", help="Write one JSON object per record.")
    return parser


def _open(name: str) -> AbstractContextManager[_Stream]:
    if name == "-":
        return nullcontext(cast("_Stream", sys.stdin.buffer))
    return Path(name).open("rb")


def read_lines(stream: _Stream) -> Iterator[bytes]:
    """
    Yield the lines of a file, decompressed if it is compressed by gzip.

    Raises:
        UnreadableRecord: the file is damaged or compressed in another format, or a line is too long.
    """
    start = stream.peek(len(_ZSTD))[: len(_ZSTD)]
    if start == _ZSTD:
        raise UnreadableRecord("unknown_compression", expected="gzip or plain text")
    source = gzip.GzipFile(fileobj=stream) if start.startswith(_GZIP) else stream
    try:
        while line := source.readline(_MAX_LINE):
            if len(line) == _MAX_LINE:
                raise UnreadableRecord("line_too_long", expected=f"less than {_MAX_LINE} bytes")
            yield line.removesuffix(b"\n")
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise UnreadableRecord("damaged_file") from error


def _check_record(source: str, text: RecordText) -> Finding:
    hidden: list[Mapping[str, Any]] = []
    try:
        parts = assemble_parts(_read_until_hidden(text, hidden), with_forks=True)
        if text.has_trailer and (hidden or parts.trailer is None):
            text.parse(with_forks=True)  # raises: a record of a finished game has no hidden events
        if parts.header is None or (not parts.events and not hidden):
            raise UnreadableRecord("no_events", line=max(parts.lines, 1))
    except EngineError as error:
        return _make_refusal(source, text.find_line(error.details.get("line", 1)), error)
    if parts.trailer is None:
        return _check_unfinished(source, text, parts.header, parts, is_hidden=bool(hidden))
    record = Record(parts.header, tuple(parts.events), parts.trailer)
    verdict = verify_record(record)
    return _make_finding(
        source,
        text,
        parts,
        verdict,
        FindingStatus(verdict.status.value),
        _describe_verdict(verdict, record.header),
    )


def _read_until_hidden(text: RecordText, hidden: list[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield the lines of a record up to the first event without data (only its hash), which goes into ``hidden``."""
    for found in text.parse_lines():
        if "hash" in found and "data" not in found:
            hidden.append(found)
            return
        yield found


def _check_unfinished(
    source: str, text: RecordText, header: Header, parts: RecordParts, *, is_hidden: bool
) -> Finding:
    verdict = verify_beginning(header, parts.events)
    if not verdict.is_good:
        return _make_finding(
            source, text, parts, verdict, FindingStatus.DIVERGED, _describe_verdict(verdict, header)
        )
    sentence = f"{verdict.events} events are correct, but the record has no end yet"
    if is_hidden:
        sentence = (
            f"{verdict.events} events are correct; only the hash of event {verdict.events + 1} is published until the "
            "game is over, so the events from there on cannot be replayed"
        )
    return _make_finding(source, text, parts, verdict, FindingStatus.UNFINISHED, sentence)


def _make_finding(
    source: str, text: RecordText, parts: RecordParts, verdict: Verdict, found: FindingStatus, sentence: str
) -> Finding:
    assert parts.header is not None, "only a record with a header is verified"
    return Finding(
        source=source,
        line=text.find_line(1 if verdict.step is None else _find_line(verdict.step, parts)),
        verdict=found,
        sentence=sentence,
        ruleset=parts.header.ruleset,
        players=parts.header.final_players,
        events=verdict.events,
        head=verdict.head.hex(),
        seq=verdict.step,
        code=verdict.code or "",
        details=verdict.details,
    )


def _find_line(step: int, parts: RecordParts) -> int:
    """Return the line of a step; the header's line is 1, and a missing end is reported at the last line."""
    forks = parts.header.forks if parts.header is not None else ()
    return min(step + 1 + sum(fork.step < step for fork in forks), parts.lines)


def _make_refusal(source: str, line: int, error: EngineError) -> Finding:
    seq = error.details.get("seq")
    details = {name: value for name, value in error.details.items() if name not in ("line", "seq")}
    event = f" (event {seq})" if seq is not None else ""
    sentence = f"line {line}{event}: {error.code}: {CORE_CODES.get(error.code, '')}{_format_details(details)}"
    return Finding(source, line, FindingStatus.REFUSED, sentence, seq=seq, code=error.code, details=details)


def _describe_verdict(verdict: Verdict, header: Header) -> str:
    agree = (
        "hashes and result agree"
        if verdict.outcome
        else "hashes agree, but the game is void: it has no result"
    )
    if verdict.status is VerdictStatus.EXACT:
        return (
            f"{verdict.events} events, all legal, dealt from the committed seed, {agree}; "
            f"{_describe_earlier_players(header)}head {verdict.head.hex()}"
        )
    if verdict.status is VerdictStatus.CHANCE_UNPROVEN:
        return (
            f"{verdict.events} events, all legal, {agree}, but no seed is given that proves the chance events; "
            f"{_describe_earlier_players(header)}head {verdict.head.hex()}"
        )
    codes = {**CORE_CODES, **registry.get(header.ruleset).codes}
    code = verdict.code or ""
    return f"at step {verdict.step}: {code}: {codes.get(code, '')}{_format_details(verdict.details)}"


def _describe_earlier_players(header: Header) -> str:
    """Return the players of the events that a fork inherits from its parent; its header names other players."""
    players = (header.players, *(fork.players for fork in header.forks))
    played = [
        f"up to event {fork.step} it was played by {', '.join(names)}"
        for names, fork in zip(players, header.forks, strict=False)
    ]
    return f"a fork: {', '.join(played)}; " if played else ""


def _escape_control(text: str) -> str:
    """Escape unprintable characters, so that a record cannot forge lines on a terminal."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def _format_details(details: Mapping[str, Any]) -> str:
    texts = [f"{name} {_format_value(value)}" for name, value in details.items() if value is not None]
    return f" ({', '.join(texts)})" if texts else ""


def _format_value(value: Any) -> str:
    return value if isinstance(value, str) else orjson.dumps(value, default=str).decode()


if __name__ == "__main__":
    sys.exit(main())
