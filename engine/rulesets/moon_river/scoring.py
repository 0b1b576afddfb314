"""Scoring (paragraph 8). All functions score the current position and count at most one cow per cell."""

from dataclasses import dataclass
from typing import Final

from engine.core import Outcome, SeatResult, Termination, rank_seats
from engine.rulesets.moon_river.bitboards import ALL, split_territories
from engine.rulesets.moon_river.constants import (
    FARM,
    FARMER,
    FOREST,
    GOLD_DIGGER,
    LANDSCAPES,
    RESOURCES,
    SCENARIOS,
    TRAPPER,
)
from engine.rulesets.moon_river.position import NO_SCENARIO, Position

__all__ = [
    "Score",
    "derive_outcome",
    "find_scenario_groups",
    "find_ties",
    "score",
    "score_territories",
    "sum_points",
]

_LANDSCAPES: Final = len(LANDSCAPES)
_RESOURCES: Final = len(RESOURCES)
#: The token (specialist side up) that scores each resource, in the order of resources.
_SPECIALISTS: Final = tuple(1 + 2 * partner for partner in (GOLD_DIGGER, TRAPPER, FARMER))

_SMALLEST_GROUP: Final = 3
_GROUP_POINTS: Final = 10
TIMBER_RAFTING, GOLD_RUSH, OUTLAWS, MOON_RIVER_CITY = range(len(SCENARIOS))


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a seat by part."""

    territories: int
    resources: int
    partners: int
    scenario: int

    @property
    def total(self) -> int:
        return self.territories + self.resources + self.partners + self.scenario

    def to_dict(self) -> dict[str, int]:
        """Return the parts under their names in records."""
        return {
            "territories": self.territories,
            "resources": self.resources,
            "partners": self.partners,
            "scenario": self.scenario,
        }


def score(state: Position, seat: int) -> Score:
    """Return the points of a seat if the game ended now."""
    return Score(
        score_territories(state, seat),
        _score_resources(state, seat),
        _score_partners(state, seat),
        _score_scenario(state, seat),
    )


def sum_points(state: Position) -> list[int]:
    """Return the total of each seat if the game ended now."""
    return [
        score_territories(state, seat)
        + _score_resources(state, seat)
        + _score_partners(state, seat)
        + _score_scenario(state, seat)
        for seat in range(state.seats)
    ]


def score_territories(state: Position, seat: int) -> int:
    """Return the sum of size times cows over all territories."""
    cows = state.herds[seat] & ALL
    total = 0
    for area in state.land[_LANDSCAPES * seat : _LANDSCAPES * (seat + 1)]:
        if area & cows:
            for part in split_territories(area):
                total += part.bit_count() * (part & cows).bit_count()
    return total


def _score_resources(state: Position, seat: int) -> int:
    """Return 1 per symbol in the ranch."""
    return sum(state.symbols[_RESOURCES * seat : _RESOURCES * (seat + 1)])


def _score_partners(state: Position, seat: int) -> int:
    """Return the points of gold diggers, trappers and farmers: 1 per symbol of their resource in the ranch."""
    if not state.partners[seat]:
        return 0
    tokens = state.tokens_at[seat]
    symbols = state.symbols[_RESOURCES * seat : _RESOURCES * (seat + 1)]
    return sum(
        tokens.count(specialist) * shown for specialist, shown in zip(_SPECIALISTS, symbols, strict=True)
    )


def find_scenario_groups(state: Position, seat: int) -> list[int]:
    """Return the groups of cells that score for the scenario."""
    members, needed = _find_scenario_sets(state, seat)
    return [
        group
        for group in split_territories(members)
        if group.bit_count() >= _SMALLEST_GROUP and group & needed
    ]


def _find_scenario_sets(state: Position, seat: int) -> tuple[int, int]:
    """Return the set of cells that count as members, and the set of which a group needs at least one cell."""
    if state.scenario == TIMBER_RAFTING:
        return state.land[_LANDSCAPES * seat + FOREST], state.faces.river
    if state.scenario == GOLD_RUSH:
        return state.gold[seat], ALL
    if state.scenario == OUTLAWS:
        return state.partners[seat], state.bandits[seat]
    if state.scenario == MOON_RIVER_CITY:
        return state.land[_LANDSCAPES * seat + FARM], ALL
    return 0, 0


def _score_scenario(state: Position, seat: int) -> int:
    """Return 10 points per group of at least three, plus 10 per member from the fourth on."""
    if state.scenario == NO_SCENARIO:
        return 0
    groups = find_scenario_groups(state, seat)
    return sum(_GROUP_POINTS * (group.bit_count() - _SMALLEST_GROUP + 1) for group in groups)


def find_ties(state: Position, seat: int) -> tuple[int, int]:
    """Return the tie-break values: the size of the largest territory, cows after overpopulation."""
    land = state.land[_LANDSCAPES * seat : _LANDSCAPES * (seat + 1)]
    largest = max((part.bit_count() for area in land for part in split_territories(area)), default=0)
    return largest, (state.herds[seat] & ALL).bit_count()


def derive_outcome(state: Position) -> Outcome:
    """Return the result: completed if the game is over by the rules, else as if it were abandoned now."""
    scores = [score(state, seat) for seat in range(state.seats)]
    breaks = [find_ties(state, seat) for seat in range(state.seats)]
    ranks = [(seat_score.total, *seat_ties) for seat_score, seat_ties in zip(scores, breaks, strict=True)]
    places = rank_seats(ranks, state.forfeits)
    return Outcome(
        Termination.COMPLETED if state.actor is None else Termination.ABANDONED,
        tuple(
            SeatResult(place, seat_score.total, seat_score.to_dict(), seat_ties)
            for place, seat_score, seat_ties in zip(places, scores, breaks, strict=True)
        ),
    )
