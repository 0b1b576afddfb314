"""
Codec between event data and actions, strict about shape, names and numbers.

``encode`` refuses data that is impossible in any position. Data that is only impossible in the current position is
refused by the legality checks: row 7 with four seats, cells that are not adjacent, the tile's other side.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.core import MalformedEvent
from engine.rulesets.moon_river import actions
from engine.rulesets.moon_river.actions import FIELDS, KIND_NUMBER, KIND_SHIFT, KINDS, SPOT
from engine.rulesets.moon_river.bitboards import get_cell, get_coordinates
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
        MalformedEvent: unknown kind, wrong keys, wrong types, or numbers that are impossible in any position.
    """
    number = KIND_NUMBER.get(kind)
    if number is None:
        raise MalformedEvent("unknown_kind", field="kind", found=kind[:80], expected=list(KINDS))
    keys, encoder = _ENCODERS[number]
    if not isinstance(data, Mapping) or data.keys() != keys:
        raise _make_malformed("data", sorted(keys))
    return encoder(data)


def decode(action: int) -> tuple[str, dict[str, Any]]:
    """Return the kind and data of an action's event."""
    number = action >> KIND_SHIFT
    return KINDS[number], _DECODERS[number](action & FIELDS)


def _make_malformed(field: str, expected: Any) -> MalformedEvent:
    return MalformedEvent("malformed_event", field=field, expected=expected)


def _read_number(value: Any, field: str, lowest: int, highest: int) -> int:
    if type(value) is not int or not lowest <= value <= highest:
        raise _make_malformed(field, [lowest, highest])
    return value


def _read_name(value: Any, field: str, names: tuple[str, ...]) -> int:
    if not isinstance(value, str) or value not in names:
        raise _make_malformed(field, list(names))
    return names.index(value)


def _read_list(value: Any, field: str, lowest: int, highest: int) -> list[Any]:
    if not isinstance(value, list) or not lowest <= len(value) <= highest:
        raise _make_malformed(
            field, f"a list of {lowest}" if lowest == highest else f"{lowest} to {highest} items"
        )
    return value


def _read_cell(value: Any, field: str) -> int:
    column, row = _read_list(value, field, 2, 2)
    return get_cell(_read_number(column, field, 0, COLUMNS - 1), _read_number(row, field, 0, ROWS - 1))


def _read_pair(data: _Data) -> tuple[int, int]:
    lower, higher = (
        _read_number(plot, "plots", 1, PLOTS) for plot in _read_list(data["plots"], "plots", 2, 2)
    )
    if lower >= higher:
        raise _make_malformed("plots", "the lower plot first")
    return lower, higher


def _read_seat(data: _Data) -> int:
    return _read_number(data["seat"], "seat", 0, MAX_SEATS - 1)


def _encode_plot_chosen(data: _Data) -> int:
    return actions.PLOT_CHOSEN | _read_number(data["position"], "position", 0, COLUMN - 1)


def _encode_domino_placed(data: _Data) -> int:
    first, second = (_read_cell(cell, "cells") for cell in _read_list(data["cells"], "cells", 2, 2))
    lower, higher = _read_pair(data)
    return actions.pack_domino_placed(lower, higher, actions.get_spot(first, second))


def _encode_plots_discarded(data: _Data) -> int:
    return actions.pack_plots_discarded(*_read_pair(data))


def _encode_cow_removed(data: _Data) -> int:
    return actions.COW_REMOVED | _read_cell(data["cell"], "cell")


def _encode_partner_recruited(data: _Data) -> int:
    partner = _read_name(data["partner"], "partner", PARTNERS)
    side = _read_name(data["side"], "side", SIDES)
    return actions.pack_partner_recruited(_read_cell(data["cell"], "cell"), partner, side)


def _encode_cow_moved(data: _Data) -> int:
    return actions.pack_cow_moved(_read_cell(data["from"], "from"), _read_cell(data["to"], "to"))


def _encode_plots_swapped(data: _Data) -> int:
    give = _read_number(data["give"], "give", 1, PLOTS)
    return actions.pack_plots_swapped(give, _read_seat(data), _read_number(data["take"], "take", 1, PLOTS))


def _encode_cow_stolen(data: _Data) -> int:
    return actions.pack_cow_stolen(_read_seat(data), _read_cell(data["cell"], "cell"))


def _encode_bonus_tile_placed(data: _Data) -> int:
    tile = _read_number(data["tile"], "tile", 1, TILES)
    side = _read_name(data["side"], "side", LANDSCAPES)
    return actions.pack_bonus_tile_placed(tile, side, _read_cell(data["cell"], "cell"))


def _encode_scenario_drawn(data: _Data) -> int:
    return actions.SCENARIO_DRAWN | _read_name(data["scenario"], "scenario", SCENARIOS)


def _encode_saloon_filled(data: _Data) -> int:
    partners = _read_list(data["partners"], "partners", 1, SALOON)
    return actions.pack_saloon_filled([_read_name(partner, "partners", PARTNERS) for partner in partners])


def _encode_column_dealt(data: _Data) -> int:
    plots = _read_list(data["plots"], "plots", COLUMN, COLUMN)
    return actions.pack_column_dealt([_read_number(plot, "plots", 1, PLOTS) for plot in plots])


def _encode_rancheros_drawn(data: _Data) -> int:
    seats = _read_list(data["seats"], "seats", 2, MAX_SEATS)
    return actions.pack_rancheros_drawn([_read_number(seat, "seats", 0, MAX_SEATS - 1) for seat in seats])


_Encoder = Callable[[_Data], int]
#: The keys of the data and the encoder, by kind number.
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


def _format_cell(cell: int) -> list[int]:
    return list(get_coordinates(cell))


def _decode_domino_placed(fields: int) -> dict[str, Any]:
    cells = [_format_cell(cell) for cell in actions.get_spot_cells(fields & SPOT)]
    return {"cells": cells, "plots": [fields >> 19, fields >> 12 & 127]}


def _decode_partner_recruited(fields: int) -> dict[str, Any]:
    return {
        "cell": _format_cell(fields >> 4),
        "partner": PARTNERS[fields >> 1 & 7],
        "side": SIDES[fields & 1],
    }


_Decoder = Callable[[int], dict[str, Any]]
#: The decoder of an action's fields, by kind number.
_DECODERS: Final[tuple[_Decoder, ...]] = (
    lambda fields: {"position": fields},
    _decode_domino_placed,
    lambda fields: {},
    lambda fields: {"plots": [fields >> 7, fields & 127]},
    lambda fields: {"cell": _format_cell(fields)},
    _decode_partner_recruited,
    lambda fields: {"from": _format_cell(fields >> 6), "to": _format_cell(fields & 63)},
    lambda fields: {"give": fields >> 9, "seat": fields >> 7 & 3, "take": fields & 127},
    lambda fields: {"cell": _format_cell(fields & 63), "seat": fields >> 6},
    lambda fields: {},
    lambda fields: {
        "cell": _format_cell(fields & 63),
        "side": LANDSCAPES[fields >> 6 & 7],
        "tile": fields >> 9,
    },
    lambda fields: {"scenario": SCENARIOS[fields]},
    lambda fields: {"partners": [PARTNERS[partner] for partner in actions.unpack_list(fields)]},
    lambda fields: {"plots": [fields >> 21, fields >> 14 & 127, fields >> 7 & 127, fields & 127]},
    lambda fields: {"seats": actions.unpack_list(fields)},
)
