"""
What seats and spectators may know of a position.

Nobody knows a face-down chip but a seat that has peeked at it; that it has peeked, and where, everybody saw. The same
dict is what pages draw from and what ``sample`` builds a position from; see docs/rulesets/goldgraeber.md for its keys.
"""

from typing import Any

from engine.core import CHANCE
from engine.rulesets.goldgraeber import phases
from engine.rulesets.goldgraeber.chips import chip_data, hoard_data
from engine.rulesets.goldgraeber.codec import field_data
from engine.rulesets.goldgraeber.constants import FACES, NOBODY, PURPOSES
from engine.rulesets.goldgraeber.hex_grid import bits_of
from engine.rulesets.goldgraeber.peeks import peeked_fields
from engine.rulesets.goldgraeber.position import Position
from engine.rulesets.goldgraeber.scoring import hoard_points
from engine.rulesets.goldgraeber.turns import count_chips

__all__ = ["KEY", "end_reason", "observation"]

#: The ruleset's key.
KEY = "goldgraeber@1"


def observation(state: Position, seat: int | None) -> dict[str, Any]:
    """Return what that seat, or a spectator (None), may know."""
    return {
        "ruleset": KEY,
        "components": state.components,
        "options": dict(state.options),
        "seats": state.seats,
        "seat": seat,
        "over": state.phase == phases.OVER,
        "end": end_reason(state),
        "actor": "chance" if state.actor == CHANCE else state.actor,
        "phase": phases.NAMES[state.phase],
        "turn": state.turn,
        "turn_seat": state.turn_seat,
        "rolls": state.rolls,
        "die": _die(state.die),
        "locomotive": {
            "rail": state.locomotive,
            "field": field_data(state.locomotive_at),
            "to_go": len(state.tables.rail) - 1 - state.locomotive,
        },
        "rafts": [_raft(state, number) for number in range(len(state.rafts))],
        "face_down": _site_fields(state, state.face_down),
        "chips_left": hoard_data(state.left),
        "chips_counted": count_chips(state),
        "robbers": _robbers(state),
        "diggers": [_digger(state, number, seat) for number in range(state.seats)],
        "pending": _pending(state),
        "forfeits": list(state.forfeits),
    }


def end_reason(state: Position) -> str | None:
    """Return what ended the game: ``station`` or ``chips``, None while it goes on."""
    if state.phase != phases.OVER:
        return None
    return "station" if state.locomotive == len(state.tables.rail) - 1 else "chips"


def _die(die: int) -> dict[str, Any] | None:
    return {"face": FACES[(die & 7) - 1], "purpose": PURPOSES[die >> 3]} if die else None


def _site_fields(state: Position, sites: int) -> list[list[int]]:
    return [field_data(state.tables.site_fields[site]) for site in bits_of(sites)]


def _raft(state: Position, number: int) -> dict[str, Any]:
    field = state.rafts[number]
    digger = state.diggers.index(field) if field in state.diggers else None
    lake = state.tables.box.rafts[number].lake
    return {"raft": number, "lake": lake, "field": field_data(field), "digger": digger}


def _robbers(state: Position) -> list[dict[str, Any]]:
    """Return the face-up robbers with what lies beneath them."""
    return [
        {
            "field": field_data(state.tables.site_fields[site]),
            "strength": strength,
            "pile": hoard_data(state.piles[site]),
        }
        for site, strength in enumerate(state.robbers)
        if strength
    ]


def _digger(state: Position, seat: int, looking: int | None) -> dict[str, Any]:
    field, tables = state.diggers[seat], state.tables
    return {
        "seat": seat,
        "field": field_data(field),
        "house": field_data(tables.houses[seat]),
        "raft": state.rafts.index(field) if field in state.rafts else None,
        "finds": hoard_data(state.finds[seat]),
        "bank": hoard_data(state.bank[seat]),
        "points": hoard_points(state.bank[seat]),
        "peeks": _peeks(state, seat, is_shown=seat == looking or _is_all_shown(state)),
        "forfeited": seat in state.forfeits,
    }


def _is_all_shown(state: Position) -> bool:
    """Tell whether nothing is secret any more: the game is over by the rules or, one seat being left, abandoned."""
    return state.phase == phases.OVER or len(state.forfeits) >= state.seats - 1


def _peeks(state: Position, seat: int, *, is_shown: bool) -> list[dict[str, Any]]:
    return [
        {
            "field": field_data(state.tables.site_fields[site]),
            "chip": chip_data(state.known[site]) if is_shown else None,
        }
        for site in bits_of(state.peeks[seat])
    ]


def _pending(state: Position) -> dict[str, Any]:
    """Return what is to be decided, beyond the phase, and by whom the die is rolled."""
    phase = state.phase
    pending: dict[str, Any] = {}
    if phase in phases.CHANCE_PHASES:
        pending["kind"] = phases.EXPECTED[phase][0]
    if phase < phases.ROLLS:
        pending |= {"purpose": PURPOSES[phase], "seat": _roller(state)}
    if phase in (phases.ROBBER, phases.FLIP):
        pending["field"] = field_data(state.diggers[state.turn_seat])
    if phase == phases.ROBBER:
        pending["strength"] = state.robbers[state.site]
    if phase == phases.PEEK:
        pending["fields"] = [field_data(field) for field in peeked_fields(state)]
    if phase in (phases.MOVE, phases.MOVE_AWAY):
        pending["steps"] = state.steps
    if state.defender != NOBODY:
        pending["fight"] = {
            "attacker": state.turn_seat,
            "defender": state.defender,
            "attack": state.attack or None,
            "winner": None if state.winner == NOBODY else state.winner,
        }
    return pending


def _roller(state: Position) -> int:
    """Return the seat that rolls."""
    if state.phase == phases.DEFEND:
        return state.defender
    return state.winner if state.phase == phases.RETREAT else state.turn_seat
