"""What each kind of step does to a position. Nothing is judged here: see ``legality_checks``."""

from collections.abc import Callable
from typing import Final

from engine.rulesets.goldgraeber import fights, peeks, turns
from engine.rulesets.goldgraeber.actions import FIELDS, peeked_chips
from engine.rulesets.goldgraeber.phases import MOVE, PEEK, ROLL
from engine.rulesets.goldgraeber.position import Position

__all__ = ["STEPS"]


def _seat(state: Position) -> int:
    assert state.actor is not None, "a seat decides"
    return state.actor


def _digger_moved(state: Position, action: int) -> None:
    if state.phase == MOVE:
        turns.end_move(state, _seat(state), action)
    else:
        turns.moved_away(state, _seat(state), action)


def _raft_ridden(state: Position, action: int) -> None:
    turns.ride_raft(state, _seat(state), action & FIELDS)


def _turn_passed(state: Position, action: int) -> None:
    turns.end_turn(state)


def _roll_chosen(state: Position, action: int) -> None:
    turns.await_chance(state, ROLL)


def _peek_chosen(state: Position, action: int) -> None:
    turns.await_chance(state, PEEK)


def _die_rolled(state: Position, action: int) -> None:
    state.rolls += 1
    state.die = action & FIELDS
    _ROLLS[state.die >> 3](state, action & 7)


def _chip_flipped(state: Position, action: int) -> None:
    fights.flip_chip(state, action & 15)


def _chips_peeked(state: Position, action: int) -> None:
    peeks.peek(state, peeked_chips(action))


#: By purpose, what follows a roll.
_ROLLS: Final[tuple[Callable[[Position, int], None], ...]] = (
    turns.begin_move,
    fights.fight_robber,
    fights.attack,
    fights.defend,
    fights.retreat,
)

#: By kind number, what applies an action.
STEPS: Final[tuple[Callable[[Position, int], None], ...]] = (
    _digger_moved,
    _raft_ridden,
    _turn_passed,
    _roll_chosen,
    _peek_chosen,
    _die_rolled,
    _chip_flipped,
    _chips_peeked,
)
