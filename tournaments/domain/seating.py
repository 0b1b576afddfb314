"""Seat orders of a deal: every entrant sits in every seat equally often."""

from collections.abc import Sequence
from enum import StrEnum
from itertools import permutations
from math import factorial
from typing import TypeVar

__all__ = ["Rotation", "count_seat_orders", "list_seat_orders"]

_T = TypeVar("_T")


class Rotation(StrEnum):
    """The seat orders in which a deal is played."""

    #: One game per seat: everyone moves by one seat from game to game.
    CYCLIC = "cyclic"
    #: One game per permutation of the table.
    ALL = "all"


def list_seat_orders(table: Sequence[_T], rotation: Rotation) -> tuple[tuple[_T, ...], ...]:
    """Return the seat orders of a deal; element s of an order sits in seat s."""
    if rotation is Rotation.ALL:
        return tuple(permutations(table))
    return tuple((*table[shift:], *table[:shift]) for shift in range(len(table)))


def count_seat_orders(seats: int, rotation: Rotation) -> int:
    """Return the number of games per deal."""
    return factorial(seats) if rotation is Rotation.ALL else seats
