"""
Codec between actions and canonical text by lookup tables of the pieces of texts.

A text in a table is canonical by construction. The tables hold the frequent texts; a text that is in no table is parsed
as JSON, which is slower and finds its fault.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, permutations, product
from typing import Final

from engine.core import canonical
from engine.rulesets.moon_river import actions
from engine.rulesets.moon_river.actions import KIND_NUMBER, KIND_SHIFT, KINDS, SPOT
from engine.rulesets.moon_river.bitboards import CELLS, NEIGHBOURS, list_cells
from engine.rulesets.moon_river.codec import decode
from engine.rulesets.moon_river.constants import (
    COLUMN,
    COLUMNS,
    LANDSCAPES,
    MAX_SEATS,
    PARTNERS,
    PLOTS,
    SALOON,
    SCENARIOS,
    SIDES,
    TILES,
)
from engine.rulesets.moon_river.placements import FIRST, SECOND

__all__ = ["READERS", "write"]


def _format_cells_text(first: int, second: int) -> str:
    return f'{{"cells":[[{first % COLUMNS},{first // COLUMNS}],[{second % COLUMNS},{second // COLUMNS}]],'


#: The text of a domino is a piece for its cells and a piece for its plots; all pieces for cells have the same length.
_CELLS_TEXT: Final = tuple(map(_format_cells_text, FIRST, SECOND))
_CELLS_READ: Final = {text: spot for spot, text in enumerate(_CELLS_TEXT)}
_CELLS_LENGTH: Final = len(_CELLS_TEXT[0])
_PLOTS_TEXT: Final = {a << 7 | b: f'"plots":[{a},{b}]}}' for a, b in combinations(range(1, PLOTS + 1), 2)}
_PLOTS_READ: Final = {text: actions.DOMINO_PLACED | pair << 12 for pair, text in _PLOTS_TEXT.items()}
_PAIR: Final = (1 << 14) - 1

#: Start and end of longer lists, whose numbers or quoted names are separated by commas.
_COLUMN_START: Final = '{"plots":['
_SALOON_START: Final = '{"partners":['
_END: Final = "]}"
_NUMBER_READ: Final = {str(plot): plot for plot in range(1, PLOTS + 1)}
_PARTNER_READ: Final = {f'"{name}"': partner for partner, name in enumerate(PARTNERS)}

_GIVE_READ: Final = {
    f'{{"give":{plot}': actions.pack_plots_swapped(plot, 0, 0) for plot in range(1, PLOTS + 1)
}
_SEAT_READ: Final = {f'"seat":{seat}': actions.pack_plots_swapped(0, seat, 0) for seat in range(MAX_SEATS)}
_TAKE_READ: Final = {
    f'"take":{plot}}}': actions.pack_plots_swapped(0, 0, plot) for plot in range(1, PLOTS + 1)
}

_DOMINO: Final = KIND_NUMBER["domino_placed"]
_COLUMN_DEALT: Final = KIND_NUMBER["column_dealt"]


#: Refills of the saloon with more tokens than this are rare and in no table.
_FEW_TOKENS: Final = 3


def _list_frequent() -> Iterator[int]:
    """Yield the actions whose whole text is in a table."""
    yield from (actions.PLOT_CHOSEN | position for position in range(COLUMN))
    yield actions.EXPANSION_DECLINED
    yield actions.EFFECT_DECLINED
    yield from (actions.SCENARIO_DRAWN | scenario for scenario in range(len(SCENARIOS)))
    for seats in range(2, MAX_SEATS + 1):
        yield from (actions.pack_rancheros_drawn(order) for order in permutations(range(seats)))
    for cell in range(CELLS):
        yield actions.COW_REMOVED | cell
        yield from (actions.pack_cow_stolen(seat, cell) for seat in range(MAX_SEATS))
        yield from (actions.pack_cow_moved(cell, target) for target in list_cells(NEIGHBOURS[cell]))
        for partner in range(len(PARTNERS)):
            yield from (actions.pack_partner_recruited(cell, partner, side) for side in range(len(SIDES)))
        for tile in range(1, TILES + 1):
            yield from (actions.pack_bonus_tile_placed(tile, side, cell) for side in range(len(LANDSCAPES)))
    for drawn in range(1, _FEW_TOKENS + 1):
        yield from map(actions.pack_saloon_filled, product(range(len(PARTNERS)), repeat=drawn))


def _format_text(action: int) -> str:
    return canonical(decode(action)[1]).decode()


_WRITTEN: Final = {action: _format_text(action) for action in _list_frequent()}


def _make_table(kind: str) -> dict[str, int]:
    number = KIND_NUMBER[kind]
    return {text: action for action, text in _WRITTEN.items() if action >> KIND_SHIFT == number}


_SALOON_READ: Final = _make_table("saloon_filled")


def write(action: int) -> tuple[str, str]:
    """Serialize an action to its kind and its data as canonical JSON text."""
    number = action >> KIND_SHIFT
    if number == _DOMINO:
        spot = action & SPOT
        if spot < len(_CELLS_TEXT):
            return "domino_placed", _CELLS_TEXT[spot] + _PLOTS_TEXT[action >> 12 & _PAIR]
    elif number == _COLUMN_DEALT:
        a, b, c, d = action >> 21 & 127, action >> 14 & 127, action >> 7 & 127, action & 127
        return "column_dealt", f'{{"plots":[{a},{b},{c},{d}]}}'
    text = _WRITTEN.get(action)
    return KINDS[number], _format_text(action) if text is None else text


def _read_domino(payload: str) -> int:
    return _CELLS_READ[payload[:_CELLS_LENGTH]] | _PLOTS_READ[payload[_CELLS_LENGTH:]]


def _read_discard(payload: str) -> int:
    if payload[:1] != "{":
        raise KeyError(payload)
    return actions.PLOTS_DISCARDED | _PLOTS_READ[payload[1:]] >> 12 & _PAIR


def _read_swap(payload: str) -> int:
    give, seat, take = payload.split(",")
    return _GIVE_READ[give] | _SEAT_READ[seat] | _TAKE_READ[take]


def _read_column(payload: str) -> int:
    a, b, c, d = _split_list(payload, _COLUMN_START)
    number = _NUMBER_READ
    return actions.COLUMN_DEALT | number[a] << 21 | number[b] << 14 | number[c] << 7 | number[d]


def _read_saloon(payload: str) -> int:
    known = _SALOON_READ.get(payload)
    if known is not None:
        return known
    names = _split_list(payload, _SALOON_START)
    if len(names) > SALOON:
        raise KeyError(payload)
    return actions.pack_saloon_filled([_PARTNER_READ[name] for name in names])


def _split_list(payload: str, start: str) -> list[str]:
    """Return the items of a payload that consists of one list."""
    length = len(start)
    if payload[:length] != start or payload[-2:] != _END:
        raise KeyError(payload)
    return payload[length:-2].split(",")


#: The reader of a canonical text, by kind. A text that is in no table raises KeyError or ValueError.
READERS: Final[Mapping[str, Callable[[str], int]]] = {
    **{kind: _make_table(kind).__getitem__ for kind in KINDS},
    "domino_placed": _read_domino,
    "plots_discarded": _read_discard,
    "plots_swapped": _read_swap,
    "column_dealt": _read_column,
    "saloon_filled": _read_saloon,
}
