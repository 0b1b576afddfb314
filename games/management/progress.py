"""Progress of long commands: a bar on a terminal, plain lines now and then elsewhere."""

import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import Any, TextIO, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

__all__ = ["track_progress"]

#: Seconds between two plain lines.
_PAUSE = 5.0

_T = TypeVar("_T")


def track_progress(
    items: Iterable[_T], *, title: str, total: int | None = None, stream: TextIO | None = None
) -> Iterator[_T]:
    """
    Yield the items while showing on the stream (standard error, unless another is given) how many are done.

    Args:
        items: taken as they are needed.
        title: what is done with them.
        total: how many there are, if that is known.
        stream: where to show it.
    """
    stream = stream or sys.stderr
    return (
        _with_bar(items, title, total, stream)
        if stream.isatty()
        else _with_lines(items, title, total, stream)
    )


def _with_bar(items: Iterable[_T], title: str, total: int | None, stream: TextIO) -> Iterator[_T]:
    columns: list[Any] = [
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    ]
    with Progress(*columns, console=Console(file=stream)) as progress:
        yield from progress.track(items, total=total, description=title)


def _with_lines(items: Iterable[_T], title: str, total: int | None, stream: TextIO) -> Iterator[_T]:
    of = "" if total is None else f" of {total}"
    said = monotonic()
    done = 0
    for item in items:
        yield item
        done += 1
        if monotonic() - said >= _PAUSE:
            said = monotonic()
            stream.write(f"{title}: {done}{of}\n")
            stream.flush()
    stream.write(f"{title}: {done}{of}, done\n")
    stream.flush()
