"""
Component sets of Moon River: plots, partners, boards and grid, as data files with ids.

A game stores the id of its set, so a later set never changes the replay of an old game. The field ``about`` of each
file says which data is published and which is reconstructed.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from engine.core import UnknownRuleset

__all__ = ["COMPONENT_SETS", "Board", "Cell", "ComponentSet", "Plot", "component_set"]

#: Ids of the sets, the default first.
COMPONENT_SETS = ("2026-1",)

#: (column, row): column 0-4 from the left, row 0 next to the river.
Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Plot:
    """One half-domino: the number on its back and the symbols on its front."""

    id: int
    kind: str
    back: int
    landscape: str
    cows: int
    skull: bool
    circle: bool
    resource: str | None
    resource_count: int


@dataclass(frozen=True, slots=True)
class Board:
    """A reservation board: its storage spaces for plots, and the cells that its bridges lead to."""

    name: str
    storage: int
    bridges: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class ComponentSet:
    """The contents of the box. Mappings keep the order of the file, which is the canonical order of names."""

    id: str
    about: str
    plots: Mapping[int, Plot]
    landscapes: tuple[str, ...]
    partners: Mapping[str, int]
    cows: int
    columns: int
    rows: Mapping[int, int]
    blocked: tuple[Cell, ...]
    river_cells: tuple[Cell, ...]
    boards: Mapping[str, Board]
    bonus_tiles: Mapping[int, tuple[str, str]]


@cache
def component_set(name: str) -> ComponentSet:
    """
    Load the component set of an id.

    Raises:
        UnknownRuleset: code ``unknown_components``.
    """
    if name not in COMPONENT_SETS:
        raise UnknownRuleset("unknown_components", field="components", expected=list(COMPONENT_SETS))
    text = (files(__package__) / "data" / f"{name}.json").read_text(encoding="utf-8")
    return _parse_components(json.loads(text))


def _parse_components(data: Mapping[str, Any]) -> ComponentSet:
    grid = data["grid"]
    return ComponentSet(
        id=data["id"],
        about=data["about"],
        plots=_parse_plots(data["kinds"]),
        landscapes=tuple(dict.fromkeys(kind["landscape"] for kind in data["kinds"])),
        partners=dict(data["partners"]),
        cows=data["cows"],
        columns=grid["columns"],
        rows={int(seats): rows for seats, rows in grid["rows"].items()},
        blocked=_parse_cells(grid["blocked"]),
        river_cells=_parse_cells(grid["river_cells"]),
        boards={
            name: Board(name=name, storage=board["storage"], bridges=_parse_cells(board["bridges"]))
            for name, board in data["boards"].items()
        },
        bonus_tiles={tile["tile"]: (tile["sides"][0], tile["sides"][1]) for tile in data["bonus_tiles"]},
    )


def _parse_plots(kinds: list[dict[str, Any]]) -> dict[int, Plot]:
    """Parse the plots and number them from 1 in the order of kinds, all copies of a kind in a row."""
    plots: dict[int, Plot] = {}
    for kind in kinds:
        face = {name: value for name, value in kind.items() if name != "copies"}
        for _ in range(kind["copies"]):
            number = len(plots) + 1
            plots[number] = Plot(id=number, **face)
    return plots


def _parse_cells(cells: list[list[int]]) -> tuple[Cell, ...]:
    return tuple((column, row) for column, row in cells)
