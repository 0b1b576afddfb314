"""
Where a digger can get to: one search over the board finds every end of a move, for every roll of the die.

A walk is followed as sets of fields, layer by layer: not each walk by itself, but all of them at once. Under the
strict rule (no stepping straight back) a layer is one set per direction of arrival; under the literal one (only a move
that is nothing but going to and fro is forbidden) it is one set, and beside it what going to and fro would give.

Walks go over land. Houses and lake fields are only ever their last field, so they are kept apart: which of them a
seat may end on (its own house, a free raft) is for the rules to say.
"""

from collections.abc import Callable, Sequence
from typing import Final

from engine.rulesets.goldgraeber.fields import BIT, DIRECTIONS, OFFSETS, back, fields_in, stepped
from engine.rulesets.goldgraeber.terms import MOST_STEPS

__all__ = ["NOWHERE", "Graph", "Reach", "Walks"]

#: In place of the locomotive's field: it closes none.
NOWHERE: Final = -1
_DIRECTIONS: Final = range(len(DIRECTIONS))


class Graph:
    """
    The steps that a board allows, as sets of fields by direction.

    ``roads``: land whose neighbour in that direction is land. ``landings``: land from which a step in that
    direction can end a move on a lake's shore, or through its door in a house. ``exits``: fields of any kind
    that can be left for land in that direction.
    """

    __slots__ = ("exits", "land", "landings", "roads")

    def __init__(self, *, land: int, shore: int, doors: Sequence[tuple[int, int]]) -> None:
        """
        Args:
            land: streets, rails, dig sites and plain fields.
            shore: the lake fields on which a raft can lie.
            doors: the field of each house, and its door.
        """
        self.land = land
        self.roads = [land & stepped(land, back(direction)) for direction in _DIRECTIONS]
        self.landings = [land & stepped(shore, back(direction)) for direction in _DIRECTIONS]
        self.exits = [(land | shore) & stepped(land, back(direction)) for direction in _DIRECTIONS]
        for house, door in doors:
            direction = OFFSETS.index(house - door)
            self.landings[direction] |= BIT[door]
            self.exits[back(direction)] |= BIT[house]

    def left(self, start: int) -> int:
        """
        Return the land one step away from a field of any kind.
        """
        left = 0
        for direction in _DIRECTIONS:
            left |= stepped(BIT[start] & self.exits[direction], direction)
        return left

    def spread(self, fields: int) -> int:
        """
        Return the land one step away from these fields of land.
        """
        spread = 0
        for direction in _DIRECTIONS:
            spread |= stepped(fields & self.roads[direction], direction)
        return spread

    def landed(self, fields: int) -> int:
        """
        Return the shore fields and houses one step away from these fields of land.
        """
        landed = 0
        for direction in _DIRECTIONS:
            landed |= stepped(fields & self.landings[direction], direction)
        return landed


class Reach:
    """
    The last fields of all walks from one field: by number of steps, sets of land and of shores and houses.
    """

    __slots__ = ("_listed", "landings", "lands", "touched")

    def __init__(self, lands: Sequence[int], landings: Sequence[int]) -> None:
        self.lands = tuple(lands)
        self.landings = tuple(landings)
        self.touched = 0
        for land in lands:
            self.touched |= land
        self._listed: list[tuple[int, ...] | None] = [None] * len(lands)

    def listed(self, steps: int) -> tuple[int, ...]:
        """
        Return the land that is reached in exactly so many steps, ascending.
        """
        listed = self._listed[steps]
        if listed is None:
            listed = self._listed[steps] = tuple(fields_in(self.lands[steps]))
        return listed


#: Graph, first field, closed fields -> the ends of all walks.
_Search = Callable[[Graph, int, int], Reach]


def _strict_reach(graph: Graph, start: int, closed: int) -> Reach:
    """
    Search without stepping straight back: ``arrived`` holds, by direction of the last step, where walks stand.
    """
    is_open = ~closed
    first = BIT[start]
    arrived = [stepped(first & graph.exits[d], d) & is_open for d in _DIRECTIONS]
    lands = [0, _union(arrived)]
    landings = [0, graph.landed(first)]
    for _ in range(1, MOST_STEPS):
        standing = twice = 0
        for fields in arrived:
            twice |= standing & fields
            standing |= fields
        once = standing & ~twice
        # A field is left in a direction unless every walk there has just come the other way.
        leaving = [standing & ~(once & arrived[back(d)]) for d in _DIRECTIONS]
        landed = 0
        for d in _DIRECTIONS:
            landed |= stepped(leaving[d] & graph.landings[d], d)
        arrived = [stepped(leaving[d] & graph.roads[d], d) & is_open for d in _DIRECTIONS]
        lands.append(_union(arrived))
        landings.append(landed)
    return Reach(lands, landings)


