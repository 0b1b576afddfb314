"""
Legality checks: one per event kind, with a code for each rule.

A check uses the position and never the list of legal actions; tests compare the two.
"""

from collections.abc import Callable, Mapping
from typing import Final

from engine.core import IllegalAction
from engine.rulesets.moon_river import phases
from engine.rulesets.moon_river.actions import SPOT, get_spot_cells, unpack_list
from engine.rulesets.moon_river.bitboards import ALL, BIT, NEIGHBOURS, get_coordinates, list_cells
from engine.rulesets.moon_river.constants import COLUMN, CORN_FIELD, LANDSCAPES, NO_SEAT, PARTNERS
from engine.rulesets.moon_river.phases import CHOOSE, EXPAND, PLACE_RANCHERO
from engine.rulesets.moon_river.placements import PAIRS
from engine.rulesets.moon_river.position import Position
from engine.rulesets.moon_river.ranch import (
    find_bonus_sites,
    find_legal_placements,
    find_protected_land,
    find_skull_targets,
    find_territory,
)
from engine.rulesets.moon_river.turns import count_saloon_room

__all__ = ["CHECKS", "CODES"]

#: Sentence for each code of this ruleset's checks.
CODES: Final[Mapping[str, str]] = {
    "wrong_phase": "Another kind of step is expected now.",
    "plot_taken": "A ranchero is on that plot of the column already, or the plot has left the game.",
    "plot_not_in_hand": "The plot is not in the seat's hand.",
    "not_adjacent": "The two cells of a domino must be orthogonally adjacent.",
    "outside_grid": "The cell is outside the grid for this number of seats.",
    "blocked_cell": "The cell is the centre of the board, where nothing can be placed.",
    "cell_taken": "A plot or bonus tile is on that cell already.",
    "not_connected": "The placement must touch a bridge of the seat's board or a plot of the same landscape.",
    "must_expand": "The turn is forced or the last one, and a domino can be placed. Place one.",
    "must_discard": "The turn is forced and no domino can be placed. Discard two plots.",
    "not_forced": "Plots can be discarded only on a forced turn on which no domino can be placed.",
    "no_cow_there": "No cow is on that cell.",
    "wrong_territory": "The cow is not in the territory of the skull's plot.",
    "wrong_cell": "No circle on that cell is waiting for a partner.",
    "must_recruit": "A partner must be recruited while a token is left in the saloon.",
    "not_in_saloon": "The saloon has no token of that partner.",
    "no_plot_there": "No plot or bonus tile is on that cell.",
    "corn_field": "A cow cannot be moved onto a corn field.",
    "not_next_to": "A cow can move only to an orthogonally adjacent plot.",
    "own_seat": "The effect applies to other seats only. Choose another seat.",
    "no_such_seat": "The game has no such seat.",
    "plot_not_in_storage": "The plot is not in that seat's storage.",
    "cow_protected": "A partner in its territory protects the cow from the cattle thief.",
    "tile_taken": "The bonus tile has already been placed or has left the game.",
    "wrong_side": "The bonus tile has no side of that landscape.",
    "wrong_count": "The saloon must be filled up to five tokens, or with all tokens left if they are fewer.",
    "token_not_left": "There are not enough tokens of that partner left to draw.",
    "plot_not_left": "The plot has already been dealt.",
    "wrong_seats": "Each seat must be drawn exactly once.",
}


def _get_seat(state: Position) -> int:
    assert state.actor is not None, "a seat decides"
    return state.actor


def _format_cell(cell: int) -> list[int]:
    return list(get_coordinates(cell))


def _make_wrong_phase(state: Position) -> IllegalAction:
    return IllegalAction(
        "wrong_phase", phase=phases.NAMES[state.phase], expected=list(phases.EXPECTED[state.phase])
    )


def _expect_phase(state: Position, phase: int) -> None:
    if state.phase != phase:
        raise _make_wrong_phase(state)


def _check_plot_chosen(state: Position, position: int) -> None:
    phase = state.phase
    if phase != CHOOSE and phase != PLACE_RANCHERO:
        raise _make_wrong_phase(state)
    if state.next_rancheros[position] != NO_SEAT:
        raise IllegalAction("plot_taken", field="position", position=position)


def _check_domino(state: Position, fields: int) -> None:
    """Validate a domino with one set test; only an illegal domino is analysed for its fault."""
    phase = state.phase
    if phase == EXPAND:
        seat = state.actor
        assert seat is not None, "a seat decides"
        lower, higher = fields >> 19, fields >> 12 & 127
        hand = state.hands[seat]
        is_held = lower in hand and higher in hand
        if is_held and find_legal_placements(state, seat, lower, higher) >> (fields & SPOT) & 1:
            return
    elif phase != phases.DISCARD:
        raise _make_wrong_phase(state)
    raise _find_domino_fault(state, fields)


