"""
Standings: the ranking of a tournament's entrants.

A seat gets one point per opponent placed below and half a point per opponent placed equal. So a win is one point in
a game of two, and three points in a game of four. Entrants are ordered by:

1. points per opponent met (the same order as points if all have played the same number of games);
2. games won, a win shared by others counting half;
3. mean score.

Entrants equal in all three share a rank (1, 1, 3).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.domain.results import EntrantTally

__all__ = ["Standing", "compute_standings"]


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the standings; ``entrant`` is the seed rank."""

    rank: int
    entrant: int
    tally: EntrantTally

    @property
    def points(self) -> float:
        """One point per opponent placed below, one half per opponent placed equal."""
        return self.tally.half_points / 2

    @property
    def share(self) -> float | None:
        """Points per opponent met, 0 to 1; None before the first game."""
        return _compute_mean(self.tally.half_points, 2 * self.tally.opponents)

    @property
    def mean_place(self) -> float | None:
        """Mean place, 1 being best; None before the first game."""
        return _compute_mean(self.tally.places, self.tally.games)

    @property
    def mean_score(self) -> float | None:
        """Mean score; None before the first game."""
        return _compute_mean(self.tally.scores, self.tally.games)


def compute_standings(entrants: Sequence[int], tallies: Mapping[int, EntrantTally]) -> tuple[Standing, ...]:
    """Return the rows in order; entrants with the same rank keep their given order."""
    known = [(entrant, tallies.get(entrant, EntrantTally())) for entrant in entrants]
    keyed = [(_sort_key(tally), entrant, tally) for entrant, tally in known]
    keyed.sort(key=lambda row: row[0], reverse=True)
    rows: list[Standing] = []
    for position, (key, entrant, tally) in enumerate(keyed, start=1):
        shares_rank = bool(rows) and keyed[position - 2][0] == key
        rows.append(Standing(rows[-1].rank if shares_rank else position, entrant, tally))
    return tuple(rows)


def _sort_key(tally: EntrantTally) -> tuple[Fraction, Fraction, Fraction]:
    """Return exact fractions; floats of equal shares over different numbers of games can differ in the last bit."""
    if not tally.games:
        return (Fraction(-1), Fraction(-1), Fraction(0))
    return (
        Fraction(tally.half_points, 2 * tally.opponents),
        Fraction(2 * tally.wins + tally.shared_wins, 2 * tally.games),
        Fraction(tally.scores, tally.games),
    )


def _compute_mean(total: int, count: int) -> float | None:
    return total / count if count else None
