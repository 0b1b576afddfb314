"""State transitions: one function per event kind. They do not validate; ``legality_checks`` does."""

from collections.abc import Callable
from typing import Final

from engine.rulesets.goldgraeber import fights, peeks, turns
from engine.rulesets.goldgraeber.actions import FIELDS, unpack_chips_peeked
from engine.rulesets.goldgraeber.phases import MOVE, PEEK, ROLL
from engine.rulesets.goldgraeber.position import Position

__all__ = ["STEPS"]


def _get_seat(state: Position) -> int:
    assert state.actor is not None, "a seat decides"
    return state.actor


def _apply_digger_moved(state: Position, action: int) -> None:
    if state.phase == MOVE:
        turns.end_move(state, _get_seat(state), action)
    else:
        turns.end_retreat(state, _get_seat(state), action)


def _apply_raft_ridden(state: Position, action: int) -> None:
    turns.ride_raft(state, _get_seat(state), action & FIELDS)


def _apply_turn_passed(state: Position, action: int) -> None:
    turns.end_turn(state)


def _apply_roll_chosen(state: Position, action: int) -> None:
    turns.await_chance(state, ROLL)


def _apply_peek_chosen(state: Position, action: int) -> None:
    turns.await_chance(state, PEEK)


def _apply_die_rolled(state: Position, action: int) -> None:
    state.rolls += 1
    state.die = action & FIELDS
    _ROLLS[state.die >> 3](state, action & 7)


def _apply_chip_flipped(state: Position, action: int) -> None:
    fights.flip_chip(state, action & 15)


def _apply_chips_peeked(state: Position, action: int) -> None:
    peeks.peek(state, unpack_chips_peeked(action))


#: The transition after a roll, by purpose.
_ROLLS: Final[tuple[Callable[[Position, int], None], ...]] = (
    turns.begin_move,
    fights.fight_robber,
    fights.attack,
    fights.defend,
    fights.retreat,
)

#: The transition of an action, by kind number.
STEPS: Final[tuple[Callable[[Position, int], None], ...]] = (
    _apply_digger_moved,
    _apply_raft_ridden,
    _apply_turn_passed,
    _apply_roll_chosen,
    _apply_peek_chosen,
    _apply_die_rolled,
    _apply_chip_flipped,
    _apply_chips_peeked,
)
