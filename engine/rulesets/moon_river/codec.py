"""
Events to actions and back: by data (strict about shape, names and numbers), by canonical text (tables).

``encode`` refuses what no position could have. What some position could have, but not this one, is for the
rules to refuse: row 7 with four seats, cells that are not adjacent, the tile's other side.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.core import MalformedEvent
from engine.rulesets.moon_river import actions
from engine.rulesets.moon_river.actions import FIELDS, KIND_NUMBER, KIND_SHIFT, KINDS, SPOT
from engine.rulesets.moon_river.bitboards import cell_at, cell_index
from engine.rulesets.moon_river.constants import (
    COLUMN,
    COLUMNS,
    LANDSCAPES,
    MAX_SEATS,
    PARTNERS,
    PLOTS,
    ROWS,
    SALOON,
    SCENARIOS,
    SIDES,
    TILES,
)

__all__ = ["decode", "encode"]

_Data = Mapping[str, Any]


def encode(kind: str, data: _Data) -> int:
    """
    Return the action of an event.

    Raises:
        MalformedEvent: unknown kind, wrong keys, wrong types, or numbers no position could have.
    """
    number = KIND_NUMBER.get(kind)
    if number is None:
        raise MalformedEvent("unknown_kind", field="kind", found=kind[:80], expected=list(KINDS))
    keys, encoder = _ENCODERS[number]
    if not isinstance(data, Mapping) or data.keys() != keys:
        raise _malformed("data", sorted(keys))
    return encoder(data)


def decode(action: int) -> tuple[str, dict[str, Any]]:
    """Return the kind and data of an action's event."""
    number = action >> KIND_SHIFT
    return KINDS[number], _DECODERS[number](action & FIELDS)


def _malformed(field: str, expected: Any) -> MalformedEvent:
    return MalformedEvent("malformed_event", field=field, expected=expected)


def _number(value: Any, field: str, lowest: int, highest: int) -> int:
    if type(value) is not int or not lowest <= value <= highest:
        raise _malformed(field, [lowest, highest])
    return value


def _name(value: Any, field: str, names: tuple[str, ...]) -> int:
    if not isinstance(value, str) or value not in names:
        raise _malformed(field, list(names))
    return names.index(value)


def _list(value: Any, field: str, lowest: int, highest: int) -> list[Any]:
    if not isinstance(value, list) or not lowest <= len(value) <= highest:
        raise _malformed(
            field, f"a list of {lowest}" if lowest == highest else f"{lowest} to {highest} items"
        )
    return value


def _cell(value: Any, field: str) -> int:
    column, row = _list(value, field, 2, 2)
    return cell_index(_number(column, field, 0, COLUMNS - 1), _number(row, field, 0, ROWS - 1))


def _pair(data: _Data) -> tuple[int, int]:
    lower, higher = (_number(plot, "plots", 1, PLOTS) for plot in _list(data["plots"], "plots", 2, 2))
    if lower >= higher:
        raise _malformed("plots", "the lower plot first")
    return lower, higher


def _seat(data: _Data) -> int:
    return _number(data["seat"], "seat", 0, MAX_SEATS - 1)


def _encode_plot_chosen(data: _Data) -> int:
    return actions.PLOT_CHOSEN | _number(data["position"], "position", 0, COLUMN - 1)


def _encode_domino_placed(data: _Data) -> int:
    first, second = (_cell(cell, "cells") for cell in _list(data["cells"], "cells", 2, 2))
    lower, higher = _pair(data)
    return actions.domino_placed(lower, higher, actions.spot_of(first, second))


def _encode_plots_discarded(data: _Data) -> int:
    return actions.plots_discarded(*_pair(data))


def _encode_cow_removed(data: _Data) -> int:
    return actions.COW_REMOVED | _cell(data["cell"], "cell")


def _encode_partner_recruited(data: _Data) -> int:
    partner = _name(data["partner"], "partner", PARTNERS)
    side = _name(data["side"], "side", SIDES)
    return actions.partner_recruited(_cell(data["cell"], "cell"), partner, side)


def _encode_cow_moved(data: _Data) -> int:
    return actions.cow_moved(_cell(data["from"], "from"), _cell(data["to"], "to"))


def _encode_plots_swapped(data: _Data) -> int:
    give = _number(data["give"], "give", 1, PLOTS)
    return actions.plots_swapped(give, _seat(data), _number(data["take"], "take", 1, PLOTS))


