"""
Actions to and from canonical text, by tables of the pieces that texts are made of.

A text found in a table is canonical by construction. One that is not found is for the road through JSON, which
tells what is wrong with it: the tables hold what games write all the time, the rest is rare and may be slow.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from engine.core.events import canonical
from engine.rulesets.moon_river import actions
from engine.rulesets.moon_river.actions import KIND_NUMBER, KIND_SHIFT, KINDS, SPOT
from engine.rulesets.moon_river.codec import decode
from engine.rulesets.moon_river.masks import CELLS, NEIGHBOURS, cells_in
from engine.rulesets.moon_river.placements import FIRST, SECOND
from engine.rulesets.moon_river.terms import COLUMN, COLUMNS, MAX_SEATS, PARTNERS, PLOTS, SCENARIOS, SIDES

__all__ = ["read", "written"]


def _cells_text(first: int, second: int) -> str:
    return f'{{"cells":[[{first % COLUMNS},{first // COLUMNS}],[{second % COLUMNS},{second // COLUMNS}]],'


#: A domino's text is one of these pieces for its cells and one for its plots; every cells piece is as long.
_CELLS_TEXT: Final = tuple(map(_cells_text, FIRST, SECOND))
_CELLS_READ: Final = {text: spot for spot, text in enumerate(_CELLS_TEXT)}
_CELLS_LENGTH: Final = len(_CELLS_TEXT[0])
_PLOTS_TEXT: Final = {a << 7 | b: f'"plots":[{a},{b}]}}' for a, b in combinations(range(1, PLOTS + 1), 2)}
_PLOTS_READ: Final = {text: actions.DOMINO_PLACED | pair << 12 for pair, text in _PLOTS_TEXT.items()}
_PAIR: Final = (1 << 14) - 1

#: A column's text is four numbers between these.
_COLUMN_START: Final = '{"plots":['
_COLUMN_END: Final = "]}"
_NUMBER_READ: Final = {str(plot): plot for plot in range(1, PLOTS + 1)}

_DOMINO: Final = KIND_NUMBER["domino_placed"]
_COLUMN_DEALT: Final = KIND_NUMBER["column_dealt"]


def _frequent() -> Iterator[int]:
    """
    Yield the actions whose whole text stands in a table.
    """
    yield from (actions.PLOT_CHOSEN | position for position in range(COLUMN))
    yield actions.EXPANSION_DECLINED
    yield actions.EFFECT_DECLINED
    yield from (actions.SCENARIO_DRAWN | scenario for scenario in range(len(SCENARIOS)))
    yield from (actions.saloon_filled([partner]) for partner in range(len(PARTNERS)))
    for cell in range(CELLS):
        yield actions.COW_REMOVED | cell
        yield from (actions.cow_stolen(seat, cell) for seat in range(MAX_SEATS))
        yield from (actions.cow_moved(cell, target) for target in cells_in(NEIGHBOURS[cell]))
        for partner in range(len(PARTNERS)):
            yield from (actions.partner_recruited(cell, partner, side) for side in range(len(SIDES)))


def _text(action: int) -> str:
    return canonical(decode(action)[1]).decode()


_WRITTEN: Final = {action: _text(action) for action in _frequent()}
_READ: Final[dict[str, dict[str, int]]] = {
    kind: {text: action for action, text in _WRITTEN.items() if action >> KIND_SHIFT == number}
    for number, kind in enumerate(KINDS)
}


def written(action: int) -> tuple[str, str]:
    """
    Return an action's kind and its data as canonical JSON text.
    """
    number = action >> KIND_SHIFT
    if number == _DOMINO:
        spot = action & SPOT
        if spot < len(_CELLS_TEXT):
            return "domino_placed", _CELLS_TEXT[spot] + _PLOTS_TEXT[action >> 12 & _PAIR]
    elif number == _COLUMN_DEALT:
        a, b, c, d = action >> 21 & 127, action >> 14 & 127, action >> 7 & 127, action & 127
        return "column_dealt", f'{{"plots":[{a},{b},{c},{d}]}}'
    text = _WRITTEN.get(action)
    return KINDS[number], _text(action) if text is None else text


def read(kind: str, payload: str) -> int | None:
    """
    Return the action of a canonical text, or None where no table knows it.
    """
    if kind == "domino_placed":
        spot = _CELLS_READ.get(payload[:_CELLS_LENGTH])
        pair = _PLOTS_READ.get(payload[_CELLS_LENGTH:])
        return None if spot is None or pair is None else pair | spot
    if kind == "column_dealt":
        return _read_column(payload)
    if kind == "plots_discarded" and payload[:1] == "{":
        pair = _PLOTS_READ.get(payload[1:])
        return None if pair is None else actions.PLOTS_DISCARDED | pair >> 12 & _PAIR
    known = _READ.get(kind)
    return None if known is None else known.get(payload)


def _read_column(payload: str) -> int | None:
    if not (payload.startswith(_COLUMN_START) and payload.endswith(_COLUMN_END)):
        return None
    numbers = payload[len(_COLUMN_START) : -len(_COLUMN_END)].split(",")
    if len(numbers) != COLUMN:
        return None
    plots = [_NUMBER_READ.get(number, 0) for number in numbers]
    return actions.column_dealt(plots) if all(plots) else None
