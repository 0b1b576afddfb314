"""Course of a game: set-up, rounds, turns, end of the game (paragraphs 3 to 6 and the overpopulation of 8)."""

from typing import Final

from engine.core import CHANCE
from engine.rulesets.moon_river.bitboards import ALL, CELLS
from engine.rulesets.moon_river.constants import COLUMN, NO_SEAT, SALOON
from engine.rulesets.moon_river.lookup_tables import ONE
from engine.rulesets.moon_river.phases import (
    CHOOSE,
    COLUMN_DUE,
    DISCARD,
    EXPAND,
    OVER,
    PLACE_RANCHERO,
    RANCHEROS_DUE,
    SALOON_DUE,
)
from engine.rulesets.moon_river.position import Position
from engine.rulesets.moon_river.ranch import can_place

__all__ = [
    "choose_plot",
    "count_saloon_room",
    "deal_column",
    "draw_scenario",
    "end_expanding",
    "expand",
    "fill_saloon",
    "place_rancheros",
]


#: The rancheros of a new column (none), and the bytes that are skipped to find the next ranchero of a column.
_UNCHOSEN: Final = bytearray((NO_SEAT,)) * COLUMN
_GONE: Final = bytes((NO_SEAT,))


def draw_scenario(state: Position, scenario: int) -> None:
    """Store the scenario drawn (2); the saloon is filled next."""
    state.scenario = scenario
    _await(state, SALOON_DUE)


def fill_saloon(state: Position, partners: list[int]) -> None:
    """Put drawn tokens into the saloon; next is a round or, in set-up, the first column."""
    for partner in partners:
        state.saloon[partner] += 1
        state.tokens[partner] -= 1
    if state.round or state.column:
        _begin_round(state)
    else:
        _await(state, COLUMN_DUE)


def count_saloon_room(state: Position) -> int:
    """Return the number of tokens to draw: the saloon is filled up to five, as long as tokens are left."""
    room = SALOON - sum(state.saloon)
    return room and min(room, sum(state.tokens))


def deal_column(state: Position, plots: list[int]) -> None:
    """
    Lay out a new next column by ascending back number, equal numbers in the order drawn.

    The former next column becomes the current one.
    """
    for plot in plots:
        state.undealt ^= 1 << plot
    column = state.column = state.next_column
    state.rancheros = state.next_rancheros
    plots.sort(key=state.faces.back_of)
    state.next_column = bytearray(plots)
    state.next_rancheros = _UNCHOSEN[:]
    if not column:
        _await(state, RANCHEROS_DUE)
    elif count_saloon_room(state):
        _await(state, SALOON_DUE)
    else:
        _begin_round(state)


def _await(state: Position, phase: int) -> None:
    state.phase = phase
    state.actor = CHANCE


def place_rancheros(state: Position, seats: list[int]) -> None:
    """Let the seats place their rancheros in the order drawn; with two seats the first places first and last (3.4)."""
    state.placing = bytes(seats if state.seats > 2 else (seats[0], seats[1], seats[1], seats[0]))
    state.phase = PLACE_RANCHERO
    state.actor = state.placing[0]


def choose_plot(state: Position, position: int) -> None:
    """Put a ranchero on a plot of the next column, which ends the turn or is a step of the set-up."""
    seat = state.actor
    assert seat is not None, "a seat decides"
    state.next_rancheros[position] = seat
    if state.phase == CHOOSE:
        state.turn += 1
        _begin_turn(state)
        return
    state.placing = state.placing[1:]
    if state.placing:
        state.actor = state.placing[0]
    else:
        _clear_unchosen(state)
        _await(state, COLUMN_DUE)


def _clear_unchosen(state: Position) -> None:
    """Remove the unchosen plot of the next column from the game; only with three seats."""
    if state.seats == 3:
        state.next_column[state.next_rancheros.index(NO_SEAT)] = 0


def _begin_round(state: Position) -> None:
    state.round += 1
    _begin_turn(state)


def _begin_turn(state: Position) -> None:
    """Begin the turn of the next ranchero in the column by collecting its plot (4.1), or end the round."""
    rancheros = state.rancheros
    to_come = rancheros.lstrip(_GONE)
    if not to_come:
        _end_round(state)
        return
    seat = state.actor = to_come[0]
    position = COLUMN - len(to_come)
    plot = state.column[position]
    rancheros[position] = NO_SEAT
    state.column[position] = 0
    hand = state.hands[seat]
    held = len(hand)
    state.hands[seat] = hand + ONE[plot] if not hand or plot > hand[-1] else bytes(sorted(hand + ONE[plot]))
    state.dominoes = (held + 1) >> 1
    state.owed = held >= state.storage[seat] or (not state.next_column and seat not in rancheros)
    expand(state, seat)


def expand(state: Position, seat: int) -> None:
    """
    Let the seat place a domino if it may and can (4.2); otherwise discard on a forced turn, or end expanding.

    On a last turn the seat must place dominoes as long as it can; then the rest of the hand is discarded (6).
    """
    if state.dominoes and can_place(state, seat):
        state.phase = EXPAND
    elif not state.owed:
        end_expanding(state)
    elif not state.is_last_turn:
        state.phase = DISCARD
    else:
        state.hands[seat] = b""
        end_expanding(state)


def end_expanding(state: Position) -> None:
    """Let the seat choose a plot of the next column; in the last round end the turn."""
    state.dominoes = 0
    state.owed = False
    if state.next_column:
        state.phase = CHOOSE
    else:
        state.turn += 1
        _begin_turn(state)


def _end_round(state: Position) -> None:
    """End a round (5): deal a new column and refill the saloon from the box, or end the game."""
    if not state.next_column:
        _end_game(state)
        return
    _clear_unchosen(state)
    if state.undealt:
        _await(state, COLUMN_DUE)
        return
    state.column, state.rancheros = state.next_column, state.next_rancheros
    state.next_column, state.next_rancheros = bytearray(), bytearray()
    if count_saloon_room(state):
        _await(state, SALOON_DUE)
    else:
        _begin_round(state)


def _end_game(state: Position) -> None:
    """End the game: one cow stays on each cell, the others go back to the supply (8)."""
    state.phase = OVER
    state.actor = None
    for seat, herd in enumerate(state.herds):
        state.supply += (herd >> CELLS).bit_count()
        state.herds[seat] = herd & ALL
