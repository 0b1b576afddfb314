"""
Archives as files, written batch by batch, so that an export that is killed goes on where it was.

Beside the unfinished file stands a note of how far it has come. Each batch is on the disk before the note says so, and
what stands after that is cut off: a kill at any moment loses at most the batch in hand.
"""

import gzip
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import orjson
from django.db.models import QuerySet

from games.errors import ExportMismatch
from games.import_export.archives import ArchiveBatch, archive_batches
from games.models import Game

__all__ = ["ArchiveCheckpoint", "archive_checkpoint", "archive_write"]

_LEVEL = 6


@dataclass(frozen=True, slots=True)
class ArchiveCheckpoint:
    """How far an archive has come: which games it is of, the last one in it, and how many bytes that makes."""

    filters: Mapping[str, str]
    last: int = 0
    size: int = 0
    games: int = 0
    events: int = 0


def archive_checkpoint(path: Path, *, filters: Mapping[str, str]) -> ArchiveCheckpoint:
    """
    Return how far an archive has come that is to be written to a path.

    Raises:
        ExportMismatch: what stands there unfinished is an export of other games.
    """
    try:
        note = ArchiveCheckpoint(**orjson.loads(_note_path(path).read_bytes()))
    except FileNotFoundError:
        return ArchiveCheckpoint(dict(filters))
    except (orjson.JSONDecodeError, TypeError) as error:
        raise ExportMismatch(str(_note_path(path))) from error
    if note.filters != dict(filters):
        raise ExportMismatch(str(_note_path(path)))
    part = _part_path(path)
    is_whole = part.exists() and part.stat().st_size >= note.size
    return note if is_whole else ArchiveCheckpoint(dict(filters))


def archive_write(path: Path, games: QuerySet[Game], note: ArchiveCheckpoint) -> Iterator[ArchiveBatch]:
    """
    Write the games' records to a file, compressed if its name ends in ``.gz``; yield each batch once it is on the disk.

    The file has its name only when it is complete.

    Raises:
        OSError: it can't be written.
    """
    part = _part_path(path)
    is_gzip = path.suffix == ".gz"
    with part.open("r+b" if note.size else "wb") as file:
        file.truncate(note.size)
        file.seek(note.size)
        for batch in archive_batches(games, after=note.last):
            # A member of its own for each batch: a reader takes them as one stream.
            file.write(gzip.compress(batch.lines, _LEVEL, mtime=0) if is_gzip else batch.lines)
            file.flush()
            os.fsync(file.fileno())
            note = replace(
                note,
                last=batch.last,
                size=file.tell(),
                games=note.games + batch.games,
                events=note.events + batch.events,
            )
            _write_note(path, note)
            yield batch
        if is_gzip and not note.size:
            file.write(gzip.compress(b"", mtime=0))
    part.replace(path)
    _note_path(path).unlink(missing_ok=True)


def _write_note(path: Path, note: ArchiveCheckpoint) -> None:
    new = path.with_name(path.name + ".note.new")
    with new.open("wb") as file:
        file.write(orjson.dumps(asdict(note)))
        file.flush()
        os.fsync(file.fileno())
    new.replace(_note_path(path))


def _part_path(path: Path) -> Path:
    return path.with_name(path.name + ".part")


def _note_path(path: Path) -> Path:
    return path.with_name(path.name + ".note")
