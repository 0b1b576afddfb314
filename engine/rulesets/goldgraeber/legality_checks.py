"""
Legality checks: one per event kind, with a code for each rule.

A check uses the position and never the list of legal actions; tests compare the two.
"""

from collections.abc import Callable
from typing import Final

from engine.core import IllegalAction
from engine.rulesets.goldgraeber import phases
from engine.rulesets.goldgraeber.actions import FIELDS, get_kind_number, unpack_chips_peeked
from engine.rulesets.goldgraeber.chips import ONE, count_of, format_chip
from engine.rulesets.goldgraeber.codec import format_field
from engine.rulesets.goldgraeber.constants import PURPOSES
from engine.rulesets.goldgraeber.error_codes import make_move_fault
from engine.rulesets.goldgraeber.hex_grid import BIT
from engine.rulesets.goldgraeber.legal_actions import find_free_shores
from engine.rulesets.goldgraeber.movement import find_others_outside_town, list_move_ends, may_end
from engine.rulesets.goldgraeber.peeks import can_peek, list_peeked_fields
from engine.rulesets.goldgraeber.position import Position

__all__ = ["check"]


def check(state: Position, action: int) -> None:
    """
    Validate a step of the actor that decides next.

    Raises:
        IllegalAction: with the code of the first broken rule.
    """
    _CHECKS[get_kind_number(action)](state, action)


def _get_seat(state: Position) -> int:
    assert state.actor is not None, "a seat decides"
    return state.actor


def _expect_phase(state: Position, *expected: int) -> None:
    if state.phase not in expected:
        raise IllegalAction(
            "wrong_phase", phase=phases.NAMES[state.phase], expected=list(phases.EXPECTED[state.phase])
        )


def _check_digger_moved(state: Position, field: int) -> None:
    """Validate a move with one set test; only an illegal move is analysed for its fault."""
    phase = state.phase
    if phase != phases.MOVE:
        _expect_phase(state, phases.MOVE_AWAY)
    seat = _get_seat(state)
    if phase == phases.MOVE_AWAY:
        _check_end_away(state, seat, field)
    if not may_end(state, seat, field):
        raise make_move_fault(state, seat, field)


def _check_end_away(state: Position, seat: int, field: int) -> None:
    if field == state.diggers[seat]:
        raise IllegalAction("field_of_fight", field="to", to=format_field(field))
    if BIT[field] & find_others_outside_town(state, seat) & ~state.tables.lakes:
        raise IllegalAction("field_taken", field="to", to=format_field(field))


def _check_raft_ridden(state: Position, action: int) -> None:
    _expect_phase(state, phases.RIDE)
    seat, to = _get_seat(state), action & FIELDS
    here = state.diggers[seat]
    if not BIT[to] & state.tables.shores[here]:
        raise IllegalAction("wrong_shore", field="to", to=format_field(to), raft=format_field(here))
    if to == here:
        raise IllegalAction("same_shore", field="to", to=format_field(to))
    if not BIT[to] & find_free_shores(state, seat):
        raise IllegalAction("shore_taken", field="to", to=format_field(to))


def _check_turn_passed(state: Position, action: int) -> None:
    _expect_phase(state, phases.MOVE)
    ends = list_move_ends(state, _get_seat(state))
    if ends:
        raise IllegalAction("must_move", steps=state.steps, ends=len(ends))


def _check_roll_chosen(state: Position, action: int) -> None:
    _expect_phase(state, phases.CHOOSE)


def _check_peek_chosen(state: Position, action: int) -> None:
    _expect_phase(state, phases.CHOOSE)
    if not can_peek(state):
        raise IllegalAction("nothing_new", digger=format_field(state.diggers[_get_seat(state)]))


def _check_die_rolled(state: Position, action: int) -> None:
    if state.phase >= phases.ROLLS:
        _expect_phase(state)
    purpose = (action & FIELDS) >> 3
    if purpose != state.phase:
        raise IllegalAction(
            "wrong_purpose", field="purpose", expected=PURPOSES[state.phase], found=PURPOSES[purpose]
        )


def _check_chip_flipped(state: Position, action: int) -> None:
    _expect_phase(state, phases.FLIP)
    field, chip = (action & FIELDS) >> 4, action & 15
    due = state.diggers[state.turn_seat]
    if field != due:
        raise IllegalAction(
            "wrong_field", field="field", expected=format_field(due), found=format_field(field)
        )
    _check_chip(state, field, chip, state.unknown)


def _check_chips_peeked(state: Position, action: int) -> None:
    _expect_phase(state, phases.PEEK)
    chips = unpack_chips_peeked(action)
    due = list_peeked_fields(state)
    if [field for field, _ in chips] != due:
        raise IllegalAction("wrong_fields", field="chips", expected=[format_field(field) for field in due])
    unknown = state.unknown
    for field, chip in chips:
        _check_chip(state, field, chip, unknown)
        if not state.known[state.tables.site_of[field]]:
            unknown -= ONE[chip]


def _check_chip(state: Position, field: int, chip: int, unknown: int) -> None:
    """Validate a chip against the chips seen so far. The details never reveal what a seat has peeked at."""
    known = state.known[state.tables.site_of[field]]
    if known and known != chip:
        raise IllegalAction("chip_changed", field="chip", at=format_field(field))
    if not known and not count_of(unknown, chip):
        raise IllegalAction("chip_not_left", field="chip", at=format_field(field), chip=format_chip(chip))


#: The check of an action by kind number.
_CHECKS: Final[tuple[Callable[[Position, int], None], ...]] = (
    _check_digger_moved,
    _check_raft_ridden,
    _check_turn_passed,
    _check_roll_chosen,
    _check_peek_chosen,
    _check_die_rolled,
    _check_chip_flipped,
    _check_chips_peeked,
)
