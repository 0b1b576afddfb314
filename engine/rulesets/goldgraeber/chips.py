"""
Chips, and multisets of chips packed into one int.

A chip is 1-5 for gold of that value and 6-10 for a robber of strength 1-5, in the order of the component file. A
*hoard* is a multiset of chips: a base-64 number whose n-th digit counts chip n + 1. There are at most 12 chips of a
kind, so hoards can be added and subtracted as ints without overflow of a digit.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from engine.core import Generator
from engine.rulesets.goldgraeber.constants import ROBBER_POINTS, VALUES

__all__ = [
    "CHIPS",
    "ONE",
    "count_gold",
    "count_of",
    "draw_chip",
    "format_chip",
    "format_hoard",
    "get_strength",
    "is_robber",
    "list_chips",
    "make_hoard",
    "make_robber_chip",
    "read_hoard",
    "score_gold",
    "score_robbers",
]

#: Number of kinds of chips.
CHIPS: Final = 2 * VALUES
_WIDTH: Final = 6
_DIGIT: Final = (1 << _WIDTH) - 1
_GOLD: Final = (1 << _WIDTH * VALUES) - 1
#: By chip, the hoard of just that one; entry 0 is no chip.
ONE: Final = (0, *(1 << _WIDTH * number for number in range(CHIPS)))


def is_robber(chip: int) -> bool:
    """Return whether a chip is a robber; otherwise it is gold."""
    return chip > VALUES


def get_strength(chip: int) -> int:
    """Return a robber's strength."""
    return chip - VALUES


def make_robber_chip(strength: int) -> int:
    """Return the chip of a robber."""
    return VALUES + strength


def count_of(hoard: int, chip: int) -> int:
    """Return the number of one kind of chip in a hoard."""
    return hoard >> _WIDTH * (chip - 1) & _DIGIT


def count_gold(hoard: int) -> int:
    """Return the number of gold chips in a hoard: the sum of its digits equals the number modulo (base - 1)."""
    return (hoard & _GOLD) % _DIGIT


def score_gold(hoard: int) -> int:
    """Return the points of a hoard's gold in the bank."""
    return sum(value * count_of(hoard, value) for value in range(1, VALUES + 1))


def score_robbers(hoard: int) -> int:
    """Return the points of a hoard's captured robbers in the bank."""
    return ROBBER_POINTS * ((hoard >> _WIDTH * VALUES) % _DIGIT)


def list_chips(hoard: int) -> list[int]:
    """Return the chips of a hoard, ascending."""
    return [chip for chip in range(1, CHIPS + 1) for _ in range(count_of(hoard, chip))]


def make_hoard(chips: Iterable[int]) -> int:
    """Return the hoard of these chips."""
    return sum(ONE[chip] for chip in chips)


def draw_chip(hoard: int, total: int, rng: Generator) -> int:
    """Draw one of the ``total`` chips of a hoard, each equally likely."""
    drawn = rng.below(total)
    chip = 0
    while drawn >= 0:
        drawn -= hoard & _DIGIT
        hoard >>= _WIDTH
        chip += 1
    return chip


def format_chip(chip: int) -> dict[str, int]:
    """Return a chip as records write it."""
    return {"robber": get_strength(chip)} if is_robber(chip) else {"gold": chip}


def format_hoard(hoard: int) -> dict[str, list[int]]:
    """Return a hoard as plain lists, ascending: values of gold, strengths of robbers."""
    if not hoard:
        return {"gold": [], "robbers": []}
    chips = list_chips(hoard)
    return {
        "gold": [chip for chip in chips if not is_robber(chip)],
        "robbers": [get_strength(chip) for chip in chips if is_robber(chip)],
    }


def read_hoard(data: Mapping[str, Sequence[Any]]) -> int:
    """Parse a hoard that ``format_hoard`` formatted."""
    return make_hoard(data["gold"]) + make_hoard(make_robber_chip(strength) for strength in data["robbers"])
