"""Course of a game: ends of moves, the locomotive, ends of turns and of the game (paragraphs 3 and 6)."""

from engine.core import CHANCE
from engine.rulesets.goldgraeber.chips import count_gold
from engine.rulesets.goldgraeber.constants import LOCOMOTIVE, NO_SEAT
from engine.rulesets.goldgraeber.hex_grid import BIT
from engine.rulesets.goldgraeber.lookup_tables import NO_SITE
from engine.rulesets.goldgraeber.phases import ATTACK, CHOOSE, FLIP, MOVE, OVER, RIDE, ROBBER, ROLL
from engine.rulesets.goldgraeber.position import Position

__all__ = [
    "await_chance",
    "begin_move",
    "count_chips",
    "end_move",
    "end_retreat",
    "end_turn",
    "find_defender",
    "ride_raft",
]


def await_chance(state: Position, phase: int) -> None:
    """Let chance decide next."""
    state.phase = phase
    state.actor = CHANCE


def begin_move(state: Position, rolled: int) -> None:
    """Start the move of a turn's roll: the locomotive runs, or the digger moves by the number rolled."""
    if rolled == LOCOMOTIVE:
        _run_locomotive(state)
        return
    state.steps = rolled
    state.phase = MOVE
    state.actor = state.turn_seat


def _run_locomotive(state: Position) -> None:
    """Move the locomotive one rail field towards town and push back the diggers there, in seat order."""
    rail = state.tables.rail
    state.locomotive += 1
    entered = state.locomotive_at = rail[state.locomotive]
    if state.locomotive == len(rail) - 1:
        _end_game(state)
        return
    roller = state.turn_seat
    for seat, field in enumerate(state.diggers):
        if field == entered:
            if seat != roller:
                state.finds[roller] += state.finds[seat]
                state.finds[seat] = 0
            state.diggers[seat] = _find_free_rail(state)
    end_turn(state)


def _find_free_rail(state: Position) -> int:
    """Return the first rail field behind the locomotive without a digger, or the one it has just left."""
    behind = state.tables.rail[state.locomotive - 1 :: -1]
    return next((field for field in behind if field not in state.diggers), behind[0])


def end_move(state: Position, seat: int, field: int) -> None:
    """Put a digger on the end of its move and start the first consequence that applies there, and only that."""
    tables = state.tables
    diggers = state.diggers
    diggers[seat] = field
    if field == tables.houses[seat]:
        _bank(state, seat)
    elif BIT[field] & state.raft_fields:
        state.phase = RIDE
    elif diggers.count(field) > 1 and not BIT[field] & tables.town:
        state.defender = find_defender(state, seat)
        await_chance(state, ATTACK)
    elif (site := tables.site_of[field]) == NO_SITE:
        end_turn(state)
    elif state.face_down >> site & 1:
        await_chance(state, FLIP)
    elif state.robbers[site]:
        await_chance(state, ROBBER)
    else:
        end_turn(state)


def find_defender(state: Position, attacker: int) -> int:
    """Return the defender: among the other diggers on the field, the next one clockwise from the attacker."""
    field = state.diggers[attacker]
    around = [*range(attacker + 1, state.seats), *range(attacker)]
    return next(seat for seat in around if state.diggers[seat] == field)


def end_retreat(state: Position, seat: int, field: int) -> None:
    """Put a digger on the field it is moved away to (4): it banks at home or rides a raft; nothing else happens."""
    state.diggers[seat] = field
    if field == state.tables.houses[seat]:
        _bank(state, seat)
    elif BIT[field] & state.raft_fields:
        state.phase = RIDE
    else:
        end_turn(state)


def _bank(state: Position, seat: int) -> None:
    state.bank[seat] += state.finds[seat]
    state.finds[seat] = 0
    end_turn(state)


def ride_raft(state: Position, seat: int, shore: int) -> None:
    """Move a digger and its raft to another shore field of the lake."""
    field = state.diggers[seat]
    state.rafts[state.rafts.index(field)] = shore
    state.raft_fields ^= BIT[field] | BIT[shore]
    state.diggers[seat] = shore
    end_turn(state)


def end_turn(state: Position) -> None:
    """End a turn: the game ends if at most as many chips as seats are left, else it is the next seat's turn."""
    state.turn += 1
    _clear(state)
    if count_chips(state) <= state.seats:
        _end_game(state)
        return
    state.turn_seat = seat = (state.turn_seat + 1) % state.seats
    if state.is_tactical:
        state.phase = CHOOSE
        state.actor = seat
    else:
        state.phase = ROLL
        state.actor = CHANCE


def count_chips(state: Position) -> int:
    """
    Return the number of chips counted for the end of the game: face-down chips and gold in robbers' piles (6).

    With ``end_count: gold``, only gold is counted among the face-down chips.
    """
    if state.is_gold_end:
        return count_gold(state.left) + count_gold(state.piled)
    return state.face_down.bit_count() + count_gold(state.piled)


def _clear(state: Position) -> None:
    """Reset the data of a turn."""
    state.steps = state.attack = 0
    state.defender = state.winner = NO_SEAT


def _end_game(state: Position) -> None:
    _clear(state)
    state.phase = OVER
    state.actor = None
