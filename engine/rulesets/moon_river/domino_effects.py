"""
Effects of a placed domino: cows, skulls, circles, partners, a bonus tile (paragraphs 4 and 7).

``settle`` resolves effects until the seat has to decide. An effect without a target is skipped.
"""

from typing import Final

from engine.rulesets.moon_river.bitboards import BIT, CELLS, put_cow, take_cow
from engine.rulesets.moon_river.constants import (
    BANDITS,
    CORN_FIELD,
    DESPERADO,
    LANDSCAPES,
    MOVES,
    NOWHERE,
    SIDES,
    THIEF,
)
from engine.rulesets.moon_river.lookup_tables import CIRCLE, COWS, ONE, SKULL, get_tile_code
from engine.rulesets.moon_river.phases import BONUS, MOVE_COW, RECRUIT, REMOVE_COW, STEAL, SWAP
from engine.rulesets.moon_river.placements import FIRST, SECOND
from engine.rulesets.moon_river.position import Position
from engine.rulesets.moon_river.ranch import (
    can_move_cow,
    find_bonus_sites,
    find_skull_targets,
    find_stealable_cows,
    lay_plot,
)

__all__ = [
    "begin",
    "decline",
    "move_cow",
    "place_bonus_tile",
    "recruit",
    "remove_cow",
    "settle",
    "steal_cow",
    "swap_plots",
]

#: The herd on cell 0, by number of cows.
_HERDS: Final = (0, 1, 1 | 1 << CELLS)
_COWBOY: Final = SIDES.index("cowboy")


def begin(state: Position, seat: int, lower: int, higher: int, spot: int) -> None:
    """Place the cows of a domino and queue its skulls and circles, the lower plot first (4 A, B)."""
    marks = state.faces.marks
    for shown, cell in ((marks[lower], FIRST[spot]), (marks[higher], SECOND[spot])):
        if shown & COWS:
            _put_cows(state, seat, shown & COWS, cell)
        if shown & SKULL:
            state.skulls += ONE[cell]
        if shown & CIRCLE:
            state.circles = bytes(sorted(state.circles + ONE[cell])) if state.circles else ONE[cell]


def _put_cows(state: Position, seat: int, cows: int, cell: int) -> None:
    """Put cows from the supply on an empty cell; if the supply is empty, the symbol has no effect."""
    placed = min(cows, state.supply)
    state.supply -= placed
    state.herds[seat] |= _HERDS[placed] << cell


def settle(state: Position, seat: int) -> bool:
    """Resolve pending effects in the order of paragraph 4; return whether the seat has to decide."""
    while state.skulls:
        if find_skull_targets(state, seat, state.skulls[0]):
            state.phase = REMOVE_COW
            return True
        state.skulls = state.skulls[1:]
    if state.circles:
        if any(state.saloon):
            state.phase = RECRUIT
            return True
        state.circles = b""
    return state.bonus_due and _settle_bonus(state, seat)


def _settle_bonus(state: Position, seat: int) -> bool:
    """Offer the bonus tiles left; if none can be placed, the lower one leaves the game (7)."""
    left = [tile for tile in state.faces.tiles if state.tiles >> tile & 1]
    if any(find_bonus_sites(state, seat, side) for tile in left for side in state.faces.tiles[tile]):
        state.phase = BONUS
        return True
    state.bonus_due = False
    if left:
        state.tiles &= ~(1 << min(left))
    return False


def remove_cow(state: Position, seat: int, cell: int) -> None:
    """Resolve the first pending skull: a cow goes back to the supply."""
    state.herds[seat] = take_cow(state.herds[seat], BIT[cell])
    state.supply += 1
    state.skulls = state.skulls[1:]


def recruit(state: Position, seat: int, cell: int, partner: int, side: int) -> bool:
    """Put a token of the saloon on a circle; return whether its effect needs a decision."""
    state.saloon[partner] -= 1
    state.circles = state.circles.replace(ONE[cell], b"")
    state.tokens_at[seat][cell] = 1 + 2 * partner + side
    state.partners[seat] |= BIT[cell]
    if side == _COWBOY:
        state.moves = MOVES if can_move_cow(state, seat) else 0
        return state.moves > 0 and _decide(state, MOVE_COW, cell)
    if partner in BANDITS:
        state.bandits[seat] |= BIT[cell]
    if partner == DESPERADO and _can_swap(state, seat):
        return _decide(state, SWAP, cell)
    if partner == THIEF and _can_steal(state, seat, cell):
        return _decide(state, STEAL, cell)
    return False


def _decide(state: Position, phase: int, cell: int) -> bool:
    state.phase = phase
    state.post = cell
    return True


def _can_swap(state: Position, seat: int) -> bool:
    """Return whether the seat and at least one other hold a plot each."""
    return bool(state.hands[seat]) and any(hand for other, hand in enumerate(state.hands) if other != seat)


def _can_steal(state: Position, seat: int, cell: int) -> bool:
    """Return whether a cow can be stolen and may be put on the thief's plot."""
    if BIT[cell] & state.land[len(LANDSCAPES) * seat + CORN_FIELD]:
        return False
    return any(find_stealable_cows(state, seat, other) for other in range(state.seats))


def decline(state: Position) -> None:
    """Decline the rest of a partner's effect."""
    state.moves = 0
    state.post = NOWHERE


def move_cow(state: Position, seat: int, origin: int, target: int) -> bool:
    """Move one cow of the ranch; return whether the cowboy has another move."""
    herd = take_cow(state.herds[seat], BIT[origin])
    state.herds[seat] = put_cow(herd, BIT[target])
    state.moves -= 1
    if state.moves and can_move_cow(state, seat):
        return True
    decline(state)
    return False


def swap_plots(state: Position, seat: int, give: int, other: int, take: int) -> None:
    """Swap a plot of the hand with one from another seat's storage."""
    hands = state.hands
    hands[seat] = bytes(sorted(hands[seat].replace(bytes((give,)), bytes((take,)))))
    hands[other] = bytes(sorted(hands[other].replace(bytes((take,)), bytes((give,)))))
    decline(state)


def steal_cow(state: Position, seat: int, other: int, cell: int) -> None:
    """Move a cow from another ranch to the thief's plot."""
    state.herds[other] = take_cow(state.herds[other], BIT[cell])
    state.herds[seat] = put_cow(state.herds[seat], BIT[state.post])
    decline(state)


def place_bonus_tile(state: Position, seat: int, tile: int, landscape: int, cell: int) -> None:
    """Place a bonus tile and queue its circle for recruiting."""
    side = state.faces.tiles[tile].index(landscape)
    lay_plot(state, seat, get_tile_code(tile, side), cell)
    state.tiles &= ~(1 << tile)
    state.bonus_due = False
    state.circles = bytes((cell,))
