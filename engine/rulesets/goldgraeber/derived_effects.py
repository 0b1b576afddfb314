"""
What a step changed, told from the positions before and after: for viewers, never for the rules.

They are for everybody's eyes: no effect tells what a face-down chip is.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from engine.core import Effect
from engine.rulesets.goldgraeber.actions import FIELDS, kind_number, peeked_chips
from engine.rulesets.goldgraeber.chips import chip_data, hoard_data, is_robber
from engine.rulesets.goldgraeber.codec import field_data
from engine.rulesets.goldgraeber.constants import LOCOMOTIVE
from engine.rulesets.goldgraeber.observation import end_reason
from engine.rulesets.goldgraeber.phases import ATTACK, DEFEND, MOVE_AWAY, OVER, RETREAT, RIDE, ROBBER, ROLL
from engine.rulesets.goldgraeber.position import Position
from engine.rulesets.goldgraeber.scoring import hoard_points
from engine.rulesets.goldgraeber.turns import count_chips

__all__ = ["EFFECT_KINDS", "derive_effects", "path"]

#: Every effect kind, with what its data holds, in the order in which they are told.
EFFECT_KINDS: Final[Mapping[str, str]] = {
    "path_walked": "fields: the way of the digger, from the first field to the last.",
    "raft_boarded": "raft, field: the digger has landed on it; it rides next.",
    "raft_moved": "raft, from, to: the digger rode it over the lake.",
    "fight_began": "attacker, defender, field: two diggers fight.",
    "chip_found": "chip, field: gold was flipped and taken as an open find.",
    "robber_met": "strength, field, pile: a robber fight begins; pile is what lies beneath it.",
    "robber_tied": "strength, rolled, field: the digger rolls again.",
    "robber_captured": "strength, rolled, field, pile: an open find, and so is the pile beneath it.",
    "robber_won": "strength, rolled, field, lost: the seat's open finds went under the robber.",
    "attack_rolled": "rolled: what the attacker rolled; the defender rolls next.",
    "fight_tied": "attack, defend: both roll again.",
    "fight_won": "winner, loser, attack, defend, finds: what the winner took. It moves away next.",
    "digger_stays": "steps, field: the digger was to move away and has no legal path.",
    "locomotive_moved": "from, to, to_go: one rail field towards town; to_go are left.",
    "finds_taken": "owner, finds: the seat that rolled took them from a digger the locomotive met.",
    "digger_pushed": "from, to: put back behind the locomotive.",
    "chips_seen": "fields: where the seat has looked.",
    "finds_banked": "gold, robbers, points: what was brought home, and the points in the bank [before, after].",
    "turn_began": "(nothing): the seat's turn began.",
    "game_ended": "reason, chips: station or chips; how many of these were counted.",
}


def derive_effects(before: Position, action: int, after: Position) -> list[Effect]:
    """Return what the action changed, in the order of the rules."""
    told = list(_TOLD[kind_number(action)](before, action, after))
    told += _banked(before, after)
    if after.phase == OVER:
        data = {"reason": end_reason(after), "chips": count_chips(after)}
        told.append(Effect("game_ended", None, data))
    elif after.turn != before.turn:
        told.append(Effect("turn_began", after.turn_seat))
    return told


def path(state: Position, field: int) -> list[int]:
    """Return the fields a ``digger_moved`` to this field goes over: the first path in the order of directions."""
    assert state.actor is not None, "a seat moves"
    start = state.diggers[state.actor]
    return state.walks.path(start, field, state.steps, state.locomotive_at)


def _nothing(before: Position, action: int, after: Position) -> Iterator[Effect]:
    yield from ()


def _of_move(before: Position, action: int, after: Position) -> Iterator[Effect]:
    seat = before.actor
    yield Effect("path_walked", seat, {"fields": [field_data(field) for field in path(before, action)]})
    if after.phase == RIDE:
        yield Effect("raft_boarded", seat, {"raft": after.rafts.index(action), "field": field_data(action)})
    elif after.phase == ATTACK:
        fight = {"attacker": seat, "defender": after.defender, "field": field_data(action)}
        yield Effect("fight_began", seat, fight)
    elif after.phase == ROBBER:
        yield _robber_met(after)


def _robber_met(after: Position) -> Effect:
    met = {"strength": after.robbers[after.site], "pile": hoard_data(after.piles[after.site])}
    return Effect("robber_met", after.turn_seat, {"field": field_data(after.diggers[after.turn_seat]), **met})


def _of_ride(before: Position, action: int, after: Position) -> Iterator[Effect]:
    seat = before.actor
    assert seat is not None, "a seat rides"
    to = action & FIELDS
    raft = after.rafts.index(to)
    way = {"from": field_data(before.diggers[seat]), "to": field_data(to)}
    yield Effect("raft_moved", seat, {"raft": raft, **way})


def _of_flip(before: Position, action: int, after: Position) -> Iterator[Effect]:
    chip, field = action & 15, (action & FIELDS) >> 4
    if is_robber(chip):
        yield _robber_met(after)
    else:
        found = {"chip": chip_data(chip), "field": field_data(field)}
        yield Effect("chip_found", before.turn_seat, found)


def _of_peek(before: Position, action: int, after: Position) -> Iterator[Effect]:
    fields = [field_data(field) for field, _ in peeked_chips(action)]
    yield Effect("chips_seen", before.turn_seat, {"fields": fields})


def _of_roll(before: Position, action: int, after: Position) -> Iterator[Effect]:
    yield from _ROLLED[before.phase](before, action & 7, after)


def _of_turn_roll(before: Position, rolled: int, after: Position) -> Iterator[Effect]:
    if rolled != LOCOMOTIVE:
        return
    roller = before.turn_seat
    way = {"from": field_data(before.locomotive_at), "to": field_data(after.locomotive_at)}
    to_go = len(after.tables.rail) - 1 - after.locomotive
    yield Effect("locomotive_moved", roller, {**way, "to_go": to_go})
    if after.phase == OVER and not to_go:
        return
    for seat, field in enumerate(before.diggers):
        if field != after.locomotive_at:
            continue
        if seat != roller and before.finds[seat]:
            yield Effect("finds_taken", roller, {"owner": seat, "finds": hoard_data(before.finds[seat])})
        pushed = {"from": field_data(field), "to": field_data(after.diggers[seat])}
        yield Effect("digger_pushed", seat, pushed)


def _of_robber_fight(before: Position, rolled: int, after: Position) -> Iterator[Effect]:
    seat, site = before.turn_seat, before.site
    fight = {"strength": before.robbers[site], "rolled": rolled, "field": field_data(before.diggers[seat])}
    if after.phase == ROBBER:
        yield Effect("robber_tied", seat, fight)
    elif after.robbers[site]:
        yield Effect("robber_won", seat, {**fight, "lost": hoard_data(before.finds[seat])})
        yield from _of_moving_away(seat, rolled, before, after)
    else:
        yield Effect("robber_captured", seat, {**fight, "pile": hoard_data(before.piles[site])})


def _of_attack(before: Position, rolled: int, after: Position) -> Iterator[Effect]:
    yield Effect("attack_rolled", before.turn_seat, {"rolled": rolled})


def _of_defence(before: Position, rolled: int, after: Position) -> Iterator[Effect]:
    rolls = {"attack": before.attack, "defend": rolled}
    if after.phase != RETREAT:
        yield Effect("fight_tied", None, rolls)
        return
    winner = after.winner
    loser = before.defender if winner == before.turn_seat else before.turn_seat
    taken = hoard_data(before.finds[loser])
    yield Effect("fight_won", winner, {"winner": winner, "loser": loser, **rolls, "finds": taken})


def _of_retreat(before: Position, rolled: int, after: Position) -> Iterator[Effect]:
    yield from _of_moving_away(before.winner, rolled, before, after)


def _of_moving_away(seat: int, steps: int, before: Position, after: Position) -> Iterator[Effect]:
    if after.phase != MOVE_AWAY:
        stays = {"steps": steps, "field": field_data(before.diggers[seat])}
        yield Effect("digger_stays", seat, stays)


def _banked(before: Position, after: Position) -> Iterator[Effect]:
    for seat, (held, holds) in enumerate(zip(before.bank, after.bank, strict=True)):
        if held != holds:
            points = [hoard_points(held), hoard_points(holds)]
            yield Effect("finds_banked", seat, {**hoard_data(holds - held), "points": points})


_Told = Callable[[Position, int, Position], Iterator[Effect]]
#: By the phase in which the die was rolled, what tells of the roll.
_ROLLED: Final[Mapping[int, _Told]] = {
    ROLL: _of_turn_roll,
    ROBBER: _of_robber_fight,
    ATTACK: _of_attack,
    DEFEND: _of_defence,
    RETREAT: _of_retreat,
}
#: By kind number, what tells of an action.
_TOLD: Final[tuple[_Told, ...]] = (
    _of_move,
    _of_ride,
    _nothing,
    _nothing,
    _nothing,
    _of_roll,
    _of_flip,
    _of_peek,
)
