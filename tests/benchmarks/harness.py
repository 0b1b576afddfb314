"""
Harness of all benchmarks: interleaved measurement, a table of results, one JSON line for programs.

A benchmark is run as ``python -m tests.benchmarks.NAME [--quick]``. Its last line is a JSON object with a list
of ``{"name", "value", "unit", "ratio", "against", "target"}`` under ``"figures"``. Compared works are measured in
turns in one run, so that a busy machine slows both sides alike; a ratio is the median over the turns.
"""

import argparse
import gc
import json
import platform
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

__all__ = ["Figure", "Measured", "Work", "interleave", "is_quick", "report"]

#: Does a piece of work and returns its number of operations.
Work = Callable[[], int]


@dataclass(frozen=True, slots=True)
class Figure:
    """
    One measured number; ``ratio`` is its multiple of ``against``, ``target`` its minimum.

    With ``at_most`` the target is a maximum. Without a ratio the target applies to the value.
    """

    name: str
    value: float
    unit: str
    ratio: float | None = None
    against: str | None = None
    target: float | None = None
    at_most: bool = False

    @property
    def is_met(self) -> bool | None:
        """Whether the target is reached; None without a target."""
        if self.target is None:
            return None
        judged = self.value if self.ratio is None else self.ratio
        return judged <= self.target if self.at_most else judged >= self.target

    def data(self) -> dict[str, object]:
        """Return the figure for the JSON line."""
        return {
            "name": self.name,
            "value": _round(self.value),
            "unit": self.unit,
            "ratio": None if self.ratio is None else _round(self.ratio),
            "against": self.against,
            "target": self.target,
        }


@dataclass(frozen=True, slots=True)
class Measured:
    """The rates (operations per second) of several works, turn by turn."""

    rates: Mapping[str, Sequence[float]]

    def rate(self, name: str) -> float:
        """Return a work's median rate."""
        return median(self.rates[name])

    def ratio(self, name: str, against: str) -> float:
        """Return the median over the turns of a work's rate divided by another's."""
        pairs = zip(self.rates[name], self.rates[against], strict=True)
        return median(rate / other for rate, other in pairs)


def is_quick(arguments: Sequence[str] | None = None, *, about: str | None = None) -> bool:
    """Read the command line: ``--quick`` is the only option."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--quick", action="store_true", help="fewer turns; ends within 45 s on two cores")
    return bool(parser.parse_args(arguments).quick)


def interleave(
    works: Mapping[str, Work],
    *,
    turns: int,
    seconds: float,
    clock: Callable[[], float] = time.process_time,
) -> Measured:
    """
    Measure works in turns; in a turn each is repeated for at least ``seconds``.

    Args:
        works: by name.
        turns: number of measured turns, after one to warm up.
        seconds: minimum time of a work in a turn.
        clock: by default the CPU time of this process, for works that only compute. Works that wait for other
            processes need ``time.perf_counter``.
    """
    rates: dict[str, list[float]] = {name: [] for name in works}
    for turn in range(turns + 1):
        for name, work in works.items():
            gc.collect()
            rate = _measure_rate(work, seconds if turn else seconds / 4, clock)
            if turn:
                rates[name].append(rate)
    return Measured(rates)


def _measure_rate(work: Work, seconds: float, clock: Callable[[], float]) -> float:
    done = 0
    start = now = clock()
    while now - start < seconds:
        done += work()
        now = clock()
    return done / (now - start)


def report(title: str, figures: Sequence[Figure], notes: Sequence[str] = ()) -> None:
    """Print the table, then the line for programs."""
    print(f"{title}  ({platform.python_implementation()} {platform.python_version()}, {platform.machine()})")
    rows = [("", "value", "", "ratio", "against", "target", "")]
    rows += [_format_row(figure) for figure in figures]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [
            text.ljust(width) if column in {0, 2, 4} else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  ".join(cells).rstrip())
    for note in notes:
        print(note)
    print(json.dumps({"figures": [figure.data() for figure in figures]}))
    sys.stdout.flush()


def _format_row(figure: Figure) -> tuple[str, str, str, str, str, str, str]:
    met = figure.is_met
    bound = "" if figure.target is None else f"{'<=' if figure.at_most else '>='} {figure.target:g}"
    return (
        figure.name,
        _format_number(figure.value),
        figure.unit,
        "" if figure.ratio is None else f"{figure.ratio:.2f}x",
        figure.against or "",
        bound,
        "" if met is None else "ok" if met else "MISSED",
    )


def _format_number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:,.2f}"


def _round(value: float) -> float:
    return float(f"{value:.6g}")