def _encode_cow_stolen(data: _Data) -> int:
    return actions.cow_stolen(_seat(data), _cell(data["cell"], "cell"))


def _encode_bonus_tile_placed(data: _Data) -> int:
    tile = _number(data["tile"], "tile", 1, TILES)
    side = _name(data["side"], "side", LANDSCAPES)
    return actions.bonus_tile_placed(tile, side, _cell(data["cell"], "cell"))


def _encode_scenario_drawn(data: _Data) -> int:
    return actions.SCENARIO_DRAWN | _name(data["scenario"], "scenario", SCENARIOS)


def _encode_saloon_filled(data: _Data) -> int:
    partners = _list(data["partners"], "partners", 1, SALOON)
    return actions.saloon_filled([_name(partner, "partners", PARTNERS) for partner in partners])


def _encode_column_dealt(data: _Data) -> int:
    plots = _list(data["plots"], "plots", COLUMN, COLUMN)
    return actions.column_dealt([_number(plot, "plots", 1, PLOTS) for plot in plots])


def _encode_rancheros_drawn(data: _Data) -> int:
    seats = _list(data["seats"], "seats", 2, MAX_SEATS)
    return actions.rancheros_drawn([_number(seat, "seats", 0, MAX_SEATS - 1) for seat in seats])


_Encoder = Callable[[_Data], int]
#: By kind number: the keys of its data, and what encodes it.
_ENCODERS: Final[tuple[tuple[frozenset[str], _Encoder], ...]] = (
    (frozenset({"position"}), _encode_plot_chosen),
    (frozenset({"cells", "plots"}), _encode_domino_placed),
    (frozenset(), lambda data: actions.EXPANSION_DECLINED),
    (frozenset({"plots"}), _encode_plots_discarded),
    (frozenset({"cell"}), _encode_cow_removed),
    (frozenset({"cell", "partner", "side"}), _encode_partner_recruited),
    (frozenset({"from", "to"}), _encode_cow_moved),
    (frozenset({"give", "seat", "take"}), _encode_plots_swapped),
    (frozenset({"cell", "seat"}), _encode_cow_stolen),
    (frozenset(), lambda data: actions.EFFECT_DECLINED),
    (frozenset({"cell", "side", "tile"}), _encode_bonus_tile_placed),
    (frozenset({"scenario"}), _encode_scenario_drawn),
    (frozenset({"partners"}), _encode_saloon_filled),
    (frozenset({"plots"}), _encode_column_dealt),
    (frozenset({"seats"}), _encode_rancheros_drawn),
)


def _cell_data(cell: int) -> list[int]:
    return list(cell_at(cell))


def _decode_domino_placed(fields: int) -> dict[str, Any]:
    cells = [_cell_data(cell) for cell in actions.spot_cells(fields & SPOT)]
    return {"cells": cells, "plots": [fields >> 19, fields >> 12 & 127]}


def _decode_partner_recruited(fields: int) -> dict[str, Any]:
    return {
        "cell": _cell_data(fields >> 4),
        "partner": PARTNERS[fields >> 1 & 7],
        "side": SIDES[fields & 1],
    }


_Decoder = Callable[[int], dict[str, Any]]
#: By kind number: the data of an action's fields.
_DECODERS: Final[tuple[_Decoder, ...]] = (
    lambda fields: {"position": fields},
    _decode_domino_placed,
    lambda fields: {},
    lambda fields: {"plots": [fields >> 7, fields & 127]},
    lambda fields: {"cell": _cell_data(fields)},
    _decode_partner_recruited,
    lambda fields: {"from": _cell_data(fields >> 6), "to": _cell_data(fields & 63)},
    lambda fields: {"give": fields >> 9, "seat": fields >> 7 & 3, "take": fields & 127},
    lambda fields: {"cell": _cell_data(fields & 63), "seat": fields >> 6},
    lambda fields: {},
    lambda fields: {
        "cell": _cell_data(fields & 63),
        "side": LANDSCAPES[fields >> 6 & 7],
        "tile": fields >> 9,
    },
    lambda fields: {"scenario": SCENARIOS[fields]},
    lambda fields: {"partners": [PARTNERS[partner] for partner in actions.list_of(fields)]},
    lambda fields: {"plots": [fields >> 21, fields >> 14 & 127, fields >> 7 & 127, fields & 127]},
    lambda fields: {"seats": actions.list_of(fields)},
)
