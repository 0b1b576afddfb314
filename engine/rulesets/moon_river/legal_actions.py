"""The legal actions of each decision, in canonical order."""

from collections.abc import Callable
from typing import Final

from engine.rulesets.moon_river import actions, phases
from engine.rulesets.moon_river.bitboards import ALL, cells_in
from engine.rulesets.moon_river.constants import LANDSCAPES, NOBODY, PARTNERS, SIDES
from engine.rulesets.moon_river.placements import placements_in
from engine.rulesets.moon_river.position import Position
from engine.rulesets.moon_river.ranch import bonus_sites, cow_targets, skull_targets, stealable_cows

__all__ = ["legal_actions"]

_LANDSCAPES = len(LANDSCAPES)


def legal_actions(state: Position) -> list[int]:
    """Return every legal action of the seat to decide."""
    seat = state.actor
    assert seat is not None, "legal actions are a seat's"
    return _LISTS[state.phase](state, seat)


def _positions(state: Position, seat: int) -> list[int]:
    return [position for position, ranchero in enumerate(state.next_rancheros) if ranchero == NOBODY]


def _dominoes(state: Position, seat: int) -> list[int]:
    """List the dominoes pair by pair; pairs of the same landscapes share one search for their placements."""
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
                spots = found[key] = placements_in(free & (reach | second[higher_place]))
            domino = actions.DOMINO_PLACED | lower << 19 | higher << 12
            listed += [domino + spot for spot in spots]
    if not state.owed:
        listed.append(actions.EXPANSION_DECLINED)
    return listed


def _discards(state: Position, seat: int) -> list[int]:
    hand = state.hands[seat]
    return [
        actions.plots_discarded(lower, higher)
        for number, lower in enumerate(hand, 1)
        for higher in hand[number:]
    ]


def _removals(state: Position, seat: int) -> list[int]:
    cells = cells_in(skull_targets(state, seat, state.skulls[0]))
    return [actions.COW_REMOVED | cell for cell in cells]


def _recruits(state: Position, seat: int) -> list[int]:
    return [
        actions.partner_recruited(cell, partner, side)
        for cell in state.circles
        for partner in range(len(PARTNERS))
        if state.saloon[partner]
        for side in range(len(SIDES))
    ]


def _cow_moves(state: Position, seat: int) -> list[int]:
    moves = [
        actions.cow_moved(origin, target)
        for origin in cells_in(state.herds[seat] & ALL)
        for target in cells_in(cow_targets(state, seat, origin))
    ]
    return [*moves, actions.EFFECT_DECLINED]


def _swaps(state: Position, seat: int) -> list[int]:
    swaps = [
        actions.plots_swapped(give, other, take)
        for give in state.hands[seat]
        for other, hand in enumerate(state.hands)
        if other != seat
        for take in hand
    ]
    return [*swaps, actions.EFFECT_DECLINED]


def _thefts(state: Position, seat: int) -> list[int]:
    thefts = [
        actions.cow_stolen(other, cell)
        for other in range(state.seats)
        for cell in cells_in(stealable_cows(state, seat, other))
    ]
    return [*thefts, actions.EFFECT_DECLINED]


def _bonus_tiles(state: Position, seat: int) -> list[int]:
    return [
        actions.bonus_tile_placed(tile, side, cell)
        for tile, sides in state.faces.tiles.items()
        if state.tiles >> tile & 1
        for side in sorted(sides)
        for cell in cells_in(bonus_sites(state, seat, side))
    ]


_LISTS: Final[dict[int, Callable[[Position, int], list[int]]]] = {
    phases.PLACE_RANCHERO: _positions,
    phases.EXPAND: _dominoes,
    phases.DISCARD: _discards,
    phases.REMOVE_COW: _removals,
    phases.RECRUIT: _recruits,
    phases.MOVE_COW: _cow_moves,
    phases.SWAP: _swaps,
    phases.STEAL: _thefts,
    phases.BONUS: _bonus_tiles,
    phases.CHOOSE: _positions,
}
