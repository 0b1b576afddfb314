"""
Bitboards: sets of cells as ints, with bit ``5 * row + column`` for a cell.

A *herd* holds the cows of a ranch as stacked sets: the lowest 50 bits are the cells with at least one cow, the next 50
those with at least two, and so on. Overpopulation (one cow stays on each cell) keeps the lowest 50 bits.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from engine.rulesets.moon_river.constants import COLUMNS, ROWS

__all__ = [
    "ALL",
    "BIT",
    "CELLS",
    "NEIGHBOURS",
    "count_cows",
    "find_neighbours",
    "get_cell",
    "get_coordinates",
    "grow_territory",
    "list_cells",
    "make_mask",
    "make_rows_mask",
    "put_cow",
    "split_territories",
    "take_cow",
]

CELLS: Final = COLUMNS * ROWS
ALL: Final = (1 << CELLS) - 1
#: The set of one cell, by cell.
BIT: Final = tuple(1 << index for index in range(CELLS))

_LEFT_COLUMN: Final = sum(1 << COLUMNS * row for row in range(ROWS))
_NOT_LEFT: Final = ALL & ~_LEFT_COLUMN
_NOT_RIGHT: Final = ALL & ~(_LEFT_COLUMN << COLUMNS - 1)


def get_cell(column: int, row: int) -> int:
    """Return the number of a cell; numbers ascend by (row, column), the canonical order of cells."""
    return COLUMNS * row + column


def get_coordinates(index: int) -> tuple[int, int]:
    """Return the (column, row) of a cell."""
    return index % COLUMNS, index // COLUMNS


def make_mask(cells: Iterable[tuple[int, int]]) -> int:
    """Return the set of (column, row) cells."""
    return sum({1 << get_cell(column, row) for column, row in cells})


def make_rows_mask(rows: int) -> int:
    """Return the set of all cells of the first ``rows`` rows."""
    return (1 << COLUMNS * rows) - 1


def list_cells(mask: int) -> list[int]:
    """Return the cells of a set, ascending."""
    cells = []
    while mask:
        lowest = mask & -mask
        cells.append(lowest.bit_length() - 1)
        mask ^= lowest
    return cells


def find_neighbours(mask: int) -> int:
    """Return the set of cells orthogonally adjacent to a cell of the set, including cells of the set itself."""
    return (
        (mask << COLUMNS & ALL) | (mask >> COLUMNS) | ((mask & _NOT_RIGHT) << 1) | ((mask & _NOT_LEFT) >> 1)
    )


#: The set of adjacent cells, by cell.
NEIGHBOURS: Final = tuple(find_neighbours(bit) for bit in BIT)


def grow_territory(seeds: int, area: int) -> int:
    """Return the connected parts of an area that contain a seed (flood fill); seeds outside the area are ignored."""
    grown = seeds & area
    while True:
        seeds = grown
        grown |= (seeds << 5 | seeds >> 5 | (seeds & _NOT_RIGHT) << 1 | (seeds & _NOT_LEFT) >> 1) & area
        if grown == seeds:
            return seeds


@lru_cache(maxsize=1 << 14)
def split_territories(area: int) -> tuple[int, ...]:
    """Return the connected parts of an area, ordered by their lowest cell (flood fill)."""
    parts = []
    while area:
        part = 0
        grown = area & -area
        while grown != part:
            part = grown
            grown |= (part << 5 | part >> 5 | (part & _NOT_RIGHT) << 1 | (part & _NOT_LEFT) >> 1) & area
        parts.append(part)
        area ^= part
    return tuple(parts)


def put_cow(herd: int, bit: int) -> int:
    """Return the herd with one more cow on a cell, given by its bit."""
    while herd & bit:
        bit <<= CELLS
    return herd | bit


def take_cow(herd: int, bit: int) -> int:
    """Return the herd with one cow less on a cell, given by its bit; the cell must have a cow."""
    while herd & bit << CELLS:
        bit <<= CELLS
    return herd ^ bit


def count_cows(herd: int, bit: int) -> int:
    """Return the number of cows on a cell, given by its bit."""
    count = 0
    while herd & bit:
        bit <<= CELLS
        count += 1
    return count
