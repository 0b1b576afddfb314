"""
Archive files: written in batches with a checkpoint, so that an interrupted export can be resumed.

The checkpoint is a second file with the suffix ``.note``. It is updated after a batch has been synced to the disk; a
resumed export truncates the archive to the checkpoint's size. A kill at any moment loses at most one batch.
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

_COMPRESSION_LEVEL = 6


@dataclass(frozen=True, slots=True)
class ArchiveCheckpoint:
    """Progress of an archive: its filters, the id of its last game, and its numbers of bytes, games and events."""

    filters: Mapping[str, str]
    last: int = 0
    size: int = 0
    games: int = 0
    events: int = 0


def archive_checkpoint(path: Path, *, filters: Mapping[str, str]) -> ArchiveCheckpoint:
    """
    Read the checkpoint of the archive at a path; return an empty one if there is none or its file is gone.

    Raises:
        ExportMismatch: the unfinished archive at the path is of other games.
    """
    try:
        checkpoint = ArchiveCheckpoint(**orjson.loads(_checkpoint_path(path).read_bytes()))
    except FileNotFoundError:
        return ArchiveCheckpoint(dict(filters))
    except (orjson.JSONDecodeError, TypeError) as error:
        raise ExportMismatch(str(_checkpoint_path(path))) from error
    if checkpoint.filters != dict(filters):
        raise ExportMismatch(str(_checkpoint_path(path)))
    part = _part_path(path)
    is_whole = part.exists() and part.stat().st_size >= checkpoint.size
    return checkpoint if is_whole else ArchiveCheckpoint(dict(filters))


def archive_write(path: Path, games: QuerySet[Game], checkpoint: ArchiveCheckpoint) -> Iterator[ArchiveBatch]:
    """
    Write the games' records to a file, compressed if its name ends in ``.gz``; yield each batch after syncing it.

    The unfinished file has the suffix ``.part``.

    Raises:
        OSError: the file cannot be written.
    """
    part = _part_path(path)
    is_gzip = path.suffix == ".gz"
    with part.open("r+b" if checkpoint.size else "wb") as file:
        file.truncate(checkpoint.size)
        file.seek(checkpoint.size)
        for batch in archive_batches(games, after=checkpoint.last):
            # One gzip member per batch: readers decompress the members as one stream.
            file.write(gzip.compress(batch.lines, _COMPRESSION_LEVEL, mtime=0) if is_gzip else batch.lines)
            file.flush()
            os.fsync(file.fileno())
            checkpoint = replace(
                checkpoint,
                last=batch.last,
                size=file.tell(),
                games=checkpoint.games + batch.games,
                events=checkpoint.events + batch.events,
            )
            _write_checkpoint(path, checkpoint)
            yield batch
        if is_gzip and not checkpoint.size:
            file.write(gzip.compress(b"", mtime=0))
    part.replace(path)
    _checkpoint_path(path).unlink(missing_ok=True)


def _write_checkpoint(path: Path, checkpoint: ArchiveCheckpoint) -> None:
    new = path.with_name(path.name + ".note.new")
    with new.open("wb") as file:
        file.write(orjson.dumps(asdict(checkpoint)))
        file.flush()
        os.fsync(file.fileno())
    new.replace(_checkpoint_path(path))


def _part_path(path: Path) -> Path:
    return path.with_name(path.name + ".part")


def _checkpoint_path(path: Path) -> Path:
    return path.with_name(path.name + ".note")
