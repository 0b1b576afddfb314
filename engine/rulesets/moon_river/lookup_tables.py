"""Lookup tables of a component set, by plot, landscape, board and cell."""

from collections.abc import Callable
from functools import cache
from typing import Final, TypeVar

from engine.rulesets.moon_river.bitboards import make_mask, make_rows_mask
from engine.rulesets.moon_river.components import ComponentSet, Plot, component_set
from engine.rulesets.moon_river.constants import (
    COLUMN,
    COLUMNS,
    LANDSCAPES,
    PARTNERS,
    PLOTS,
    RESOURCES,
    ROWS,
    TILES,
)
from engine.rulesets.moon_river.placements import find_placements_inside, find_placements_touching

__all__ = ["CIRCLE", "COWS", "ONE", "SKULL", "Faces", "get_tile_code", "load_faces"]

_T = TypeVar("_T")

#: Bits of a plot's marks: its cow symbols (0-2), a skull, a circle.
COWS: Final = 3
SKULL: Final = 4
CIRCLE: Final = 8

#: The hand of one plot, by plot; also the list of one cell, by cell, where lists of cells are bytes.
ONE: Final = tuple(bytes((number,)) for number in range(PLOTS + 1))


def get_tile_code(tile: int, side: int) -> int:
    """Return the code of a bonus tile's side in a ranch, where a plot has its id."""
    return PLOTS + 2 * tile - 1 + side


class Faces:
    """
    Lookup tables of one component set for one number of seats.

    Lists by plot have an entry for each code in a ranch: 0 (none), the plot ids, and the sides of the bonus tiles
    (``get_tile_code``).
    """

    __slots__ = (
        "back_of",
        "blocked",
        "box",
        "circles",
        "herds_text",
        "inside",
        "landscapes",
        "marks",
        "placements",
        "resource_counts",
        "resources",
        "river",
        "rounds",
        "rows",
        "skulls",
        "stack",
        "tiles",
        "tokens",
    )

    def __init__(self, box: ComponentSet, seats: int) -> None:
        assert box.landscapes == LANDSCAPES, "the canonical order of landscapes is the file's"
        assert tuple(box.partners) == PARTNERS, "the canonical order of partners is the file's"
        assert list(box.plots) == list(range(1, PLOTS + 1)), "plots are numbered 1-96"
        assert (box.columns, max(box.rows.values())) == (COLUMNS, ROWS), "the largest grid is 5 by 10"
        self.box = box
        self.rows = box.rows[seats]
        self.blocked = make_mask(box.blocked)
        self.river = make_mask(box.river_cells)
        self.inside = make_rows_mask(self.rows)
        self.placements = find_placements_inside(self.inside & ~self.blocked)
        #: Writes the seats' herds for a digest.
        self.herds_text = b"%x " * seats
        self.rounds = PLOTS // COLUMN
        self.tokens = tuple(box.partners.values())
        #: The tokens in the file's order, copies in a row: what is shuffled.
        self.stack = tuple(partner for partner, copies in enumerate(self.tokens) for _ in range(copies))
        self.tiles = {
            tile: tuple(LANDSCAPES.index(side) for side in sides) for tile, sides in box.bonus_tiles.items()
        }
        self._read_plots(box)

    def _read_plots(self, box: ComponentSet) -> None:
        def list_by_plot(value: Callable[[Plot], _T], nothing: _T) -> list[_T]:
            return [nothing, *(value(plot) for plot in box.plots.values()), *[nothing] * (2 * TILES)]

        #: A plot's back number.
        self.back_of = list_by_plot(lambda plot: plot.back, 0).__getitem__
        self.landscapes = list_by_plot(lambda plot: LANDSCAPES.index(plot.landscape), 0)
        for tile, sides in self.tiles.items():
            for side, landscape in enumerate(sides):
                self.landscapes[get_tile_code(tile, side)] = landscape
        self.skulls = list_by_plot(lambda plot: plot.skull, False)
        self.circles = list_by_plot(lambda plot: plot.circle, False)
        self.marks = list_by_plot(lambda plot: plot.cows | SKULL * plot.skull | CIRCLE * plot.circle, 0)
        self.resources = list_by_plot(
            lambda plot: RESOURCES.index(plot.resource) if plot.resource else -1, -1
        )
        self.resource_counts = list_by_plot(lambda plot: plot.resource_count, 0)

    def find_bridges(self, board: str) -> int:
        """Return the set of cells that the board's bridges lead to."""
        return make_mask(self.box.boards[board].bridges)

    def find_bridge_placements(self, board: str) -> int:
        """Return the set of placements that use a bridge cell of the board."""
        return find_placements_touching(self.find_bridges(board))


@cache
def load_faces(components: str, seats: int) -> Faces:
    """Return the lookup tables of a component set for a number of seats (cached)."""
    return Faces(component_set(components), seats)
