"""
Actions packed into ints: the kind above bit 28, its fields below, so that ascending ints are the canonical order.

The kinds of seats come first, so that a domino fits one digit of a Python int; chance kinds follow.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.rulesets.moon_river.bitboards import CELLS
from engine.rulesets.moon_river.constants import CHANCE_KINDS, SEAT_KINDS
from engine.rulesets.moon_river.placements import NUMBER, PAIRS

__all__ = [
    "BONUS_TILE_PLACED",
    "COLUMN_DEALT",
    "COW_MOVED",
    "COW_REMOVED",
    "COW_STOLEN",
    "DOMINO_PLACED",
    "EFFECT_DECLINED",
    "EXPANSION_DECLINED",
    "FIELDS",
    "KINDS",
    "KIND_NUMBER",
    "KIND_SHIFT",
    "PARTNER_RECRUITED",
    "PLOTS_DISCARDED",
    "PLOTS_SWAPPED",
    "PLOT_CHOSEN",
    "RANCHEROS_DRAWN",
    "SALOON_FILLED",
    "SCENARIO_DRAWN",
    "SPOT",
    "get_spot",
    "get_spot_cells",
    "pack_bonus_tile_placed",
    "pack_column_dealt",
    "pack_cow_moved",
    "pack_cow_stolen",
    "pack_domino_placed",
    "pack_partner_recruited",
    "pack_plots_discarded",
    "pack_plots_swapped",
    "pack_rancheros_drawn",
    "pack_saloon_filled",
    "unpack_list",
]

KINDS: Final = (*SEAT_KINDS, *CHANCE_KINDS)
KIND_NUMBER: Final = {kind: number for number, kind in enumerate(KINDS)}
KIND_SHIFT: Final = 28
#: The fields of an action, without its kind.
FIELDS: Final = (1 << KIND_SHIFT) - 1

PLOT_CHOSEN: Final = 0 << KIND_SHIFT
DOMINO_PLACED: Final = 1 << KIND_SHIFT
EXPANSION_DECLINED: Final = 2 << KIND_SHIFT
PLOTS_DISCARDED: Final = 3 << KIND_SHIFT
COW_REMOVED: Final = 4 << KIND_SHIFT
PARTNER_RECRUITED: Final = 5 << KIND_SHIFT
COW_MOVED: Final = 6 << KIND_SHIFT
PLOTS_SWAPPED: Final = 7 << KIND_SHIFT
COW_STOLEN: Final = 8 << KIND_SHIFT
EFFECT_DECLINED: Final = 9 << KIND_SHIFT
BONUS_TILE_PLACED: Final = 10 << KIND_SHIFT
SCENARIO_DRAWN: Final = 11 << KIND_SHIFT
SALOON_FILLED: Final = 12 << KIND_SHIFT
COLUMN_DEALT: Final = 13 << KIND_SHIFT
RANCHEROS_DRAWN: Final = 14 << KIND_SHIFT

#: Mask of a spot, the cells of a domino: the number of a placement, or a packed pair of cells that are not adjacent.
SPOT: Final = (1 << 12) - 1
_FAR: Final = 1 << 8
assert len(PAIRS) <= _FAR, "numbers of placements and of other pairs of cells must not overlap"


def get_spot(first: int, second: int) -> int:
    """Return the spot of any two cells, adjacent or not."""
    number = NUMBER.get((first, second))
    return _FAR + CELLS * first + second if number is None else number


def get_spot_cells(spot: int) -> tuple[int, int]:
    """Return the two cells of a spot."""
    return PAIRS[spot] if spot < _FAR else divmod(spot - _FAR, CELLS)


def pack_domino_placed(lower: int, higher: int, spot: int) -> int:
    """Return the action of two plots, the lower on the spot's first cell: lower << 19 | higher << 12 | spot."""
    return DOMINO_PLACED | lower << 19 | higher << 12 | spot


def pack_plots_discarded(lower: int, higher: int) -> int:
    return PLOTS_DISCARDED | lower << 7 | higher


def pack_partner_recruited(cell: int, partner: int, side: int) -> int:
    return PARTNER_RECRUITED | cell << 4 | partner << 1 | side


def pack_cow_moved(origin: int, target: int) -> int:
    return COW_MOVED | origin << 6 | target


def pack_plots_swapped(give: int, seat: int, take: int) -> int:
    return PLOTS_SWAPPED | give << 9 | seat << 7 | take


def pack_cow_stolen(seat: int, cell: int) -> int:
    return COW_STOLEN | seat << 6 | cell


def pack_bonus_tile_placed(tile: int, landscape: int, cell: int) -> int:
    return BONUS_TILE_PLACED | tile << 9 | landscape << 6 | cell


def pack_saloon_filled(partners: Sequence[int]) -> int:
    return SALOON_FILLED | _pack(partners, 3)


def pack_column_dealt(plots: Sequence[int]) -> int:
    a, b, c, d = plots
    return COLUMN_DEALT | a << 21 | b << 14 | c << 7 | d


def pack_rancheros_drawn(seats: Sequence[int]) -> int:
    return RANCHEROS_DRAWN | _pack(seats, 3)


def _pack(numbers: Iterable[int], width: int) -> int:
    packed = 1
    for number in numbers:
        packed = packed << width | number
    return packed


def unpack_list(fields: int) -> list[int]:
    """Unpack the numbers of a ``saloon_filled`` or ``rancheros_drawn``, in the order drawn."""
    numbers = []
    while fields > 1:
        numbers.append(fields & 7)
        fields >>= 3
    return numbers[::-1]