def _union(sets: Sequence[int]) -> int:
    union = 0
    for fields in sets:
        union |= fields
    return union


def _literal_reach(graph: Graph, start: int, closed: int) -> Reach:
    """
    Search without what is only going to and fro: ``free`` is where walks stand that have seen three fields.

    Beside them there are the walks to and fro between the first field and one of its neighbours (``near``): after
    an odd number of steps they stand on the neighbours, after an even one on the first field.
    """
    is_open = ~closed
    first = BIT[start]
    near = graph.left(start) & is_open
    is_crossed = bool(first & graph.land)
    lands, landings = [0, near], [0, graph.landed(first)]
    free = 0
    for steps in range(2, MOST_STEPS + 1):
        landed = graph.landed(free)
        free = graph.spread(free) & is_open
        if steps % 2 == 0:
            if steps == 2 or is_crossed:
                free |= graph.spread(near) & is_open & ~first
                landed |= graph.landed(near) & ~first
        elif is_crossed and near:
            landed |= graph.landed(first)
            if near & (near - 1):
                free |= near
        lands.append(free)
        landings.append(landed)
    return Reach(lands, landings)


_SEARCHES: Final[dict[str, _Search]] = {"strict": _strict_reach, "literal": _literal_reach}


class Walks:
    """
    The walks on one board under one ``shuttle`` rule. Searches are remembered: games ask for the same again.
    """

    __slots__ = ("_is_strict", "_open", "_reaches", "_search", "graph")

    def __init__(self, graph: Graph, shuttle: str) -> None:
        self.graph = graph
        self._search = _SEARCHES[shuttle]
        self._is_strict = shuttle == "strict"
        self._open: dict[int, Reach] = {}
        self._reaches: dict[tuple[int, int], Reach] = {}

    def reach(self, start: int, locomotive: int) -> Reach:
        """
        Return the ends of all walks from a field, the locomotive's field being closed.
        """
        key = (start, locomotive)
        known = self._reaches.get(key)
        if known is None:
            known = self._reaches[key] = self._searched(start, locomotive)
        return known

    def unhindered(self, start: int) -> Reach:
        """
        Return the ends of all walks from a field, were there no locomotive.
        """
        known = self._open.get(start)
        if known is None:
            known = self._open[start] = self._search(self.graph, start, 0)
        return known

    def _searched(self, start: int, locomotive: int) -> Reach:
        """
        Search; a locomotive that no walk touches changes nothing.
        """
        unhindered = self.unhindered(start)
        if locomotive == NOWHERE or not unhindered.touched & BIT[locomotive]:
            return unhindered
        return self._search(self.graph, start, BIT[locomotive])

    def path(self, start: int, end: int, steps: int, locomotive: int) -> list[int]:
        """
        Return the first walk in the order of directions, first and last field included, or [] if there is none.
        """
        route = _Route(self.graph, end, locomotive, is_strict=self._is_strict)
        return route.found([start], steps)


class _Route:
    """
    The search for one walk, for viewers: depth first in the order of directions, dead ends remembered.
    """

    def __init__(self, graph: Graph, end: int, locomotive: int, *, is_strict: bool) -> None:
        self._graph = graph
        self._end = end
        self._locomotive = locomotive
        self._is_strict = is_strict
        self._dead: set[tuple[int, int, int, bool]] = set()

    def found(self, walked: list[int], steps: int) -> list[int]:
        """
        Return the walk that goes on from the fields walked, or [].
        """
        is_free = len(set(walked)) > 2
        here = (walked[-1], walked[-2] if len(walked) > 1 else NOWHERE, steps, is_free)
        if here in self._dead:
            return []
        for direction in _DIRECTIONS:
            following = walked[-1] + OFFSETS[direction]
            if not self._may_step(walked, following, direction, is_last=steps == 1):
                continue
            if steps == 1:
                return [*walked, following]
            walk = self.found([*walked, following], steps - 1)
            if walk:
                return walk
        self._dead.add(here)
        return []

    def _may_step(self, walked: list[int], following: int, direction: int, *, is_last: bool) -> bool:
        graph, here = self._graph, BIT[walked[-1]]
        if following == self._locomotive or (is_last and following != self._end):
            return False
        steps_on = graph.exits[direction] | (graph.landings[direction] if is_last else 0)
        if not here & steps_on:
            return False
        is_back = len(walked) > 1 and following == walked[-2]
        if self._is_strict:
            return not is_back
        return not (is_last and is_back and len(set(walked)) == 2)
