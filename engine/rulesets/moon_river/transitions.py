"""State transitions: one function per event kind. They do not validate; ``legality_checks`` does."""

from collections.abc import Callable
from typing import Final

from engine.rulesets.moon_river import domino_effects, turns
from engine.rulesets.moon_river.actions import FIELDS, SPOT, unpack_list
from engine.rulesets.moon_river.constants import COLUMNS, ROWS
from engine.rulesets.moon_river.lookup_tables import ONE
from engine.rulesets.moon_river.placements import FIRST, SECOND
from engine.rulesets.moon_river.position import Position
from engine.rulesets.moon_river.ranch import lay_domino

__all__ = ["STEPS"]

#: Cells from this one on are the tenth row.
_TENTH_ROW: Final = COLUMNS * (ROWS - 1)


def _get_seat(state: Position) -> int:
    assert state.actor is not None, "a seat decides"
    return state.actor


def _continue_turn(state: Position, seat: int) -> None:
    """Settle the effects of the domino; then the seat may expand again."""
    if not domino_effects.settle(state, seat):
        turns.expand(state, seat)


def _apply_domino_placed(state: Position, action: int) -> None:
    seat = state.actor
    assert seat is not None, "a seat decides"
    lower, higher, spot = action >> 19 & 127, action >> 12 & 127, action & SPOT
    lay_domino(state, seat, lower, higher, spot)
    state.hands[seat] = _remove_plots(state.hands[seat], lower, higher)
    state.dominoes -= 1
    if state.owed and not state.is_last_turn:
        state.owed = False
    if (FIRST[spot] >= _TENTH_ROW or SECOND[spot] >= _TENTH_ROW) and not state.reached >> seat & 1:
        state.reached |= 1 << seat
        state.bonus_due = True
    marks = state.faces.marks
    if marks[lower] or marks[higher]:
        domino_effects.begin(state, seat, lower, higher, spot)
        _continue_turn(state, seat)
    elif state.bonus_due:
        _continue_turn(state, seat)
    else:
        turns.expand(state, seat)


def _remove_plots(hand: bytes, lower: int, higher: int) -> bytes:
    if len(hand) == 2:
        return b""
    return hand.replace(ONE[lower], b"").replace(ONE[higher], b"")


def _apply_expansion_declined(state: Position, action: int) -> None:
    turns.end_expanding(state)


def _apply_plots_discarded(state: Position, action: int) -> None:
    seat = _get_seat(state)
    state.hands[seat] = _remove_plots(state.hands[seat], action >> 7 & 127, action & 127)
    turns.end_expanding(state)


def _apply_cow_removed(state: Position, action: int) -> None:
    seat = _get_seat(state)
    domino_effects.remove_cow(state, seat, action & FIELDS)
    _continue_turn(state, seat)


def _apply_partner_recruited(state: Position, action: int) -> None:
    seat = _get_seat(state)
    fields = action & FIELDS
    if not domino_effects.recruit(state, seat, fields >> 4, fields >> 1 & 7, fields & 1):
        _continue_turn(state, seat)


def _apply_cow_moved(state: Position, action: int) -> None:
    seat = _get_seat(state)
    if not domino_effects.move_cow(state, seat, action >> 6 & 63, action & 63):
        _continue_turn(state, seat)


def _apply_plots_swapped(state: Position, action: int) -> None:
    seat = _get_seat(state)
    domino_effects.swap_plots(state, seat, action >> 9 & 127, action >> 7 & 3, action & 127)
    _continue_turn(state, seat)


def _apply_cow_stolen(state: Position, action: int) -> None:
    seat = _get_seat(state)
    domino_effects.steal_cow(state, seat, action >> 6 & 3, action & 63)
    _continue_turn(state, seat)


def _apply_effect_declined(state: Position, action: int) -> None:
    domino_effects.decline(state)
    _continue_turn(state, _get_seat(state))


def _apply_bonus_tile_placed(state: Position, action: int) -> None:
    seat = _get_seat(state)
    fields = action & FIELDS
    domino_effects.place_bonus_tile(state, seat, fields >> 9, fields >> 6 & 7, fields & 63)
    _continue_turn(state, seat)


def _apply_scenario_drawn(state: Position, action: int) -> None:
    turns.draw_scenario(state, action & FIELDS)


def _apply_saloon_filled(state: Position, action: int) -> None:
    turns.fill_saloon(state, unpack_list(action & FIELDS))


def _apply_column_dealt(state: Position, action: int) -> None:
    turns.deal_column(state, [action >> 21 & 127, action >> 14 & 127, action >> 7 & 127, action & 127])


def _apply_rancheros_drawn(state: Position, action: int) -> None:
    turns.place_rancheros(state, unpack_list(action & FIELDS))


#: The transition of an action, by kind number.
STEPS: Final[tuple[Callable[[Position, int], None], ...]] = (
    turns.choose_plot,
    _apply_domino_placed,
    _apply_expansion_declined,
    _apply_plots_discarded,
    _apply_cow_removed,
    _apply_partner_recruited,
    _apply_cow_moved,
    _apply_plots_swapped,
    _apply_cow_stolen,
    _apply_effect_declined,
    _apply_bonus_tile_placed,
    _apply_scenario_drawn,
    _apply_saloon_filled,
    _apply_column_dealt,
    _apply_rancheros_drawn,
)