def _find_domino_fault(state: Position, fields: int) -> IllegalAction:
    seat = _get_seat(state)
    for plot in (fields >> 19, fields >> 12 & 127):
        if plot not in state.hands[seat]:
            return IllegalAction("plot_not_in_hand", field="plots", plot=plot, hand=list(state.hands[seat]))
    cells = get_spot_cells(fields & SPOT)
    for cell in cells:
        fault = _find_cell_fault(state, seat, cell, "cells")
        if fault is not None:
            return fault
    if fields & SPOT >= len(PAIRS):
        return IllegalAction("not_adjacent", field="cells", cells=[_format_cell(cell) for cell in cells])
    return IllegalAction("not_connected", field="cells", cells=[_format_cell(cell) for cell in cells])


def _find_cell_fault(state: Position, seat: int, cell: int, field: str) -> IllegalAction | None:
    """Return the error if nothing can be placed on a cell, else None."""
    bit = BIT[cell]
    if not bit & state.faces.inside:
        return IllegalAction("outside_grid", field=field, cell=_format_cell(cell), rows=state.faces.rows)
    if bit & state.faces.blocked:
        return IllegalAction("blocked_cell", field=field, cell=_format_cell(cell))
    if bit & state.occupied[seat]:
        return IllegalAction("cell_taken", field=field, cell=_format_cell(cell))
    return None


def _check_expansion_declined(state: Position, fields: int) -> None:
    if state.phase == phases.DISCARD:
        raise IllegalAction("must_discard", expected=["plots_discarded"])
    _expect_phase(state, phases.EXPAND)
    if state.owed:
        raise IllegalAction("must_expand", expected=["domino_placed"])


def _check_plots_discarded(state: Position, fields: int) -> None:
    if state.phase == phases.EXPAND:
        if state.owed:
            raise IllegalAction("must_expand", expected=["domino_placed"])
        raise IllegalAction("not_forced", expected=["domino_placed", "expansion_declined"])
    _expect_phase(state, phases.DISCARD)
    hand = state.hands[_get_seat(state)]
    for plot in (fields >> 7, fields & 127):
        if plot not in hand:
            raise IllegalAction("plot_not_in_hand", field="plots", plot=plot, hand=list(hand))


def _check_cow_removed(state: Position, cell: int) -> None:
    _expect_phase(state, phases.REMOVE_COW)
    seat = _get_seat(state)
    if not BIT[cell] & state.herds[seat]:
        raise IllegalAction("no_cow_there", field="cell", cell=_format_cell(cell))
    targets = find_skull_targets(state, seat, state.skulls[0])
    if not BIT[cell] & targets:
        raise IllegalAction(
            "wrong_territory",
            field="cell",
            cell=_format_cell(cell),
            expected=[_format_cell(target) for target in list_cells(targets)],
        )


def _check_partner_recruited(state: Position, fields: int) -> None:
    _expect_phase(state, phases.RECRUIT)
    cell, partner = fields >> 4, fields >> 1 & 7
    if cell not in state.circles:
        expected = [_format_cell(circle) for circle in state.circles]
        raise IllegalAction("wrong_cell", field="cell", cell=_format_cell(cell), expected=expected)
    if not state.saloon[partner]:
        expected_names = [name for name, left in zip(PARTNERS, state.saloon, strict=True) if left]
        raise IllegalAction("not_in_saloon", field="partner", expected=expected_names)


def _check_cow_moved(state: Position, fields: int) -> None:
    _expect_phase(state, phases.MOVE_COW)
    seat = _get_seat(state)
    origin, target = fields >> 6, fields & 63
    if not BIT[origin] & state.herds[seat] & ALL:
        raise IllegalAction("no_cow_there", field="from", cell=_format_cell(origin))
    if not BIT[target] & NEIGHBOURS[origin]:
        raise IllegalAction("not_next_to", field="to", cell=_format_cell(target))
    if not BIT[target] & state.occupied[seat]:
        raise IllegalAction("no_plot_there", field="to", cell=_format_cell(target))
    if BIT[target] & state.land[len(LANDSCAPES) * seat + CORN_FIELD]:
        raise IllegalAction("corn_field", field="to", cell=_format_cell(target))


def _check_other_seat(state: Position, other: int) -> None:
    if other == state.actor:
        raise IllegalAction("own_seat", field="seat", seat=other)
    if other >= state.seats:
        raise IllegalAction("no_such_seat", field="seat", seat=other, seats=state.seats)


