"""
Effects of a step for viewers, derived from the positions before and after it. The rules never use them.

Effects are public: no effect reveals a face-down chip.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from engine.core import Effect
from engine.rulesets.goldgraeber.actions import FIELDS, get_kind_number, unpack_chips_peeked
from engine.rulesets.goldgraeber.chips import format_chip, format_hoard, is_robber
from engine.rulesets.goldgraeber.codec import format_field
from engine.rulesets.goldgraeber.constants import LOCOMOTIVE
from engine.rulesets.goldgraeber.observation import find_end_reason
from engine.rulesets.goldgraeber.phases import ATTACK, DEFEND, MOVE_AWAY, OVER, RETREAT, RIDE, ROBBER, ROLL
from engine.rulesets.goldgraeber.position import Position
from engine.rulesets.goldgraeber.scoring import score_hoard
from engine.rulesets.goldgraeber.turns import count_chips

__all__ = ["EFFECT_KINDS", "derive_effects", "find_path"]

#: Description of the data of each effect kind, in the order of the effects.
EFFECT_KINDS: Final[Mapping[str, str]] = {
    "path_walked": "fields: the path of the digger, from the first field to the last.",
    "raft_boarded": "raft, field: the digger landed on a raft; it rides next.",
    "raft_moved": "raft, from, to: the digger rode the raft over the lake.",
    "fight_began": "attacker, defender, field: two diggers fight.",
    "chip_found": "chip, field: gold was flipped and taken as an open find.",
    "robber_met": "strength, field, pile: a robber fight begins; pile holds the finds under the robber.",
    "robber_tied": "strength, rolled, field: the digger rolls again.",
    "robber_captured": "strength, rolled, field, pile: the robber and the pile under it became open finds.",
    "robber_won": "strength, rolled, field, lost: the seat's open finds went under the robber.",
    "attack_rolled": "rolled: the attacker's roll; the defender rolls next.",
    "fight_tied": "attack, defend: both roll again.",
    "fight_won": "winner, loser, attack, defend, finds: the finds that the winner took. It moves away next.",
    "digger_stays": "steps, field: the digger has to move away but has no legal path.",
    "locomotive_moved": "from, to, to_go: one rail field towards town; to_go fields are left.",
    "finds_taken": "owner, finds: the seat that rolled took the finds of a digger in the locomotive's way.",
    "digger_pushed": "from, to: the digger was put behind the locomotive.",
    "chips_seen": "fields: the fields of the chips that the seat peeked at.",
    "finds_banked": "gold, robbers, points: the finds brought home, and the points in the bank [before, after].",
    "turn_began": "(nothing): the seat's turn began.",
    "game_ended": "reason, chips: station or chips; the number of chips counted for the end.",
}


def derive_effects(before: Position, action: int, after: Position) -> list[Effect]:
    """Return the effects of an action, in the order of the rules."""
    found = list(_DERIVE[get_kind_number(action)](before, action, after))
    found += _derive_banking(before, after)
    if after.phase == OVER:
        data = {"reason": find_end_reason(after), "chips": count_chips(after)}
        found.append(Effect("game_ended", None, data))
    elif after.turn != before.turn:
        found.append(Effect("turn_began", after.turn_seat))
    return found


def find_path(state: Position, field: int) -> list[int]:
    """Return the path of a ``digger_moved`` to a field: the first one in the order of directions."""
    assert state.actor is not None, "a seat moves"
    start = state.diggers[state.actor]
    return state.walks.find_path(start, field, state.steps, state.locomotive_at)


def _yield_nothing(before: Position, action: int, after: Position) -> Iterator[Effect]:
    yield from ()


def _derive_move(before: Position, action: int, after: Position) -> Iterator[Effect]:
    seat = before.actor
    yield Effect(
        "path_walked", seat, {"fields": [format_field(field) for field in find_path(before, action)]}
    )
    if after.phase == RIDE:
        yield Effect("raft_boarded", seat, {"raft": after.rafts.index(action), "field": format_field(action)})
    elif after.phase == ATTACK:
        fight = {"attacker": seat, "defender": after.defender, "field": format_field(action)}
        yield Effect("fight_began", seat, fight)
    elif after.phase == ROBBER:
        yield _make_robber_met(after)


def _make_robber_met(after: Position) -> Effect:
    met = {"strength": after.robbers[after.site], "pile": format_hoard(after.piles[after.site])}
    return Effect(
        "robber_met", after.turn_seat, {"field": format_field(after.diggers[after.turn_seat]), **met}
    )


def _derive_ride(before: Position, action: int, after: Position) -> Iterator[Effect]:
    seat = before.actor
    assert seat is not None, "a seat rides"
    to = action & FIELDS
    raft = after.rafts.index(to)
    way = {"from": format_field(before.diggers[seat]), "to": format_field(to)}
    yield Effect("raft_moved", seat, {"raft": raft, **way})


def _derive_flip(before: Position, action: int, after: Position) -> Iterator[Effect]:
    chip, field = action & 15, (action & FIELDS) >> 4
    if is_robber(chip):
        yield _make_robber_met(after)
    else:
        found = {"chip": format_chip(chip), "field": format_field(field)}
        yield Effect("chip_found", before.turn_seat, found)


def _derive_peek(before: Position, action: int, after: Position) -> Iterator[Effect]:
    fields = [format_field(field) for field, _ in unpack_chips_peeked(action)]
    yield Effect("chips_seen", before.turn_seat, {"fields": fields})


def _derive_roll(before: Position, action: int, after: Position) -> Iterator[Effect]:
    yield from _DERIVE_ROLL[before.phase](before, action & 7, after)


def _derive_turn_roll(before: Position, rolled: int, after: Position) -> Iterator[Effect]:
    if rolled != LOCOMOTIVE:
        return
    roller = before.turn_seat
    way = {"from": format_field(before.locomotive_at), "to": format_field(after.locomotive_at)}
    to_go = len(after.tables.rail) - 1 - after.locomotive
    yield Effect("locomotive_moved", roller, {**way, "to_go": to_go})
    if after.phase == OVER and not to_go:
        return
    for seat, field in enumerate(before.diggers):
        if field != after.locomotive_at:
            continue
        if seat != roller and before.finds[seat]:
            yield Effect("finds_taken", roller, {"owner": seat, "finds": format_hoard(before.finds[seat])})
        pushed = {"from": format_field(field), "to": format_field(after.diggers[seat])}
        yield Effect("digger_pushed", seat, pushed)


def _derive_robber_fight(before: Position, rolled: int, after: Position) -> Iterator[Effect]:
    seat, site = before.turn_seat, before.site
    fight = {"strength": before.robbers[site], "rolled": rolled, "field": format_field(before.diggers[seat])}
    if after.phase == ROBBER:
        yield Effect("robber_tied", seat, fight)
    elif after.robbers[site]:
        yield Effect("robber_won", seat, {**fight, "lost": format_hoard(before.finds[seat])})
        yield from _derive_stay(seat, rolled, before, after)
    else:
        yield Effect("robber_captured", seat, {**fight, "pile": format_hoard(before.piles[site])})


def _derive_attack(before: Position, rolled: int, after: Position) -> Iterator[Effect]:
    yield Effect("attack_rolled", before.turn_seat, {"rolled": rolled})


def _derive_defence(before: Position, rolled: int, after: Position) -> Iterator[Effect]:
    rolls = {"attack": before.attack, "defend": rolled}
    if after.phase != RETREAT:
        yield Effect("fight_tied", None, rolls)
        return
    winner = after.winner
    loser = before.defender if winner == before.turn_seat else before.turn_seat
    taken = format_hoard(before.finds[loser])
    yield Effect("fight_won", winner, {"winner": winner, "loser": loser, **rolls, "finds": taken})


def _derive_retreat(before: Position, rolled: int, after: Position) -> Iterator[Effect]:
    yield from _derive_stay(before.winner, rolled, before, after)


def _derive_stay(seat: int, steps: int, before: Position, after: Position) -> Iterator[Effect]:
    if after.phase != MOVE_AWAY:
        stays = {"steps": steps, "field": format_field(before.diggers[seat])}
        yield Effect("digger_stays", seat, stays)


def _derive_banking(before: Position, after: Position) -> Iterator[Effect]:
    for seat, (held, holds) in enumerate(zip(before.bank, after.bank, strict=True)):
        if held != holds:
            points = [score_hoard(held), score_hoard(holds)]
            yield Effect("finds_banked", seat, {**format_hoard(holds - held), "points": points})


_Derive = Callable[[Position, int, Position], Iterator[Effect]]
#: The function that derives the effects of a roll, by the phase before it.
_DERIVE_ROLL: Final[Mapping[int, _Derive]] = {
    ROLL: _derive_turn_roll,
    ROBBER: _derive_robber_fight,
    ATTACK: _derive_attack,
    DEFEND: _derive_defence,
    RETREAT: _derive_retreat,
}
#: The function that derives the effects of an action, by kind number.
_DERIVE: Final[tuple[_Derive, ...]] = (
    _derive_move,
    _derive_ride,
    _yield_nothing,
    _yield_nothing,
    _yield_nothing,
    _derive_roll,
    _derive_flip,
    _derive_peek,
)
