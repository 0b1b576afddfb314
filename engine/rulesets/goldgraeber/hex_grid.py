"""
Hex grid with bitboards: fields as numbers, sets of fields as ints.

The board is a hexagon in axial coordinates (q, r). A field's number is ``COLUMN * (q + RADIUS) + r + RADIUS``, so
numbers ascend by (q, r), the canonical order, and a step in one direction adds the same number everywhere. Columns of
numbers are one longer than the longest column of the board, so a step off the board leads to an unused number.
"""

from collections.abc import Iterable
from typing import Final

__all__ = [
    "BIT",
    "COORDINATES",
    "DIRECTIONS",
    "FIELDS",
    "NEXT_TO",
    "OFFSETS",
    "RADIUS",
    "Hex",
    "get_field",
    "list_bits",
    "list_fields",
    "make_mask",
    "measure_distance",
    "reverse_direction",
    "shift",
]

#: (q, r), pointy-top: x = sqrt(3) * (q + r / 2), y = 1.5 * r downwards.
Hex = tuple[int, int]

RADIUS: Final = 10
#: The order of directions decides which of several possible paths is shown.
DIRECTIONS: Final[tuple[Hex, ...]] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

_COLUMN: Final = 2 * RADIUS + 2
_COUNT: Final = _COLUMN * (2 * RADIUS + 1)


def get_field(q: int, r: int) -> int:
    """Return the number of the field at (q, r), which must be on the board."""
    return _COLUMN * (q + RADIUS) + r + RADIUS


#: (q, r) of each field, in canonical order.
_HEXES: Final[tuple[Hex, ...]] = tuple(
    (q, r) for q in range(-RADIUS, RADIUS + 1) for r in range(-RADIUS, RADIUS + 1) if abs(q + r) <= RADIUS
)
#: The numbers of the board's fields, ascending.
FIELDS: Final = tuple(get_field(q, r) for q, r in _HEXES)
#: (q, r) by number.
COORDINATES: Final = dict(zip(FIELDS, _HEXES, strict=True))
#: The set of one field, by number.
BIT: Final = tuple(1 << number for number in range(_COUNT))
#: The number that a step adds, by direction.
OFFSETS: Final = tuple(_COLUMN * q + r for q, r in DIRECTIONS)


def reverse_direction(direction: int) -> int:
    """Return the opposite direction."""
    return (direction + 3) % len(DIRECTIONS)


def measure_distance(one: int, other: int) -> int:
    """Return the hex distance of two fields in steps, regardless of what lies between."""
    (q, r), (other_q, other_r) = COORDINATES[one], COORDINATES[other]
    return max(abs(q - other_q), abs(r - other_r), abs(q + r - other_q - other_r))


def shift(fields: int, direction: int) -> int:
    """Shift a set of fields by one step in a direction; the caller masks bits off the board."""
    offset = OFFSETS[direction]
    return fields << offset if offset > 0 else fields >> -offset


def list_bits(mask: int) -> list[int]:
    """Return the positions of the set bits, ascending."""
    positions = []
    while mask:
        lowest = mask & -mask
        positions.append(lowest.bit_length() - 1)
        mask ^= lowest
    return positions


#: The numbers of the fields of a set, ascending.
list_fields = list_bits


def make_mask(hexes: Iterable[Hex]) -> int:
    """Return the set of (q, r) fields."""
    return sum({BIT[get_field(q, r)] for q, r in hexes})


_ALL: Final = sum(BIT[field] for field in FIELDS)
#: The set of adjacent fields, by field.
NEXT_TO: Final = {
    field: sum(shift(BIT[field], direction) & _ALL for direction in range(len(DIRECTIONS)))
    for field in FIELDS
}
