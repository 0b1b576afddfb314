"""A seat's ranch: laying plots and finding targets (paragraph 4, "Placing a domino" and the effects)."""

from engine.rulesets.moon_river.bitboards import ALL, BIT, find_neighbours, grow_territory
from engine.rulesets.moon_river.constants import CORN_FIELD, GOLD, LANDSCAPES, RESOURCES
from engine.rulesets.moon_river.placements import FIRST, KEEPS, SECOND, TOUCHES_FIRST, TOUCHES_SECOND, USES
from engine.rulesets.moon_river.position import Position

__all__ = [
    "can_move_cow",
    "can_place",
    "find_bonus_sites",
    "find_cow_targets",
    "find_legal_placements",
    "find_protected_land",
    "find_skull_targets",
    "find_stealable_cows",
    "find_territory",
    "lay_domino",
    "lay_plot",
]

_LANDSCAPES = len(LANDSCAPES)
_RESOURCES = len(RESOURCES)


def can_place(state: Position, seat: int) -> bool:
    """
    Return whether any two plots of the hand make a legal domino.

    One plot that may touch the ranch somewhere is enough, because any other plot can be the second.
    """
    hand = state.hands[seat]
    if len(hand) < 2:
        return False
    free = state.free[seat]
    base = _LANDSCAPES * seat
    first = state.first
    landscapes = state.faces.landscapes
    for plot in hand:  # noqa: SIM110 - `any` would create a generator once per turn
        if free & first[base + landscapes[plot]]:
            return True
    return False


def find_legal_placements(state: Position, seat: int, lower: int, higher: int) -> int:
    """Return the set of placements of two plots of the hand, the lower on the first cell."""
    base = _LANDSCAPES * seat
    landscapes = state.faces.landscapes
    reach = state.first[base + landscapes[lower]] | state.second[base + landscapes[higher]]
    return state.free[seat] & reach


def lay_domino(state: Position, seat: int, lower: int, higher: int, spot: int) -> None:
    """Lay two plots on the cells of a placement."""
    _lay(state, seat, ((lower, FIRST[spot]), (higher, SECOND[spot])))
    state.free[seat] &= KEEPS[spot]


def lay_plot(state: Position, seat: int, plot: int, cell: int) -> None:
    """Lay a single plot, or a side of a bonus tile (its ``get_tile_code``), on a cell."""
    _lay(state, seat, ((plot, cell),))
    state.free[seat] &= ~USES[cell]


def _lay(state: Position, seat: int, laid: tuple[tuple[int, int], ...]) -> None:
    """Store plots on their cells and update the sets of legal placements."""
    faces = state.faces
    landscapes, symbols = faces.landscapes, faces.resource_counts
    plots, land, first, second = state.plots, state.land, state.first, state.second
    start, base = state.cells * seat, _LANDSCAPES * seat
    for plot, cell in laid:
        place = base + landscapes[plot]
        plots[start + cell] = plot
        land[place] |= BIT[cell]
        state.occupied[seat] |= BIT[cell]
        first[place] |= TOUCHES_FIRST[cell]
        second[place] |= TOUCHES_SECOND[cell]
        if symbols[plot]:
            resource = faces.resources[plot]
            state.symbols[_RESOURCES * seat + resource] += symbols[plot]
            if resource == GOLD:
                state.gold[seat] |= BIT[cell]


def find_territory(state: Position, seat: int, cell: int) -> int:
    """Return the territory of the plot on a cell."""
    landscape = state.faces.landscapes[state.plots[state.cells * seat + cell]]
    return grow_territory(BIT[cell], state.land[_LANDSCAPES * seat + landscape])


def find_skull_targets(state: Position, seat: int, cell: int) -> int:
    """Return the cells of a skull's territory from which it can remove a cow (4 B)."""
    return find_territory(state, seat, cell) & state.herds[seat]


def find_protected_land(state: Position, seat: int) -> int:
    """Return the cells of territories with a partner, from which no thief can take a cow (4, "Partners")."""
    partners = state.partners[seat]
    protected = 0
    if partners:
        for area in state.land[_LANDSCAPES * seat : _LANDSCAPES * (seat + 1)]:
            if area & partners:
                protected |= grow_territory(partners, area)
    return protected


def find_stealable_cows(state: Position, thief: int, seat: int) -> int:
    """Return the cells of another seat's ranch from which a thief may take a cow."""
    if seat == thief:
        return 0
    return state.herds[seat] & ALL & ~find_protected_land(state, seat)


def _find_pasture(state: Position, seat: int) -> int:
    """Return the cells to which a cow may be moved: all plots except corn fields."""
    return state.occupied[seat] & ~state.land[_LANDSCAPES * seat + CORN_FIELD]


def can_move_cow(state: Position, seat: int) -> bool:
    """Return whether a cowboy has a legal move."""
    return bool(find_neighbours(state.herds[seat] & ALL) & _find_pasture(state, seat))


def find_cow_targets(state: Position, seat: int, cell: int) -> int:
    """Return the cells to which a cow may be moved from a cell."""
    return find_neighbours(BIT[cell]) & _find_pasture(state, seat)


def find_bonus_sites(state: Position, seat: int, landscape: int) -> int:
    """Return the free cells for a side of a bonus tile: at a bridge or next to its landscape (7)."""
    open_cells = state.faces.inside & ~state.faces.blocked & ~state.occupied[seat]
    return open_cells & (state.bridges[seat] | find_neighbours(state.land[_LANDSCAPES * seat + landscape]))
