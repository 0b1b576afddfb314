"""Store the games of archives: many records a file, judged by several processes."""

import sys
from argparse import ArgumentTypeError
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
from games.management.commands._import_worker import Brought, Outcome, import_batch
from games.management.parallel import count_processors, map_in_processes
from games.management.progress import track_progress

#: Records a process is given at a time: at most so many, and no further one after so many bytes.
_BATCH = 50
_BATCH_BYTES = 4 * 1024 * 1024


class Command(BaseCommand):
    """``manage.py import_games FILE ... [--processes N]``"""

    help = (
        "Store the games of archives, each record after the engine has judged it. What is here already is passed over, "
        "so that an import that was broken off goes on by the same command."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "files",
            nargs="+",
            metavar="FILE",
            help="Records, packed or on many lines, compressed by gzip or not; - is standard input.",
        )
        parser.add_argument(
            "--processes",
            type=_count,
            default=count_processors(),
            help="How many processes share the work; as many as the machine has count_processors, if left out.",
        )

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
                counts[_kind(outcome)] += 1
                if outcome.fault:
                    self.stdout.write(f"{outcome.place}: refused: {outcome.fault}")
        except KeyboardInterrupt:
            raise CommandError("Broken off. The same command goes on from here.") from None
        forks_link_parents()  # also those whose import was killed at the wrong moment
        for fault in faults:
            self.stdout.write(fault)
        said = ", ".join(
            f"{counts[kind]} {kind}" for kind in ("new", "known already", "refused") if counts[kind]
        )
        self.stdout.write(f"{counts.total()} records: {said or 'none'}")
        bad = counts["refused"] + len(faults)
        if bad:
            raise CommandError(f"{bad} {'thing was' if bad == 1 else 'things were'} refused.")


def _kind(outcome: Outcome) -> str:
    if outcome.fault:
        return "refused"
    return "new" if outcome.is_new else "known already"


def _batches(files: Sequence[str], faults: list[str]) -> Iterator[list[Brought]]:
    """Yield the records of the files a few at a time; put into ``faults`` why a file could not be read to its end."""
    batch: list[Brought] = []
    size = 0
    for brought in _all_brought(files, faults):
        batch.append(brought)
        size += len(brought.text)
        if len(batch) >= _BATCH or size >= _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _all_brought(files: Sequence[str], faults: list[str]) -> Iterator[Brought]:
    for name in files:
        try:
            with _opened(name) as stream:
                for text in split_archive(read_lines(stream)):
                    yield Brought(name, text.line, b"\n".join(text.lines), text.is_packed)
        except UnreadableRecord as error:
            faults.append(f"{name}: refused: {error}")
        except OSError as error:
            faults.append(f"{name}: can't be read: {error.strerror}")


def _opened(name: str) -> AbstractContextManager["BufferedReader[Any]"]:
    if name == "-":
        return nullcontext(cast("BufferedReader[Any]", sys.stdin.buffer))
    return Path(name).open("rb")


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 64:
        raise ArgumentTypeError("a whole number from 1 to 64 is expected")
    return int(text)
