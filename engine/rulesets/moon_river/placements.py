"""
Sets of placements as ints: a placement is an ordered pair of adjacent cells, the first for the lower plot.

Placements are numbered by (first cell, second cell), so ascending numbers are the canonical order. Legal are
the placements of plots a < b in ``free & (first[landscape of a] | second[landscape of b])``, where ``free``
are those with two free cells and ``first[x]`` (``second[x]``) those whose first (second) cell is adjacent to
a plot of landscape x or that touch a bridge. Laying a plot changes these sets by a table lookup per cell.
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
    """Return the placements that use a cell of the set."""
    return _find_placements(cells, first=True, second=True)


def find_placements_inside(cells: int) -> int:
    """Return the placements whose cells are both in the set."""
    return ((1 << len(PAIRS)) - 1) & ~_find_placements(~cells, first=True, second=True)


#: By cell: the placements whose first (second) cell is adjacent to it.
TOUCHES_FIRST: Final = tuple(
    _find_placements(NEIGHBOURS[cell], first=True, second=False) for cell in range(CELLS)
)
TOUCHES_SECOND: Final = tuple(
    _find_placements(NEIGHBOURS[cell], first=False, second=True) for cell in range(CELLS)
)
#: By cell: the placements that use it.
USES: Final = tuple(find_placements_touching(1 << cell) for cell in range(CELLS))
#: By placement: the placements that stay free when its cells are taken.
KEEPS: Final = tuple(~(USES[first] | USES[second]) for first, second in PAIRS)

_CHUNK: Final = 10
_CHUNK_MASK: Final = (1 << _CHUNK) - 1
#: The numbers in each possible chunk of ten bits, chunk by chunk.
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
