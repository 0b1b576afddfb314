"""The legal actions of a position, in canonical order."""

from typing import Final

from engine.rulesets.goldgraeber import phases
from engine.rulesets.goldgraeber.actions import PEEK_CHOSEN, RAFT_RIDDEN, ROLL_CHOSEN, TURN_PASSED
from engine.rulesets.goldgraeber.hex_grid import bits_of
from engine.rulesets.goldgraeber.movement import ends_away, ends_of_move
from engine.rulesets.goldgraeber.peeks import can_peek
from engine.rulesets.goldgraeber.position import Position

__all__ = ["legal_actions", "shores_to_ride_to"]


def legal_actions(state: Position) -> list[int]:
    """Return every legal action of the seat to decide; a move is its last field."""
    phase = state.phase
    seat = state.actor
    assert seat is not None, "a seat decides"
    if phase == phases.MOVE:
        return ends_of_move(state, seat) or list(_PASS)
    if phase == phases.MOVE_AWAY:
        return ends_away(state, seat)
    if phase == phases.RIDE:
        return [RAFT_RIDDEN | field for field in bits_of(shores_to_ride_to(state, seat))]
    assert phase == phases.CHOOSE, "a seat decides"
    return [ROLL_CHOSEN, PEEK_CHOSEN] if can_peek(state) else [ROLL_CHOSEN]


def shores_to_ride_to(state: Position, seat: int) -> int:
    """Return the shore fields of the digger's lake on which no raft lies."""
    return state.tables.shores[state.diggers[seat]] & ~state.raft_fields


_PASS: Final = (TURN_PASSED,)
