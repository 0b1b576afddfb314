"""
Judging a step: each rule it may break has a code of its own.

A check asks the position, never the list of legal actions; the tests hold the two equal.
"""

from collections.abc import Callable
from typing import Final

from engine.core import IllegalAction
from engine.rulesets.goldgraeber import phases
from engine.rulesets.goldgraeber.actions import FIELDS, kind_number, peeked_chips
from engine.rulesets.goldgraeber.chips import ONE, chip_data, count_of
from engine.rulesets.goldgraeber.codec import field_data
from engine.rulesets.goldgraeber.constants import PURPOSES
from engine.rulesets.goldgraeber.error_codes import move_fault
from engine.rulesets.goldgraeber.hex_grid import BIT
from engine.rulesets.goldgraeber.legal_actions import shores_to_ride_to
from engine.rulesets.goldgraeber.movement import ends_of_move, may_end, others_outside_town
from engine.rulesets.goldgraeber.peeks import can_peek, peeked_fields
from engine.rulesets.goldgraeber.position import Position

__all__ = ["check"]


def check(state: Position, action: int) -> None:
    """
    Judge a step of the actor who decides next.

    Raises:
        IllegalAction: with the code of the first rule it breaks.
    """
    _CHECKS[kind_number(action)](state, action)


def _seat(state: Position) -> int:
    assert state.actor is not None, "a seat decides"
    return state.actor


def _expect(state: Position, *expected: int) -> None:
    if state.phase not in expected:
        raise IllegalAction(
            "wrong_phase", phase=phases.NAMES[state.phase], expected=list(phases.EXPECTED[state.phase])
        )


def _check_digger_moved(state: Position, field: int) -> None:
    """Judge a move by one test of a set; only a bad one is looked at closely."""
    phase = state.phase
    if phase != phases.MOVE:
        _expect(state, phases.MOVE_AWAY)
    seat = _seat(state)
    if phase == phases.MOVE_AWAY:
        _check_end_away(state, seat, field)
    if not may_end(state, seat, field):
        raise move_fault(state, seat, field)


def _check_end_away(state: Position, seat: int, field: int) -> None:
    if field == state.diggers[seat]:
        raise IllegalAction("field_of_fight", field="to", to=field_data(field))
    if BIT[field] & others_outside_town(state, seat) & ~state.tables.lakes:
        raise IllegalAction("field_taken", field="to", to=field_data(field))


def _check_raft_ridden(state: Position, action: int) -> None:
    _expect(state, phases.RIDE)
    seat, to = _seat(state), action & FIELDS
    here = state.diggers[seat]
    if not BIT[to] & state.tables.shores[here]:
        raise IllegalAction("wrong_shore", field="to", to=field_data(to), raft=field_data(here))
    if to == here:
        raise IllegalAction("same_shore", field="to", to=field_data(to))
    if not BIT[to] & shores_to_ride_to(state, seat):
        raise IllegalAction("shore_taken", field="to", to=field_data(to))


def _check_turn_passed(state: Position, action: int) -> None:
    _expect(state, phases.MOVE)
    ends = ends_of_move(state, _seat(state))
    if ends:
        raise IllegalAction("must_move", steps=state.steps, ends=len(ends))


def _check_roll_chosen(state: Position, action: int) -> None:
    _expect(state, phases.CHOOSE)


def _check_peek_chosen(state: Position, action: int) -> None:
    _expect(state, phases.CHOOSE)
    if not can_peek(state):
        raise IllegalAction("nothing_new", digger=field_data(state.diggers[_seat(state)]))


def _check_die_rolled(state: Position, action: int) -> None:
    if state.phase >= phases.ROLLS:
        _expect(state)
    purpose = (action & FIELDS) >> 3
    if purpose != state.phase:
        raise IllegalAction(
            "wrong_purpose", field="purpose", expected=PURPOSES[state.phase], found=PURPOSES[purpose]
        )


def _check_chip_flipped(state: Position, action: int) -> None:
    _expect(state, phases.FLIP)
    field, chip = (action & FIELDS) >> 4, action & 15
    due = state.diggers[state.turn_seat]
    if field != due:
        raise IllegalAction("wrong_field", field="field", expected=field_data(due), found=field_data(field))
    _check_chip(state, field, chip, state.unknown)


def _check_chips_peeked(state: Position, action: int) -> None:
    _expect(state, phases.PEEK)
    chips = peeked_chips(action)
    due = peeked_fields(state)
    if [field for field, _ in chips] != due:
        raise IllegalAction("wrong_fields", field="chips", expected=[field_data(field) for field in due])
    unknown = state.unknown
    for field, chip in chips:
        _check_chip(state, field, chip, unknown)
        if not state.known[state.tables.site_of[field]]:
            unknown -= ONE[chip]


def _check_chip(state: Position, field: int, chip: int, unknown: int) -> None:
    """Judge what a chip is said to be by what has been seen. What a seat has seen in secret is not told."""
    known = state.known[state.tables.site_of[field]]
    if known and known != chip:
        raise IllegalAction("chip_changed", field="chip", at=field_data(field))
    if not known and not count_of(unknown, chip):
        raise IllegalAction("chip_not_left", field="chip", at=field_data(field), chip=chip_data(chip))


#: By kind number, what judges an action.
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
