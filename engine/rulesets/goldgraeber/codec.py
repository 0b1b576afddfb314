"""
Codec between event data and actions, strict about shape, names and numbers.

``encode`` refuses data that is impossible in any position: a field off the board, a face that the die does not have.
Data that is only impossible in the current position is refused by the legality checks.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.core import MalformedEvent
from engine.rulesets.goldgraeber import actions
from engine.rulesets.goldgraeber.actions import FIELDS, KIND_NUMBER, KINDS, get_kind_number
from engine.rulesets.goldgraeber.chips import format_chip, make_robber_chip
from engine.rulesets.goldgraeber.constants import FACES, LOCOMOTIVE, MAX_STEPS, NEIGHBOURS, PURPOSES, VALUES
from engine.rulesets.goldgraeber.hex_grid import COORDINATES, RADIUS, get_field

__all__ = ["decode", "encode", "format_field", "read_chip", "read_field"]

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
    _check_keys(data, keys, "data")
    return encoder(data)


def decode(action: int) -> tuple[str, dict[str, Any]]:
    """Return the kind and data of an action's event."""
    number = get_kind_number(action)
    return KINDS[number], _DECODERS[number](action)


def _make_malformed(field: str, expected: Any) -> MalformedEvent:
    return MalformedEvent("malformed_event", field=field, expected=expected)


def _check_keys(data: Any, keys: frozenset[str], field: str) -> None:
    if not isinstance(data, Mapping) or data.keys() != keys:
        raise _make_malformed(field, sorted(keys))


def _is_number(value: Any, lowest: int, highest: int) -> bool:
    return type(value) is int and lowest <= value <= highest


def read_field(value: Any, name: str) -> int:
    """
    Parse the field of a [q, r] pair.

    Raises:
        MalformedEvent: the value is not a pair of whole numbers, or off the board.
    """
    if (
        isinstance(value, list)
        and len(value) == 2
        and all(_is_number(number, -RADIUS, RADIUS) for number in value)
        and abs(value[0] + value[1]) <= RADIUS
    ):
        return get_field(*value)
    raise _make_malformed(name, f"[q, r] on the board: q, r and q + r from {-RADIUS} to {RADIUS}")


def read_chip(value: Any) -> int:
    """
    Parse the chip of ``{"gold": value}`` or ``{"robber": strength}``.

    Raises:
        MalformedEvent: the value is neither.
    """
    if isinstance(value, Mapping) and len(value) == 1:
        kind, number = next(iter(value.items()))
        if kind in ("gold", "robber") and _is_number(number, 1, VALUES):
            return int(number) if kind == "gold" else make_robber_chip(number)
    raise _make_malformed("chip", f'{{"gold": n}} or {{"robber": n}}, n from 1 to {VALUES}')


def format_field(field: int) -> list[int]:
    """Return a field as records write it."""
    return list(COORDINATES[field])


def _read_face(value: Any) -> int:
    if value == FACES[0]:
        return LOCOMOTIVE
    if _is_number(value, LOCOMOTIVE + 1, MAX_STEPS):
        return int(value)
    raise _make_malformed("face", list(FACES))


def _encode_die_rolled(data: _Data) -> int:
    rolled = _read_face(data["face"])
    if data["purpose"] not in PURPOSES:
        raise _make_malformed("purpose", list(PURPOSES))
    return actions.pack_die_rolled(PURPOSES.index(data["purpose"]), rolled)


def _encode_chip_flipped(data: _Data) -> int:
    return actions.pack_chip_flipped(read_field(data["field"], "field"), read_chip(data["chip"]))


def _encode_chips_peeked(data: _Data) -> int:
    chips = data["chips"]
    if not isinstance(chips, list) or not 1 <= len(chips) <= NEIGHBOURS:
        raise _make_malformed("chips", f"1 to {NEIGHBOURS} chips")
    for chip in chips:
        _check_keys(chip, frozenset({"chip", "field"}), "chips")
    return actions.pack_chips_peeked(
        (read_field(chip["field"], "field"), read_chip(chip["chip"])) for chip in chips
    )


_Encoder = Callable[[_Data], int]
_NOTHING: Final[frozenset[str]] = frozenset()
#: The keys of the data and the encoder, by kind number.
_ENCODERS: Final[tuple[tuple[frozenset[str], _Encoder], ...]] = (
    (frozenset({"to"}), lambda data: actions.DIGGER_MOVED | read_field(data["to"], "to")),
    (frozenset({"to"}), lambda data: actions.RAFT_RIDDEN | read_field(data["to"], "to")),
    (_NOTHING, lambda data: actions.TURN_PASSED),
    (_NOTHING, lambda data: actions.ROLL_CHOSEN),
    (_NOTHING, lambda data: actions.PEEK_CHOSEN),
    (frozenset({"face", "purpose"}), _encode_die_rolled),
    (frozenset({"chip", "field"}), _encode_chip_flipped),
    (frozenset({"chips"}), _encode_chips_peeked),
)


def _decode_die_rolled(action: int) -> dict[str, Any]:
    return {"face": FACES[(action & 7) - 1], "purpose": PURPOSES[(action & FIELDS) >> 3]}


def _decode_chip_flipped(action: int) -> dict[str, Any]:
    return _format_chip_at((action & FIELDS) >> 4, action & 15)


def _format_chip_at(field: int, chip: int) -> dict[str, Any]:
    return {"chip": format_chip(chip), "field": format_field(field)}


_Decoder = Callable[[int], dict[str, Any]]
#: The decoder of an action's data, by kind number.
_DECODERS: Final[tuple[_Decoder, ...]] = (
    lambda action: {"to": format_field(action)},
    lambda action: {"to": format_field(action & FIELDS)},
    lambda action: {},
    lambda action: {},
    lambda action: {},
    _decode_die_rolled,
    _decode_chip_flipped,
    lambda action: {"chips": [_format_chip_at(*pair) for pair in actions.unpack_chips_peeked(action)]},
)
