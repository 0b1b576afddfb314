"""End fields of a digger's move (paragraph 3, and 4 for diggers that are moved away)."""

from engine.rulesets.goldgraeber.hex_grid import BIT, list_bits
from engine.rulesets.goldgraeber.position import Position

__all__ = [
    "can_retreat",
    "find_free_landings",
    "find_others_outside_town",
    "list_move_ends",
    "list_retreat_ends",
    "may_end",
]


def find_free_landings(state: Position, seat: int, landings: int) -> int:
    """
    Return the shore fields and houses on which a seat may end: its own house, and rafts without a digger.

    The raft under the seat's own digger is not free: on its turn the digger must go ashore.
    """
    rafts = landings & state.raft_fields
    if rafts:
        for field in state.diggers:
            rafts &= ~BIT[field]
    return rafts | landings & BIT[state.tables.houses[seat]]


def list_move_ends(state: Position, seat: int) -> list[int]:
    """Return the fields on which the seat may end its move, ascending."""
    reach = state.walks.find_reach(state.diggers[seat], state.locomotive_at)
    steps = state.steps
    land = reach.list_land(steps)
    landings = reach.landings[steps]
    if landings:
        landings = find_free_landings(state, seat, landings)
        if landings:
            return sorted((*land, *list_bits(landings)))
    return list(land)


def may_end(state: Position, seat: int, field: int) -> bool:
    """Return whether the seat may end its move on a field."""
    reach = state.walks.find_reach(state.diggers[seat], state.locomotive_at)
    steps = state.steps
    if reach.lands[steps] & BIT[field]:
        return True
    return bool(reach.landings[steps] & BIT[field]) and bool(find_free_landings(state, seat, BIT[field]))


def find_others_outside_town(state: Position, seat: int) -> int:
    """Return the fields outside town with another digger."""
    fields = 0
    for other, field in enumerate(state.diggers):
        if other != seat:
            fields |= BIT[field]
    return fields & ~state.tables.town


def _find_retreat_ends(state: Position, seat: int, steps: int) -> int:
    """
    Return the set of fields to which a digger can be moved away.

    The field of the fight and fields outside town with another digger are excluded.
    """
    start = state.diggers[seat]
    reach = state.walks.find_reach(start, state.locomotive_at)
    ends = reach.lands[steps] | find_free_landings(state, seat, reach.landings[steps])
    return ends & ~BIT[start] & ~find_others_outside_town(state, seat)


def can_retreat(state: Position, seat: int, steps: int) -> bool:
    """Return whether a digger can be moved away by exactly this number of steps."""
    return _find_retreat_ends(state, seat, steps) != 0


def list_retreat_ends(state: Position, seat: int) -> list[int]:
    """Return the fields to which the seat may move its digger away, ascending."""
    return list_bits(_find_retreat_ends(state, seat, state.steps))