def _check_plots_swapped(state: Position, fields: int) -> None:
    _expect_phase(state, phases.SWAP)
    give, other, take = fields >> 9, fields >> 7 & 3, fields & 127
    hand = state.hands[_get_seat(state)]
    if give not in hand:
        raise IllegalAction("plot_not_in_hand", field="give", plot=give, hand=list(hand))
    _check_other_seat(state, other)
    storage = state.hands[other]
    if take not in storage:
        raise IllegalAction("plot_not_in_storage", field="take", plot=take, storage=list(storage))


def _check_cow_stolen(state: Position, fields: int) -> None:
    _expect_phase(state, phases.STEAL)
    other, cell = fields >> 6, fields & 63
    _check_other_seat(state, other)
    if not BIT[cell] & state.herds[other]:
        raise IllegalAction("no_cow_there", field="cell", cell=_format_cell(cell))
    if BIT[cell] & find_protected_land(state, other):
        protectors = list_cells(find_territory(state, other, cell) & state.partners[other])
        raise IllegalAction(
            "cow_protected",
            field="cell",
            cell=_format_cell(cell),
            partners=[_format_cell(p) for p in protectors],
        )


def _check_effect_declined(state: Position, fields: int) -> None:
    if state.phase == phases.RECRUIT:
        raise IllegalAction("must_recruit", expected=["partner_recruited"])
    if state.phase not in (phases.MOVE_COW, phases.SWAP, phases.STEAL):
        raise _make_wrong_phase(state)


def _check_bonus_tile_placed(state: Position, fields: int) -> None:
    _expect_phase(state, phases.BONUS)
    tile, landscape, cell = fields >> 9, fields >> 6 & 7, fields & 63
    seat = _get_seat(state)
    if not state.tiles >> tile & 1:
        raise IllegalAction("tile_taken", field="tile", tile=tile)
    sides = state.faces.tiles[tile]
    if landscape not in sides:
        expected = [LANDSCAPES[side] for side in sides]
        raise IllegalAction("wrong_side", field="side", expected=expected)
    fault = _find_cell_fault(state, seat, cell, "cell")
    if fault is not None:
        raise fault
    if not BIT[cell] & find_bonus_sites(state, seat, landscape):
        raise IllegalAction("not_connected", field="cell", cell=_format_cell(cell))


def _check_scenario_drawn(state: Position, scenario: int) -> None:
    _expect_phase(state, phases.SCENARIO_DUE)


def _check_saloon_filled(state: Position, fields: int) -> None:
    _expect_phase(state, phases.SALOON_DUE)
    partners = unpack_list(fields)
    room = count_saloon_room(state)
    if len(partners) != room:
        raise IllegalAction("wrong_count", field="partners", expected=room, found=len(partners))
    for partner in partners:
        left = state.tokens[partner]
        if partners.count(partner) > left:
            raise IllegalAction("token_not_left", field="partners", partner=PARTNERS[partner], left=left)


def _check_column_dealt(state: Position, fields: int) -> None:
    _expect_phase(state, phases.COLUMN_DUE)
    plots = fields >> 21, fields >> 14 & 127, fields >> 7 & 127, fields & 127
    dealt = 1 << plots[0] | 1 << plots[1] | 1 << plots[2] | 1 << plots[3]
    if dealt & ~state.undealt or dealt.bit_count() != COLUMN:
        plot = next(plot for plot in plots if not state.undealt >> plot & 1 or plots.count(plot) > 1)
        raise IllegalAction("plot_not_left", field="plots", plot=plot)


def _check_rancheros_drawn(state: Position, fields: int) -> None:
    _expect_phase(state, phases.RANCHEROS_DUE)
    seats = unpack_list(fields)
    if sorted(seats) != list(range(state.seats)):
        raise IllegalAction("wrong_seats", field="seats", expected=list(range(state.seats)), found=seats)


#: The check of an action's fields, by kind number; it raises IllegalAction for the first broken rule.
CHECKS: Final[tuple[Callable[[Position, int], None], ...]] = (
    _check_plot_chosen,
    _check_domino,
    _check_expansion_declined,
    _check_plots_discarded,
    _check_cow_removed,
    _check_partner_recruited,
    _check_cow_moved,
    _check_plots_swapped,
    _check_cow_stolen,
    _check_effect_declined,
    _check_bonus_tile_placed,
    _check_scenario_drawn,
    _check_saloon_filled,
    _check_column_dealt,
    _check_rancheros_drawn,
)
