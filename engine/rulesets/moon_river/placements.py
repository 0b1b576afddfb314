"""
Bitboards of placements: a placement is an ordered pair of adjacent cells, the first for the lower plot.

Placements are numbered by (first cell, second cell), so ascending numbers are the canonical order. The legal
placements of plots a < b are ``free & (first[landscape of a] | second[landscape of b])``. ``free`` is the set of
placements on two free cells; ``first[x]`` (``second[x]``) is the set of placements that touch a bridge or whose first
(second) cell is adjacent to a plot of landscape x. Laying a plot updates these sets by one table lookup per cell.
"""

from typing import Final

from engine.rulesets.moon_river.bitboards import CELLS, NEIGHBOURS, list_cells

__all__ = [
    "FIRST",
    "KEEPS",
    "NUMBER",
    "PAIRS",
    "SECOND",
    "TOUCHES_FIRST",
    "TOUCHES_SECOND",
    "USES",
    "find_placements_inside",
    "find_placements_touching",
    "list_placements",
]

#: The (first, second) cells of each placement.
PAIRS: Final = tuple((first, second) for first in range(CELLS) for second in list_cells(NEIGHBOURS[first]))
#: The number of a placement by its cells.
NUMBER: Final = {pair: number for number, pair in enumerate(PAIRS)}
FIRST: Final = tuple(first for first, _ in PAIRS)
SECOND: Final = tuple(second for _, second in PAIRS)


def _find_placements(cells: int, *, first: bool, second: bool) -> int:
    return sum(
        1 << number
        for number, pair in enumerate(PAIRS)
        if (first and cells >> pair[0] & 1) or (second and cells >> pair[1] & 1)
    )


def find_placements_touching(cells: int) -> int:
    """Return the set of placements that use a cell of the set."""
    return _find_placements(cells, first=True, second=True)


def find_placements_inside(cells: int) -> int:
    """Return the set of placements whose cells are both in the set."""
    return ((1 << len(PAIRS)) - 1) & ~_find_placements(~cells, first=True, second=True)


#: The set of placements whose first (second) cell is adjacent to a cell, by cell.
TOUCHES_FIRST: Final = tuple(
    _find_placements(NEIGHBOURS[cell], first=True, second=False) for cell in range(CELLS)
)
TOUCHES_SECOND: Final = tuple(
    _find_placements(NEIGHBOURS[cell], first=False, second=True) for cell in range(CELLS)
)
#: The set of placements that use a cell, by cell.
USES: Final = tuple(find_placements_touching(1 << cell) for cell in range(CELLS))
#: The set of placements that stay free when a placement's cells are taken, by placement.
KEEPS: Final = tuple(~(USES[first] | USES[second]) for first, second in PAIRS)

_CHUNK: Final = 10
_CHUNK_MASK: Final = (1 << _CHUNK) - 1
#: The placement numbers for each value of a chunk of ten bits, by chunk and value.
_CHUNKS: Final = tuple(
    tuple(tuple(start + bit for bit in range(_CHUNK) if bits >> bit & 1) for bits in range(1 << _CHUNK))
    for start in range(0, len(PAIRS), _CHUNK)
)


def list_placements(mask: int) -> list[int]:
    """Return the numbers of the placements of a set, ascending."""
    numbers: list[int] = []
    for chunk in _CHUNKS:
        numbers += chunk[mask & _CHUNK_MASK]
        mask >>= _CHUNK
        if not mask:
            break
    return numbers
