"""Where the actor's digger may end (paragraph 3, and 4 for diggers that are moved away)."""

from engine.rulesets.goldgraeber.hex_grid import BIT, bits_of
from engine.rulesets.goldgraeber.position import Position

__all__ = ["can_end_away", "ends_away", "ends_of_move", "free_landings", "may_end", "others_outside_town"]


def free_landings(state: Position, seat: int, landings: int) -> int:
    """
    Return which of these shore fields and houses a seat may end on: its own house, and rafts without a digger.

    The raft under the seat's own digger is not free: on its turn it must go ashore.
    """
    rafts = landings & state.raft_fields
    if rafts:
        for field in state.diggers:
            rafts &= ~BIT[field]
    return rafts | landings & BIT[state.tables.houses[seat]]


def ends_of_move(state: Position, seat: int) -> list[int]:
    """Return the fields on which the seat may end its move, ascending."""
    reach = state.walks.reach(state.diggers[seat], state.locomotive_at)
    steps = state.steps
    land = reach.listed(steps)
    landings = reach.landings[steps]
    if landings:
        landings = free_landings(state, seat, landings)
        if landings:
            return sorted((*land, *bits_of(landings)))
    return list(land)


def may_end(state: Position, seat: int, field: int) -> bool:
    """Tell whether the seat may end its move there."""
    reach = state.walks.reach(state.diggers[seat], state.locomotive_at)
    steps = state.steps
    if reach.lands[steps] & BIT[field]:
        return True
    return bool(reach.landings[steps] & BIT[field]) and bool(free_landings(state, seat, BIT[field]))


def others_outside_town(state: Position, seat: int) -> int:
    """Return the fields outside town on which another digger stands."""
    fields = 0
    for other, field in enumerate(state.diggers):
        if other != seat:
            fields |= BIT[field]
    return fields & ~state.tables.town


def _ends_away(state: Position, seat: int, steps: int) -> int:
    """
    Return the set of fields to which a digger can be moved away: not the field of the fight, not one with
    another digger outside town.
    """
    start = state.diggers[seat]
    reach = state.walks.reach(start, state.locomotive_at)
    ends = reach.lands[steps] | free_landings(state, seat, reach.landings[steps])
    return ends & ~BIT[start] & ~others_outside_town(state, seat)


def can_end_away(state: Position, seat: int, steps: int) -> bool:
    """Tell whether a digger can be moved away by so many steps."""
    return _ends_away(state, seat, steps) != 0


def ends_away(state: Position, seat: int) -> list[int]:
    """Return the fields to which the seat may move its digger away, ascending."""
    return bits_of(_ends_away(state, seat, state.steps))
