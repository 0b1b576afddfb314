"""The legal actions of a position, in canonical order."""

from typing import Final

from engine.rulesets.goldgraeber import phases
from engine.rulesets.goldgraeber.actions import PEEK_CHOSEN, RAFT_RIDDEN, ROLL_CHOSEN, TURN_PASSED
from engine.rulesets.goldgraeber.hex_grid import list_bits
from engine.rulesets.goldgraeber.movement import list_move_ends, list_retreat_ends
from engine.rulesets.goldgraeber.peeks import can_peek
from engine.rulesets.goldgraeber.position import Position

__all__ = ["find_free_shores", "legal_actions"]


def legal_actions(state: Position) -> list[int]:
    """Return all legal actions of the seat that decides; a move is identified by its last field."""
    phase = state.phase
    seat = state.actor
    assert seat is not None, "a seat decides"
    if phase == phases.MOVE:
        return list_move_ends(state, seat) or list(_PASS)
    if phase == phases.MOVE_AWAY:
        return list_retreat_ends(state, seat)
    if phase == phases.RIDE:
        return [RAFT_RIDDEN | field for field in list_bits(find_free_shores(state, seat))]
    assert phase == phases.CHOOSE, "a seat decides"
    return [ROLL_CHOSEN, PEEK_CHOSEN] if can_peek(state) else [ROLL_CHOSEN]


def find_free_shores(state: Position, seat: int) -> int:
    """Return the shore fields of the digger's lake without a raft."""
    return state.tables.shores[state.diggers[seat]] & ~state.raft_fields


_PASS: Final = (TURN_PASSED,)
