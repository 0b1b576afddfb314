"""The legal actions of each decision, in canonical order."""

from collections.abc import Callable
from typing import Final

from engine.rulesets.moon_river import actions, phases
from engine.rulesets.moon_river.bitboards import ALL, list_cells
from engine.rulesets.moon_river.constants import LANDSCAPES, NO_SEAT, PARTNERS, SIDES
from engine.rulesets.moon_river.placements import list_placements
from engine.rulesets.moon_river.position import Position
from engine.rulesets.moon_river.ranch import (
    find_bonus_sites,
    find_cow_targets,
    find_skull_targets,
    find_stealable_cows,
)

__all__ = ["legal_actions"]

_LANDSCAPES = len(LANDSCAPES)


def legal_actions(state: Position) -> list[int]:
    """Return all legal actions of the seat that decides."""
    seat = state.actor
    assert seat is not None, "legal actions are a seat's"
    return _LISTS[state.phase](state, seat)


def _list_positions(state: Position, seat: int) -> list[int]:
    return [position for position, ranchero in enumerate(state.next_rancheros) if ranchero == NO_SEAT]


def _list_dominoes(state: Position, seat: int) -> list[int]:
    """List the dominoes by pair of plots; pairs of the same landscapes share one search for placements."""
    hand = state.hands[seat]
    landscapes = state.faces.landscapes
    free, first, second, base = state.free[seat], state.first, state.second, _LANDSCAPES * seat
    found: dict[int, list[int]] = {}
    listed: list[int] = []
    for number, lower in enumerate(hand, 1):
        lower_place = base + landscapes[lower]
        reach = first[lower_place]
        for higher in hand[number:]:
            higher_place = base + landscapes[higher]
            key = lower_place << 6 | higher_place
            spots = found.get(key)
            if spots is None:
                spots = found[key] = list_placements(free & (reach | second[higher_place]))
            domino = actions.DOMINO_PLACED | lower << 19 | higher << 12
            listed += [domino + spot for spot in spots]
    if not state.owed:
        listed.append(actions.EXPANSION_DECLINED)
    return listed


def _list_discards(state: Position, seat: int) -> list[int]:
    hand = state.hands[seat]
    return [
        actions.pack_plots_discarded(lower, higher)
        for number, lower in enumerate(hand, 1)
        for higher in hand[number:]
    ]


def _list_removals(state: Position, seat: int) -> list[int]:
    cells = list_cells(find_skull_targets(state, seat, state.skulls[0]))
    return [actions.COW_REMOVED | cell for cell in cells]


def _list_recruits(state: Position, seat: int) -> list[int]:
    return [
        actions.pack_partner_recruited(cell, partner, side)
        for cell in state.circles
        for partner in range(len(PARTNERS))
        if state.saloon[partner]
        for side in range(len(SIDES))
    ]


def _list_cow_moves(state: Position, seat: int) -> list[int]:
    moves = [
        actions.pack_cow_moved(origin, target)
        for origin in list_cells(state.herds[seat] & ALL)
        for target in list_cells(find_cow_targets(state, seat, origin))
    ]
    return [*moves, actions.EFFECT_DECLINED]


def _list_swaps(state: Position, seat: int) -> list[int]:
    swaps = [
        actions.pack_plots_swapped(give, other, take)
        for give in state.hands[seat]
        for other, hand in enumerate(state.hands)
        if other != seat
        for take in hand
    ]
    return [*swaps, actions.EFFECT_DECLINED]


def _list_thefts(state: Position, seat: int) -> list[int]:
    thefts = [
        actions.pack_cow_stolen(other, cell)
        for other in range(state.seats)
        for cell in list_cells(find_stealable_cows(state, seat, other))
    ]
    return [*thefts, actions.EFFECT_DECLINED]


def _list_bonus_tiles(state: Position, seat: int) -> list[int]:
    return [
        actions.pack_bonus_tile_placed(tile, side, cell)
        for tile, sides in state.faces.tiles.items()
        if state.tiles >> tile & 1
        for side in sorted(sides)
        for cell in list_cells(find_bonus_sites(state, seat, side))
    ]


_LISTS: Final[dict[int, Callable[[Position, int], list[int]]]] = {
    phases.PLACE_RANCHERO: _list_positions,
    phases.EXPAND: _list_dominoes,
    phases.DISCARD: _list_discards,
    phases.REMOVE_COW: _list_removals,
    phases.RECRUIT: _list_recruits,
    phases.MOVE_COW: _list_cow_moves,
    phases.SWAP: _list_swaps,
    phases.STEAL: _list_thefts,
    phases.BONUS: _list_bonus_tiles,
    phases.CHOOSE: _list_positions,
}
