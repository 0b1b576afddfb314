"""
Slow reference for movement: each walk by itself, over the board file, in the words of the rulebook.

``walks`` follows every walk to its end. ``last_fields`` returns only their ends, by the same rule for one step, but
continues only once from a field where walks meet.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import cache, lru_cache

from tests.engine.goldgraeber.positions import DOORS, HOUSES, KINDS, META, Hex

__all__ = ["ends", "last_fields", "walks"]

DIRECTIONS: list[Hex] = [(q, r) for q, r in META["directions"]]


def walks(
    start: Hex, steps: int, *, house: Hex, rafts: Sequence[Hex], locomotive: Hex, shuttle: str
) -> Iterator[tuple[Hex, ...]]:
    """
    Yield every legal walk of exactly ``steps`` steps, in the order of directions.

    Args:
        start: the field of the digger.
        steps: number of steps.
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
    for to in _list_neighbours(walk[-1]):
        before = walk[-2] if len(walk) > 1 else None
        if _may_step(before, to, steps, house, rafts, locomotive, shuttle):
            yield from _longer((*walk, to), steps - 1, house, rafts, locomotive, shuttle)


def _may_step(
    before: Hex | None, to: Hex, steps: int, house: Hex, rafts: Collection[Hex], locomotive: Hex, shuttle: str
) -> bool:
    """Return whether a digger that came from ``before`` may step to a neighbour with some number of steps left."""
    if to == locomotive:
        return False
    if KINDS[to] == "lake" and (steps > 1 or to not in rafts):
        return False
    if KINDS[to] == "house" and (steps > 1 or to != house):
        return False
    return shuttle != "strict" or to != before


def last_fields(
    start: Hex, steps: int, *, house: Hex, rafts: Sequence[Hex], locomotive: Hex, shuttle: str
) -> frozenset[Hex]:
    """Return the last fields of all legal walks of exactly ``steps`` steps; arguments as for ``walks``."""
    few = frozenset((start,)) if shuttle == "literal" and steps > 1 else None
    return _last(start, steps, house, frozenset(rafts), locomotive, shuttle, None, few)


@lru_cache(maxsize=50_000)
def _last(
    here: Hex,
    steps: int,
    house: Hex,
    rafts: frozenset[Hex],
    locomotive: Hex,
    shuttle: str,
    before: Hex | None,
    few: frozenset[Hex] | None,
) -> frozenset[Hex]:
    """
    Return the possible ends of a walk with a number of steps left.

    Args:
        before: the previous field, if it matters.
        few: the one or two fields of the walk so far, if a third is required.
    """
    if steps == 0:
        return frozenset((here,)) if few is None else frozenset()
    found: set[Hex] = set()
    for to in _list_neighbours(here):
        if _may_step(before, to, steps, house, rafts, locomotive, shuttle):
            kept = None if few is None or len(few | {to}) > 2 else few | {to}
            back = here if shuttle == "strict" else None
            found |= _last(to, steps - 1, house, rafts, locomotive, shuttle, back, kept)
    return frozenset(found)


@cache
def _list_neighbours(field: Hex) -> tuple[Hex, ...]:
    """Return the neighbours that a digger may step to, regardless of their content, in the order of directions."""
    q, r = field
    around = [(q + dq, r + dr) for dq, dr in DIRECTIONS]
    return tuple(to for to in around if to in KINDS and _is_joined(field, to))


def _is_joined(one: Hex, other: Hex) -> bool:
    """Return whether a digger may step between two neighbouring fields, regardless of their content."""
    for a, b in ((one, other), (other, one)):
        if KINDS[a] == "house":
            return b == DOORS[HOUSES.index(a)]
    return not (KINDS[one] == KINDS[other] == "lake")


def ends(
    start: Hex, steps: int, *, house: Hex, rafts: Sequence[Hex], locomotive: Hex, shuttle: str
) -> dict[Hex, tuple[Hex, ...]]:
    """Return the last fields of all walks, each with the first walk to it."""
    found: dict[Hex, tuple[Hex, ...]] = {}
    for walk in walks(start, steps, house=house, rafts=rafts, locomotive=locomotive, shuttle=shuttle):
        found.setdefault(walk[-1], walk)
    return found
