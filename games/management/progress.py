"""Progress of long commands: a bar on a terminal, a line every few seconds elsewhere."""

import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import Any, TextIO, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

__all__ = ["track_progress"]

#: Seconds between two lines.
_INTERVAL = 5.0

_T = TypeVar("_T")


def track_progress(
    items: Iterable[_T], *, title: str, total: int | None = None, stream: TextIO | None = None
) -> Iterator[_T]:
    """
    Yield the items and write the number of finished ones to a stream.

    Args:
        items: read lazily.
        title: the name of the work.
        total: the number of items, if known.
        stream: the stream to write to; default: standard error.
    """
    stream = stream or sys.stderr
    return (
        _show_bar(items, title, total, stream)
        if stream.isatty()
        else _write_lines(items, title, total, stream)
    )


def _show_bar(items: Iterable[_T], title: str, total: int | None, stream: TextIO) -> Iterator[_T]:
    columns: list[Any] = [
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    ]
    with Progress(*columns, console=Console(file=stream)) as progress:
        yield from progress.track(items, total=total, description=title)


def _write_lines(items: Iterable[_T], title: str, total: int | None, stream: TextIO) -> Iterator[_T]:
    of = "" if total is None else f" of {total}"
    written = monotonic()
    done = 0
    for item in items:
        yield item
        done += 1
        if monotonic() - written >= _INTERVAL:
            written = monotonic()
            stream.write(f"{title}: {done}{of}\n")
            stream.flush()
    stream.write(f"{title}: {done}{of}, done\n")
    stream.flush()
