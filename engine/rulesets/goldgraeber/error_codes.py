"""The codes of refusals, and why a digger cannot end its move on a field."""

from collections.abc import Mapping
from typing import Any, Final

from engine.core import IllegalAction
from engine.rulesets.goldgraeber.codec import format_field
from engine.rulesets.goldgraeber.constants import MAX_STEPS
from engine.rulesets.goldgraeber.hex_grid import BIT
from engine.rulesets.goldgraeber.position import Position

__all__ = ["CODES", "make_move_fault"]

#: Every code of this ruleset's checks, with the sentence that explains it.
CODES: Final[Mapping[str, str]] = {
    "wrong_phase": "Another kind of step is due.",
    "house_not_yours": "A house is entered only by its own seat.",
    "no_raft_there": "A lake field is entered only to land on a raft, and none lies there.",
    "must_go_ashore": "A digger on a raft goes ashore; it cannot end on the same raft.",
    "raft_taken": "A digger stands on that raft.",
    "field_of_fight": "A digger that is moved away cannot end on the field of the fight.",
    "field_taken": "A digger that is moved away cannot end on a field with another digger outside town.",
    "locomotive_in_the_way": "The locomotive's field can be neither crossed nor ended on.",
    "to_and_fro": "Only a walk straight back and forth, which the shuttle rule forbids, ends there.",
    "wrong_count": "The digger can get there, but not in exactly the number of fields rolled.",
    "not_reachable": "The digger cannot get there in any number of fields the die can show.",
    "must_move": "A turn is passed only when there is no legal move.",
    "wrong_shore": "The raft stays on the shore fields of its lake.",
    "same_shore": "The raft moves to another shore field.",
    "shore_taken": "Another raft lies on that shore field.",
    "nothing_new": "No face-down chip next to the digger is new to the seat.",
    "wrong_purpose": "The die is rolled for another purpose.",
    "wrong_field": "The chip under the digger is flipped, no other.",
    "wrong_fields": "A peek shows exactly the face-down chips next to the digger, in the order of their fields.",
    "chip_changed": "The chip was seen before and was another.",
    "chip_not_left": "There are not that many chips of that kind left to be seen.",
}

_THERE_AND_BACK: Final = 2


def make_move_fault(state: Position, seat: int, field: int) -> IllegalAction:
    """Return why the seat's digger cannot end its move on a field: what is wrong with the field, else with the way."""
    code = _find_field_fault(state, seat, field) or _find_way_fault(state, seat, field)
    return IllegalAction(code, **_make_details(state, seat, field))


def _make_details(state: Position, seat: int, field: int) -> dict[str, Any]:
    here = state.diggers[seat]
    return {"field": "to", "to": format_field(field), "digger": format_field(here), "steps": state.steps}


def _find_field_fault(state: Position, seat: int, field: int) -> str | None:
    """Return what keeps a digger from ending on a field, however it gets there."""
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
    """Return what is wrong with every way to a field: the locomotive, going to and fro, or the number of steps."""
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
    """Tell whether a walk that may step straight back ends there; the locomotive's field stays closed."""
    if state.steps < _THERE_AND_BACK:
        return False
    graph = state.walks.graph
    is_open = graph.land & ~BIT[state.locomotive_at]
    fields = graph.leave(state.diggers[seat]) & is_open
    for _ in range(state.steps - _THERE_AND_BACK):
        fields = graph.spread(fields) & is_open
    return bool(graph.spread(fields) & BIT[field])
