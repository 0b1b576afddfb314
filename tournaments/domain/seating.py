"""Seating: in which orders a table plays one deal, so that every entrant sits in every seat equally often."""

from collections.abc import Sequence
from enum import StrEnum
from itertools import permutations
from math import factorial
from typing import TypeVar

__all__ = ["Rotation", "count_seat_orders", "list_seat_orders"]

_T = TypeVar("_T")


class Rotation(StrEnum):
    """Which seat orders a deal is played in."""

    #: As many games as seats: everyone moves on by one seat.
    CYCLIC = "cyclic"
    #: One game per order of the table.
    ALL = "all"


def list_seat_orders(table: Sequence[_T], rotation: Rotation) -> tuple[tuple[_T, ...], ...]:
    """Return the seat orders of one deal: element s of each sits in seat s."""
    if rotation is Rotation.ALL:
        return tuple(permutations(table))
    return tuple((*table[shift:], *table[:shift]) for shift in range(len(table)))


def count_seat_orders(seats: int, rotation: Rotation) -> int:
    """Return how many games one deal has."""
    return factorial(seats) if rotation is Rotation.ALL else seats
