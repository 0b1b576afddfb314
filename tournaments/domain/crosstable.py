"""Crosstable: each entrant's results against each other entrant, at tables of any size."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.domain.results import PairTally

__all__ = ["Crosstable", "CrosstableCell", "build_crosstable"]


@dataclass(frozen=True, slots=True)
class CrosstableCell:
    """The row's entrant against the column's, both by seed rank."""

    row: int
    column: int
    tally: PairTally

    @property
    def games(self) -> int:
        """Number of games both played."""
        return self.tally.games

    @property
    def points(self) -> float:
        """One for each game placed above, one half for each placed equal."""
        return self.tally.half_points / 2

    @property
    def share(self) -> float | None:
        """Points per game, 0 to 1; None if they have not met."""
        return self.tally.half_points / (2 * self.tally.games) if self.tally.games else None


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Entrants in the order of rows and columns, and a cell for each pair; the diagonal holds None."""

    entrants: tuple[int, ...]
    rows: tuple[tuple[CrosstableCell | None, ...], ...]


def build_crosstable(entrants: Sequence[int], tallies: Mapping[tuple[int, int], PairTally]) -> Crosstable:
    """Return the crosstable; rows and columns are in the order of the entrants."""
    return Crosstable(
        entrants=tuple(entrants),
        rows=tuple(
            tuple(
                None
                if row == column
                else CrosstableCell(row, column, tallies.get((row, column), PairTally()))
                for column in entrants
            )
            for row in entrants
        ),
    )
