"""
Actions packed into ints: the kind above bit 20, its fields below, so that ascending ints are the canonical order.

The chips of a ``chips_peeked`` do not fit there and are packed above the kind.
"""

from collections.abc import Iterable
from typing import Final

from engine.rulesets.goldgraeber.constants import CHANCE_KINDS, SEAT_KINDS

__all__ = [
    "CHIPS_PEEKED",
    "CHIP_FLIPPED",
    "DIE_ROLLED",
    "DIGGER_MOVED",
    "FIELDS",
    "KINDS",
    "KIND_NUMBER",
    "KIND_SHIFT",
    "PEEK_CHOSEN",
    "RAFT_RIDDEN",
    "ROLL_CHOSEN",
    "TURN_PASSED",
    "get_kind_number",
    "pack_chip_flipped",
    "pack_chips_peeked",
    "pack_die_rolled",
    "unpack_chips_peeked",
]

KINDS: Final = (*SEAT_KINDS, *CHANCE_KINDS)
KIND_NUMBER: Final = {kind: number for number, kind in enumerate(KINDS)}
KIND_SHIFT: Final = 20
#: The fields of an action, without its kind.
FIELDS: Final = (1 << KIND_SHIFT) - 1
_KIND: Final = 7
assert len(KINDS) == _KIND + 1, "a kind has three bits"

#: ``digger_moved`` is its field's number and nothing else.
DIGGER_MOVED: Final = 0 << KIND_SHIFT
RAFT_RIDDEN: Final = 1 << KIND_SHIFT
TURN_PASSED: Final = 2 << KIND_SHIFT
ROLL_CHOSEN: Final = 3 << KIND_SHIFT
PEEK_CHOSEN: Final = 4 << KIND_SHIFT
DIE_ROLLED: Final = 5 << KIND_SHIFT
CHIP_FLIPPED: Final = 6 << KIND_SHIFT
CHIPS_PEEKED: Final = 7 << KIND_SHIFT

_LIST_SHIFT: Final = KIND_SHIFT + 3
_ENTRY: Final = 13


def get_kind_number(action: int) -> int:
    """Return the number of an action's kind."""
    return action >> KIND_SHIFT & _KIND


def pack_die_rolled(purpose: int, rolled: int) -> int:
    """Return the action of a roll: purpose << 3 | rolled, which is 1 for the locomotive, else 2-6."""
    return DIE_ROLLED | purpose << 3 | rolled


def pack_chip_flipped(field: int, chip: int) -> int:
    return CHIP_FLIPPED | field << 4 | chip


def pack_chips_peeked(chips: Iterable[tuple[int, int]]) -> int:
    """Return the action of a peek at (field, chip) pairs, in their order."""
    packed = 1
    for field, chip in chips:
        packed = packed << _ENTRY | field << 4 | chip
    return packed << _LIST_SHIFT | CHIPS_PEEKED


def unpack_chips_peeked(action: int) -> list[tuple[int, int]]:
    """Return the (field, chip) pairs of a ``chips_peeked``, in their order."""
    packed = action >> _LIST_SHIFT
    pairs = []
    while packed > 1:
        pairs.append((packed >> 4 & 511, packed & 15))
        packed >>= _ENTRY
    return pairs[::-1]
