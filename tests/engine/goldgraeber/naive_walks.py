"""
A slow reference for movement: every walk by itself, over the board file, in the words of the rulebook.
"""

from collections.abc import Iterator, Sequence
from functools import cache

from tests.engine.goldgraeber.positions import DOORS, HOUSES, KINDS, META, Hex

__all__ = ["ends", "walks"]

DIRECTIONS: list[Hex] = [(q, r) for q, r in META["directions"]]


def walks(
    start: Hex, steps: int, *, house: Hex, rafts: Sequence[Hex], locomotive: Hex, shuttle: str
) -> Iterator[tuple[Hex, ...]]:
    """
    Yield every legal walk of exactly so many steps, in the order of directions.

    Args:
        start: where the digger stands.
        steps: how far it moves.
        house: its own house.
        rafts: the fields of the rafts it may land on.
        locomotive: its field.
        shuttle: ``strict`` or ``literal``.
    """
    for walk in _longer((start,), steps, house, set(rafts), locomotive, shuttle):
        if shuttle == "strict" or steps == 1 or len(set(walk)) > 2:
            yield walk


def _longer(
    walk: tuple[Hex, ...], steps: int, house: Hex, rafts: set[Hex], locomotive: Hex, shuttle: str
) -> Iterator[tuple[Hex, ...]]:
    if steps == 0:
        yield walk
        return
    for to in _beside(walk[-1]):
        if to == locomotive:
            continue
        if KINDS[to] == "lake" and (steps > 1 or to not in rafts):
            continue
        if KINDS[to] == "house" and (steps > 1 or to != house):
            continue
        if shuttle == "strict" and len(walk) > 1 and to == walk[-2]:
            continue
        yield from _longer((*walk, to), steps - 1, house, rafts, locomotive, shuttle)


@cache
def _beside(field: Hex) -> tuple[Hex, ...]:
    """
    Return the neighbours a digger may step to, whatever they hold, in the order of directions.
    """
    q, r = field
    around = [(q + dq, r + dr) for dq, dr in DIRECTIONS]
    return tuple(to for to in around if to in KINDS and _is_joined(field, to))


def _is_joined(one: Hex, other: Hex) -> bool:
    """
    Tell whether a digger may step between two neighbouring fields, whatever they hold.
    """
    for a, b in ((one, other), (other, one)):
        if KINDS[a] == "house":
            return b == DOORS[HOUSES.index(a)]
    return not (KINDS[one] == KINDS[other] == "lake")


def ends(
    start: Hex, steps: int, *, house: Hex, rafts: Sequence[Hex], locomotive: Hex, shuttle: str
) -> dict[Hex, tuple[Hex, ...]]:
    """
    Return the last fields of all walks, each with the first walk to it.
    """
    found: dict[Hex, tuple[Hex, ...]] = {}
    for walk in walks(start, steps, house=house, rafts=rafts, locomotive=locomotive, shuttle=shuttle):
        found.setdefault(walk[-1], walk)
    return found
