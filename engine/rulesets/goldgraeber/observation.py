"""
Observations: the information set of a seat or spectator as a dict.

Only a seat that has peeked at a face-down chip knows it; the fact and the field of a peek are public. Pages draw from
this dict, and ``sample`` builds a position from it; docs/rulesets/goldgraeber.md documents its keys.
"""

from typing import Any

from engine.core import CHANCE
from engine.rulesets.goldgraeber import phases
from engine.rulesets.goldgraeber.chips import format_chip, format_hoard
from engine.rulesets.goldgraeber.codec import format_field
from engine.rulesets.goldgraeber.constants import FACES, NO_SEAT, PURPOSES
from engine.rulesets.goldgraeber.hex_grid import list_bits
from engine.rulesets.goldgraeber.peeks import list_peeked_fields
from engine.rulesets.goldgraeber.position import Position
from engine.rulesets.goldgraeber.scoring import score_hoard
from engine.rulesets.goldgraeber.turns import count_chips

__all__ = ["KEY", "find_end_reason", "observe"]

#: The ruleset's key.
KEY = "goldgraeber@1"


def observe(state: Position, seat: int | None) -> dict[str, Any]:
    """Return the observation of a seat or a spectator (None)."""
    return {
        "ruleset": KEY,
        "components": state.components,
        "options": dict(state.options),
        "seats": state.seats,
        "seat": seat,
        "over": state.phase == phases.OVER,
        "end": find_end_reason(state),
        "actor": "chance" if state.actor == CHANCE else state.actor,
        "phase": phases.NAMES[state.phase],
        "turn": state.turn,
        "turn_seat": state.turn_seat,
        "rolls": state.rolls,
        "die": _format_die(state.die),
        "locomotive": {
            "rail": state.locomotive,
            "field": format_field(state.locomotive_at),
            "to_go": len(state.tables.rail) - 1 - state.locomotive,
        },
        "rafts": [_format_raft(state, number) for number in range(len(state.rafts))],
        "face_down": _format_sites(state, state.face_down),
        "chips_left": format_hoard(state.left),
        "chips_counted": count_chips(state),
        "robbers": _format_robbers(state),
        "diggers": [_format_digger(state, number, seat) for number in range(state.seats)],
        "pending": _format_pending(state),
        "forfeits": list(state.forfeits),
    }


def find_end_reason(state: Position) -> str | None:
    """Return the reason for the end of the game, ``station`` or ``chips``, or None while it is running."""
    if state.phase != phases.OVER:
        return None
    return "station" if state.locomotive == len(state.tables.rail) - 1 else "chips"


def _format_die(die: int) -> dict[str, Any] | None:
    return {"face": FACES[(die & 7) - 1], "purpose": PURPOSES[die >> 3]} if die else None


def _format_sites(state: Position, sites: int) -> list[list[int]]:
    return [format_field(state.tables.site_fields[site]) for site in list_bits(sites)]


def _format_raft(state: Position, number: int) -> dict[str, Any]:
    field = state.rafts[number]
    digger = state.diggers.index(field) if field in state.diggers else None
    lake = state.tables.box.rafts[number].lake
    return {"raft": number, "lake": lake, "field": format_field(field), "digger": digger}


def _format_robbers(state: Position) -> list[dict[str, Any]]:
    """Return the face-up robbers with the finds under them."""
    return [
        {
            "field": format_field(state.tables.site_fields[site]),
            "strength": strength,
            "pile": format_hoard(state.piles[site]),
        }
        for site, strength in enumerate(state.robbers)
        if strength
    ]


def _format_digger(state: Position, seat: int, looking: int | None) -> dict[str, Any]:
    field, tables = state.diggers[seat], state.tables
    return {
        "seat": seat,
        "field": format_field(field),
        "house": format_field(tables.houses[seat]),
        "raft": state.rafts.index(field) if field in state.rafts else None,
        "finds": format_hoard(state.finds[seat]),
        "bank": format_hoard(state.bank[seat]),
        "points": score_hoard(state.bank[seat]),
        "peeks": _format_peeks(state, seat, is_shown=seat == looking or _is_all_shown(state)),
        "forfeited": seat in state.forfeits,
    }


def _is_all_shown(state: Position) -> bool:
    """Return whether all secrets are disclosed: the game is over by the rules, or abandoned with one seat left."""
    return state.phase == phases.OVER or len(state.forfeits) >= state.seats - 1


def _format_peeks(state: Position, seat: int, *, is_shown: bool) -> list[dict[str, Any]]:
    return [
        {
            "field": format_field(state.tables.site_fields[site]),
            "chip": format_chip(state.known[site]) if is_shown else None,
        }
        for site in list_bits(state.peeks[seat])
    ]


def _format_pending(state: Position) -> dict[str, Any]:
    """Return the details of the pending decision or chance step, such as the seat that rolls the die."""
    phase = state.phase
    pending: dict[str, Any] = {}
    if phase in phases.CHANCE_PHASES:
        pending["kind"] = phases.EXPECTED[phase][0]
    if phase < phases.ROLLS:
        pending |= {"purpose": PURPOSES[phase], "seat": _find_roller(state)}
    if phase in (phases.ROBBER, phases.FLIP):
        pending["field"] = format_field(state.diggers[state.turn_seat])
    if phase == phases.ROBBER:
        pending["strength"] = state.robbers[state.site]
    if phase == phases.PEEK:
        pending["fields"] = [format_field(field) for field in list_peeked_fields(state)]
    if phase in (phases.MOVE, phases.MOVE_AWAY):
        pending["steps"] = state.steps
    if state.defender != NO_SEAT:
        pending["fight"] = {
            "attacker": state.turn_seat,
            "defender": state.defender,
            "attack": state.attack or None,
            "winner": None if state.winner == NO_SEAT else state.winner,
        }
    return pending


def _find_roller(state: Position) -> int:
    """Return the seat that rolls."""
    if state.phase == phases.DEFEND:
        return state.defender
    return state.winner if state.phase == phases.RETREAT else state.turn_seat
