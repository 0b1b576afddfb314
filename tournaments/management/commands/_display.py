"""Print a tournament to a terminal or a log: a progress bar or lines, and the standings."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Protocol, TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.table import Table

from tournaments.results import Progress
from tournaments.selectors import StandingsRow

__all__ = ["Display", "print_standings", "show_progress"]

#: Seconds between two progress lines.
_LINE_SECONDS = 5.0

_HEADINGS = ("", "Bot", "Games", "Won", "Shared", "Points", "Mean place", "Mean score", "Forfeits")


class Display(Protocol):
    """Shows progress as it changes."""

    def show(self, progress: Progress) -> None:
        """Show the progress of the tournament."""
        ...


@contextmanager
def show_progress(title: str, stream: TextIO) -> Iterator[Display]:
    """Yield a display for the block: a bar on a terminal, lines elsewhere."""
    if not stream.isatty():
        yield _LineDisplay(title, stream)
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
    )
    with Bar(*columns, console=Console(file=stream)) as bar:
        yield _BarDisplay(title, bar)


def print_standings(rows: Sequence[StandingsRow], stream: TextIO) -> None:
    """Print the standings: a table on a terminal, aligned columns elsewhere."""
    lines = [_format_row(row) for row in rows]
    if stream.isatty():
        table = Table()
        for number, heading in enumerate(_HEADINGS):
            table.add_column(heading, justify="left" if number == 1 else "right")
        for line in lines:
            table.add_row(*line)
        Console(file=stream).print(table)
        return
    widths = [max(map(len, column)) for column in zip(_HEADINGS, *lines, strict=True)]
    for line in (_HEADINGS, *lines):
        cells = (
            word.ljust(width) if number == 1 else word.rjust(width)
            for number, (word, width) in enumerate(zip(line, widths, strict=True))
        )
        stream.write("  ".join(cells).rstrip() + "\n")


class _BarDisplay:
    """A progress bar, followed by the first blocker."""

    def __init__(self, title: str, bar: Bar) -> None:
        self._bar = bar
        self._task = bar.add_task(title, total=None, speed="", note="")

    def show(self, progress: Progress) -> None:
        """Update the bar."""
        self._bar.update(
            self._task,
            total=progress.planned,
            completed=progress.finished + progress.voided,
            speed=_format_speed(progress),
            note=" ".join(map(str, progress.blockers[:1])),
        )


class _LineDisplay:
    """Prints a line every few seconds, and whenever the blockers change."""

    def __init__(self, title: str, stream: TextIO) -> None:
        self._title = title
        self._stream = stream
        self._written_at = monotonic()
        self._blocked_by: tuple[str, ...] = ()

    def show(self, progress: Progress) -> None:
        """Print changed blockers, and a progress line if one is due."""
        blocked_by = tuple(map(str, progress.blockers))
        if blocked_by != self._blocked_by:
            self._blocked_by = blocked_by
            self._stream.writelines(f"{self._title}: {reason}\n" for reason in blocked_by)
        if progress.is_over or monotonic() - self._written_at >= _LINE_SECONDS:
            self._written_at = monotonic()
            done = progress.finished + progress.voided
            words = [
                f"{done} of {progress.planned} games",
                _format_speed(progress),
                _format_time_left(progress),
            ]
            self._stream.write(f"{self._title}: {', '.join(word for word in words if word)}\n")
        self._stream.flush()


def _format_row(row: StandingsRow) -> tuple[str, ...]:
    return (
        str(row.rank),
        row.entrant.name,
        str(row.games),
        str(row.wins),
        str(row.shared_wins),
        f"{row.points:g}",
        "-" if row.mean_place is None else f"{row.mean_place:.2f}",
        "-" if row.mean_score is None else f"{row.mean_score:.1f}",
        str(row.forfeits),
    )


def _format_speed(progress: Progress) -> str:
    return "" if progress.games_per_second is None else f"{progress.games_per_second:.2g} games/s"


def _format_time_left(progress: Progress) -> str:
    if progress.seconds_left is None or progress.is_over:
        return ""
    minutes, seconds = divmod(round(progress.seconds_left), 60)
    return f"about {minutes} min {seconds} s left" if minutes else f"about {seconds} s left"
