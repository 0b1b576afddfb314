"""Command that imports the games of archives in several processes."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from io import BufferedReader
from pathlib import Path
from typing import Any, cast

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.core import UnreadableRecord, split_archive
from engine.verify import read_lines
from games.import_export import forks_link_parents
from games.management.commands._import_worker import Outcome, RecordText, import_batch
from games.management.parallel import add_processes_argument, map_in_processes
from games.management.progress import track_progress

#: A batch ends at the maximum number of records, or with the record that reaches this number of bytes.
_MAX_RECORDS = 50
_ENOUGH_BYTES = 4 * 1024 * 1024


class Command(BaseCommand):
    """``manage.py import_games FILE ... [--processes N]``"""

    help = (
        "Verify the records of archives by the engine and store their games. Stored games are skipped, so run the same "
        "command again to resume an interrupted import."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "files",
            nargs="+",
            metavar="FILE",
            help="File with records, packed or on many lines, gzipped or plain; -: standard input.",
        )
        add_processes_argument(parser)

    def handle(self, *args: Any, files: Sequence[str], processes: int, **options: Any) -> None:
        counts: Counter[str] = Counter()
        faults: list[str] = []
        found = (
            outcome
            for outcomes in map_in_processes(import_batch, _batches(files, faults), processes=processes)
            for outcome in outcomes
        )
        try:
            for outcome in track_progress(found, title="Importing"):
                counts[_classify(outcome)] += 1
                if outcome.fault:
                    self.stdout.write(f"{outcome.place}: refused: {outcome.fault}")
        except KeyboardInterrupt:
            raise CommandError("Interrupted. The same command continues from here.") from None
        forks_link_parents()  # also those of an earlier import that was killed before it linked them
        for fault in faults:
            self.stdout.write(fault)
        summary = ", ".join(
            f"{counts[kind]} {kind}" for kind in ("new", "already known", "refused") if counts[kind]
        )
        self.stdout.write(f"{counts.total()} records: {summary or 'none'}")
        bad = counts["refused"] + len(faults)
        if bad:
            raise CommandError(
                f"{bad} {'record or file was' if bad == 1 else 'records or files were'} refused."
            )


def _classify(outcome: Outcome) -> str:
    if outcome.fault:
        return "refused"
    return "new" if outcome.is_new else "already known"


def _batches(files: Sequence[str], faults: list[str]) -> Iterator[list[RecordText]]:
    """Yield batches of records; append to ``faults`` why a file could not be read to its end."""
    batch: list[RecordText] = []
    size = 0
    for record in _read_records(files, faults):
        batch.append(record)
        size += len(record.text)
        if len(batch) >= _MAX_RECORDS or size >= _ENOUGH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _read_records(files: Sequence[str], faults: list[str]) -> Iterator[RecordText]:
    for name in files:
        try:
            with _open(name) as stream:
                for text in split_archive(read_lines(stream)):
                    yield RecordText(name, text.line, b"\n".join(text.lines), text.is_packed)
        except UnreadableRecord as error:
            faults.append(f"{name}: refused: {error}")
        except OSError as error:
            faults.append(f"{name}: cannot be read: {error.strerror}")


def _open(name: str) -> AbstractContextManager["BufferedReader[Any]"]:
    if name == "-":
        return nullcontext(cast("BufferedReader[Any]", sys.stdin.buffer))
    return Path(name).open("rb")
