"""Error codes of illegal actions, and the reason why a digger cannot end its move on a field."""

from collections.abc import Mapping
from typing import Any, Final

from engine.core import IllegalAction
from engine.rulesets.goldgraeber.codec import format_field
from engine.rulesets.goldgraeber.constants import MAX_STEPS
from engine.rulesets.goldgraeber.hex_grid import BIT
from engine.rulesets.goldgraeber.position import Position

__all__ = ["CODES", "make_move_fault"]

#: Sentence for each code of this ruleset's checks.
CODES: Final[Mapping[str, str]] = {
    "wrong_phase": "Another kind of step is expected now.",
    "house_not_yours": "The house belongs to another seat. A digger can only enter its own house.",
    "no_raft_there": "No raft is on that lake field. A digger can enter a lake field only to land on a raft.",
    "must_go_ashore": "The digger is on that raft already and must go ashore.",
    "raft_taken": "Another digger is on that raft.",
    "field_of_fight": "A digger that is moved away cannot end on the field of the fight.",
    "field_taken": "Another digger is on that field. A digger that is moved away cannot end there outside town.",
    "locomotive_in_the_way": "The locomotive is in the way. A digger can neither cross its field nor end on it.",
    "to_and_fro": "Only a walk straight back and forth ends there, which the shuttle rule forbids.",
    "wrong_count": "The digger can reach that field, but not in exactly the number of steps rolled.",
    "not_reachable": "The digger cannot reach that field with any roll.",
    "must_move": "The turn cannot be passed while a move is legal.",
    "wrong_shore": "The field is not on the shore of the raft's lake.",
    "same_shore": "The raft is on that field already. Choose another shore field of the lake.",
    "shore_taken": "Another raft is on that shore field.",
    "nothing_new": "The seat has already seen all face-down chips next to its digger, or there are none.",
    "wrong_purpose": "The die must be rolled for another purpose now.",
    "wrong_field": "The flipped chip must be the one under the digger.",
    "wrong_fields": "The fields must be those of all face-down chips next to the digger, in order.",
    "chip_changed": "The chip differs from the one that was seen on that field before.",
    "chip_not_left": "There are not enough chips of that kind left.",
}

_THERE_AND_BACK: Final = 2


def make_move_fault(state: Position, seat: int, field: int) -> IllegalAction:
    """Return the error for an illegal end of a move: the fault of the field, or else of all ways to it."""
    code = _find_field_fault(state, seat, field) or _find_way_fault(state, seat, field)
    return IllegalAction(code, **_make_details(state, seat, field))


def _make_details(state: Position, seat: int, field: int) -> dict[str, Any]:
    here = state.diggers[seat]
    return {"field": "to", "to": format_field(field), "digger": format_field(here), "steps": state.steps}


def _find_field_fault(state: Position, seat: int, field: int) -> str | None:
    """Return the code if a digger cannot end on a field by any way, else None."""
    tables = state.tables
    if field in tables.houses and field != tables.houses[seat]:
        return "house_not_yours"
    if BIT[field] & tables.lakes:
        if not BIT[field] & state.raft_fields:
            return "no_raft_there"
        if field == state.diggers[seat]:
            return "must_go_ashore"
        if field in state.diggers:
            return "raft_taken"
    return "locomotive_in_the_way" if field == state.locomotive_at else None


def _find_way_fault(state: Position, seat: int, field: int) -> str:
    """Return the code for the fault of all ways to a field: the locomotive, to and fro, or the number of steps."""
    here, steps = state.diggers[seat], state.steps
    walks = state.walks
    if walks.find_unhindered_reach(here).find_ends(steps) & BIT[field]:
        return "locomotive_in_the_way"
    if _is_reached_by_shuttling(state, seat, field):
        return "to_and_fro"
    reach = walks.find_reach(here, state.locomotive_at)
    if any(reach.find_ends(other) & BIT[field] for other in range(1, MAX_STEPS + 1)):
        return "wrong_count"
    return "not_reachable"


def _is_reached_by_shuttling(state: Position, seat: int, field: int) -> bool:
    """Return whether a walk with steps straight back ends on a field; the locomotive's field stays closed."""
    if state.steps < _THERE_AND_BACK:
        return False
    graph = state.walks.graph
    is_open = graph.land & ~BIT[state.locomotive_at]
    fields = graph.leave(state.diggers[seat]) & is_open
    for _ in range(state.steps - _THERE_AND_BACK):
        fields = graph.spread(fields) & is_open
    return bool(graph.spread(fields) & BIT[field])
