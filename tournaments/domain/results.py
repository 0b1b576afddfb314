"""
Results of games, and the tallies that standings and crosstable are computed from.

Tallies are sums of integers, so the order of the games does not matter.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

__all__ = ["EntrantTally", "PairTally", "SeatedResult", "tally_entrants", "tally_pairs"]


@dataclass(frozen=True, slots=True)
class SeatedResult:
    """One entrant's result in one game; ``entrant`` is the seed rank."""

    entrant: int
    place: int
    score: int
    forfeited: bool = False
    submitted: bool = False


@dataclass(frozen=True, slots=True)
class EntrantTally:
    """
    One entrant's sums over its finished games.

    ``wins``: games won alone; ``shared_wins``: games won together with others; ``half_points``: two for each opponent
    placed below and one for each placed equal; ``opponents``: number of opponents over all games; ``submitted``:
    submitted games among them.
    """

    games: int = 0
    wins: int = 0
    shared_wins: int = 0
    places: int = 0
    scores: int = 0
    half_points: int = 0
    opponents: int = 0
    forfeits: int = 0
    submitted: int = 0


@dataclass(frozen=True, slots=True)
class PairTally:
    """One entrant's results against another over the games both played; ``submitted`` counts submitted ones."""

    games: int = 0
    above: int = 0
    equal: int = 0
    submitted: int = 0

    @property
    def below(self) -> int:
        """Number of games in which the other was placed above."""
        return self.games - self.above - self.equal

    @property
    def half_points(self) -> int:
        """Two for each game placed above, one for each placed equal."""
        return 2 * self.above + self.equal


def tally_entrants(games: Iterable[Sequence[SeatedResult]]) -> dict[int, EntrantTally]:
    """Return the tally of each entrant with a finished game."""
    tallies: dict[int, EntrantTally] = {}
    for seats in games:
        best = sum(seat.place == 1 for seat in seats)
        for seat in seats:
            others = [other.place for other in seats if other is not seat]
            won = seat.place == 1
            tallies[seat.entrant] = _add(
                tallies.get(seat.entrant, EntrantTally()),
                EntrantTally(
                    games=1,
                    wins=int(won and best == 1),
                    shared_wins=int(won and best > 1),
                    places=seat.place,
                    scores=seat.score,
                    half_points=sum(2 * (place > seat.place) + (place == seat.place) for place in others),
                    opponents=len(others),
                    forfeits=int(seat.forfeited),
                    submitted=int(seat.submitted),
                ),
            )
    return tallies


def tally_pairs(games: Iterable[Sequence[SeatedResult]]) -> Mapping[tuple[int, int], PairTally]:
    """Return the tally of each ordered pair of entrants that have met."""
    tallies: dict[tuple[int, int], PairTally] = {}
    for seats in games:
        for seat in seats:
            for other in seats:
                if other is seat:
                    continue
                pair = (seat.entrant, other.entrant)
                known = tallies.get(pair, PairTally())
                tallies[pair] = PairTally(
                    games=known.games + 1,
                    above=known.above + (seat.place < other.place),
                    equal=known.equal + (seat.place == other.place),
                    submitted=known.submitted + seat.submitted,
                )
    return tallies


def _add(one: EntrantTally, other: EntrantTally) -> EntrantTally:
    return EntrantTally(
        **{name: getattr(one, name) + getattr(other, name) for name in EntrantTally.__dataclass_fields__}
    )
