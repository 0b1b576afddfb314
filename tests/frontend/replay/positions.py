"""Builders of positions in the shape of a Moon River observation, for tests of its drawing."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.rulesets.moon_river import component_set

COMPONENTS = "2026-1"
BOX = component_set(COMPONENTS)


def plot(kind: str, copy: int = 0) -> int:
    """Return the id of a copy of a kind of plot: ``B2`` is a farm with a cow and a circle."""
    return [plot.id for plot in BOX.plots.values() if plot.kind == kind][copy]


def cell(name: str) -> list[int]:
    """Return a cell by its name on the page: ``c4``."""
    return ["abcde".index(name[0]), int(name[1:]) - 1]


def occupied(name: str, kind: str, *, cows: int = 0, partner: str | None = None) -> dict[str, Any]:
    """Return an occupied cell. ``partner`` is a specialist's name, or ``cowboy`` for a desperado turned over."""
    face = BOX.plots[plot(kind)]
    token = None
    if partner == "cowboy":
        token = {"name": "desperado", "side": "cowboy"}
    elif partner:
        token = {"name": partner, "side": "specialist"}
    return {
        "cell": cell(name),
        "plot": face.id,
        "tile": None,
        "landscape": face.landscape,
        "cows": cows,
        "skull": face.skull,
        "circle": face.circle,
        "partner": token,
        "resource": face.resource,
        "resource_count": face.resource_count,
    }


def bonus(name: str, landscape: str, tile: int = 1, partner: str | None = None) -> dict[str, Any]:
    """Return a cell with a bonus tile."""
    token = {"name": partner, "side": "specialist"} if partner else None
    return {
        "cell": cell(name),
        "plot": None,
        "tile": tile,
        "landscape": landscape,
        "cows": 0,
        "skull": False,
        "circle": True,
        "partner": token,
        "resource": None,
        "resource_count": 0,
    }


def ranch(
    seat: int,
    cells: Sequence[Mapping[str, Any]] = (),
    *,
    board: str = "camp",
    hand: Sequence[int] = (),
    score: Mapping[str, int] | None = None,
    territories: Sequence[Mapping[str, Any]] = (),
    **changes: Any,
) -> dict[str, Any]:
    """Return one seat's ranch."""
    parts = {"territories": 0, "resources": 0, "partners": 0, "scenario": 0, **(score or {})}
    return {
        "seat": seat,
        "board": board,
        "storage_spaces": BOX.boards[board].storage,
        "bridges": [list(bridge) for bridge in BOX.boards[board].bridges],
        "rows": 5,
        "hand": list(hand),
        "forced": False,
        "dominoes_left": 0,
        "bonus_done": False,
        "forfeited": False,
        "cells": [dict(cell) for cell in cells],
        "territories": [dict(territory) for territory in territories],
        "score": {**parts, "total": sum(parts.values())},
        "ties": [0, 0],
        **changes,
    }


def territory(landscape: str, cells: str, cows: int) -> dict[str, Any]:
    """Return a territory by the names of its cells."""
    names = cells.split()
    return {
        "landscape": landscape,
        "cells": [cell(name) for name in names],
        "size": len(names),
        "cows": cows,
        "points": len(names) * cows,
    }


def slots(*given: tuple[str | None, int | None]) -> list[dict[str, Any]]:
    """Return a column: kind of plot (None: collected) and ranchero of each place."""
    return [{"plot": plot(kind) if kind else None, "ranchero": ranchero} for kind, ranchero in given]


def position(ranches: Sequence[Mapping[str, Any]] | None = None, **changes: Any) -> dict[str, Any]:
    """Return a position of four seats in round 18 by default."""
    ranches = ranches or [ranch(seat) for seat in range(4)]
    return {
        "ruleset": "moon-river@1",
        "components": COMPONENTS,
        "options": {"mode": "base"},
        "seats": len(ranches),
        "seat": None,
        "over": False,
        "actor": 2,
        "phase": "expand",
        "scenario": None,
        "round": 18,
        "rounds": 24,
        "last_round": False,
        "turn": 70,
        "columns": {
            "current": slots((None, None), (None, None), ("K2", 0), ("B2", 3)),
            "next": slots(("D1", None), ("F3", None), ("K2", None), ("B2", 1)),
        },
        "ranchero_order": [],
        "saloon": ["desperado", "desperado", "cattle_thief"],
        "supply": {"cows": 12, "plots": 20, "partners": 8},
        "bonus_tiles": [],
        "ranches": [dict(ranch) for ranch in ranches],
        "pending": {},
        "forfeits": [],
        **changes,
    }
