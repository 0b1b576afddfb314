"""
Observations: the information set of a seat or spectator as a dict. Moon River hides only what is still to be drawn.

Pages draw from this dict, and ``sample`` builds a position from it; docs/rulesets/moon-river.md documents its keys.
"""

from functools import cache
from typing import Any, Final

from engine.core import CHANCE
from engine.rulesets.moon_river import phases, scoring
from engine.rulesets.moon_river.bitboards import (
    ALL,
    BIT,
    CELLS,
    count_cows,
    get_coordinates,
    list_cells,
    split_territories,
)
from engine.rulesets.moon_river.constants import (
    LANDSCAPES,
    NO_SEAT,
    NOWHERE,
    PARTNERS,
    PLOTS,
    RESOURCES,
    SCENARIOS,
    SIDES,
)
from engine.rulesets.moon_river.lookup_tables import Faces
from engine.rulesets.moon_river.position import NO_SCENARIO, Position

__all__ = ["KEY", "observe"]

#: The ruleset's key.
KEY = "moon-river@1"

#: (column, row) by cell.
_PAIRS: Final = tuple(map(get_coordinates, range(CELLS)))


def observe(state: Position, seat: int | None) -> dict[str, Any]:
    """Return the observation of a seat or a spectator (None)."""
    return {
        "ruleset": KEY,
        "components": state.components,
        "options": {
            name: list(value) if isinstance(value, list) else value for name, value in state.options.items()
        },
        "seats": state.seats,
        "seat": seat,
        "over": state.phase == phases.OVER,
        "actor": "chance" if state.actor == CHANCE else state.actor,
        "phase": phases.NAMES[state.phase],
        "scenario": None if state.scenario == NO_SCENARIO else SCENARIOS[state.scenario],
        "round": state.round,
        "rounds": state.faces.rounds,
        "last_round": state.is_last_round,
        "turn": state.turn,
        "columns": {
            "current": _format_column(state.column, state.rancheros),
            "next": _format_column(state.next_column, state.next_rancheros),
        },
        "ranchero_order": _list_ranchero_order(state),
        "saloon": [name for name, left in zip(PARTNERS, state.saloon, strict=True) for _ in range(left)],
        "supply": {
            "cows": state.supply,
            "plots": state.undealt.bit_count(),
            "partners": sum(state.tokens),
        },
        "left_game": _list_left_game(state),
        "bonus_tiles": [tile for tile in state.faces.tiles if state.tiles >> tile & 1],
        "ranches": [_format_ranch(state, number) for number in range(state.seats)],
        "pending": _format_pending(state),
        "forfeits": list(state.forfeits),
    }


def _format_cell(cell: int) -> list[int]:
    return list(_PAIRS[cell])


def _format_cell_set(mask: int) -> list[list[int]]:
    return [list(_PAIRS[cell]) for cell in list_cells(mask)]


def _format_column(column: bytearray, rancheros: bytearray) -> list[dict[str, int | None]]:
    return [
        {"plot": plot or None, "ranchero": None if ranchero == NO_SEAT else ranchero}
        for plot, ranchero in zip(column, rancheros, strict=True)
    ]


def _list_ranchero_order(state: Position) -> list[int]:
    """Return the seats that still place in set-up, or whose turns are still to come; the deciding seat is first."""
    if state.phase == phases.PLACE_RANCHERO:
        return list(state.placing)
    to_come = [ranchero for ranchero in state.rancheros if ranchero != NO_SEAT]
    is_turn = state.phase >= phases.EXPAND and state.actor is not None
    return [state.actor, *to_come] if is_turn and state.actor is not None else to_come


def _list_left_game(state: Position) -> list[int]:
    """Return the plots that left the game: those not in the box, a column, a storage or a ranch."""
    seen = {plot for plots in (state.plots, *state.hands, state.column, state.next_column) for plot in plots}
    return [plot for plot in range(1, PLOTS + 1) if plot not in seen and not state.undealt >> plot & 1]


def _format_pending(state: Position) -> dict[str, Any]:
    """Return the details of the pending decision, and the effects that are queued after it."""
    if state.phase in phases.CHANCE_PHASES:
        return {"kind": phases.EXPECTED[state.phase][0]}
    if not phases.REMOVE_COW <= state.phase <= phases.BONUS:
        return {}
    pending: dict[str, Any] = {
        "skulls": [_format_cell(cell) for cell in state.skulls],
        "circles": [_format_cell(cell) for cell in state.circles],
        "bonus_due": state.bonus_due,
    }
    if state.phase == phases.REMOVE_COW:
        pending["cell"] = _format_cell(state.skulls[0])
    if state.post != NOWHERE:
        pending["cell"] = _format_cell(state.post)
        pending["moves_left"] = state.moves
    return pending


def _format_ranch(state: Position, seat: int) -> dict[str, Any]:
    score = scoring.score(state, seat)
    is_turn = state.actor == seat and phases.EXPAND <= state.phase <= phases.BONUS
    return {
        "seat": seat,
        "board": state.list_boards()[seat],
        "storage_spaces": state.storage[seat],
        "bridges": _format_cell_set(state.bridges[seat]),
        "rows": state.faces.rows,
        "hand": list(state.hands[seat]),
        "forced": is_turn and state.owed,
        "dominoes_left": state.dominoes if is_turn else 0,
        "bonus_done": bool(state.reached >> seat & 1),
        "forfeited": seat in state.forfeits,
        "cells": [
            _format_content(state, seat, cell) for cell, plot in enumerate(state.get_ranch(seat)) if plot
        ],
        "territories": _format_territories(state, seat),
        "score": {**score.to_dict(), "total": score.total},
        "ties": list(scoring.find_ties(state, seat)),
    }


def _format_content(state: Position, seat: int, cell: int) -> dict[str, Any]:
    face = _format_face(state.faces, state.plots[state.cells * seat + cell])
    token = state.tokens_at[seat][cell]
    herd = state.herds[seat]
    return face | {
        "cell": list(_PAIRS[cell]),
        "cows": count_cows(herd, BIT[cell]) if herd >> cell & 1 else 0,
        "partner": _format_partner(token) if token else None,
    }


@cache
def _format_face(faces: Faces, plot: int) -> dict[str, Any]:
    """Return the entry of a cell with a plot or a side of a bonus tile; the caller sets cell, cows and partner."""
    is_tile = plot > PLOTS
    resource = faces.resources[plot]
    return {
        "cell": None,
        "plot": None if is_tile else plot,
        "tile": (plot - PLOTS + 1) // 2 if is_tile else None,
        "landscape": LANDSCAPES[faces.landscapes[plot]],
        "cows": 0,
        "skull": faces.skulls[plot],
        "circle": is_tile or faces.circles[plot],
        "partner": None,
        "resource": RESOURCES[resource] if resource >= 0 else None,
        "resource_count": faces.resource_counts[plot],
    }


def _format_partner(token: int) -> dict[str, str]:
    partner, side = divmod(token - 1, 2)
    return {"name": PARTNERS[partner], "side": SIDES[side]}


def _format_territories(state: Position, seat: int) -> list[dict[str, Any]]:
    """Return the territories by landscape; ``cows`` counts at most one cow per cell."""
    listed = []
    cows = state.herds[seat] & ALL
    for number, landscape in enumerate(LANDSCAPES):
        for part in split_territories(state.land[len(LANDSCAPES) * seat + number]):
            size, counted = part.bit_count(), (part & cows).bit_count()
            listed.append(
                {
                    "landscape": landscape,
                    "cells": _format_cell_set(part),
                    "size": size,
                    "cows": counted,
                    "points": size * counted,
                }
            )
    return listed
