"""
Breadth-first search for the ends of a digger's moves: one search over the board covers all rolls of the die.

The search follows all walks at once, as one layer of field sets per step. Under the strict rule (no step straight back)
a layer has one set per direction of arrival. Under the literal rule (no move that only goes to and fro) a layer is one
set, and the walks to and fro are tracked separately.

Walks go over land. Houses and lake fields can only be the last field of a walk, so their sets are kept separate. The
rules decide on which of them a seat may end (its own house, a free raft).
"""

from collections.abc import Callable, Sequence
from typing import Final

from engine.rulesets.goldgraeber.constants import MAX_STEPS
from engine.rulesets.goldgraeber.hex_grid import (
    BIT,
    DIRECTIONS,
    OFFSETS,
    list_fields,
    measure_distance,
    reverse_direction,
    shift,
)

__all__ = ["NOWHERE", "Graph", "Reach", "Walks"]

#: In place of the locomotive's field if no field is closed.
NOWHERE: Final = -1
_DIRECTIONS: Final = range(len(DIRECTIONS))


class Graph:
    """
    The graph of steps on a board, as sets of fields by direction.

    ``ways``: land from which a step in the direction leads to land, to a lake's shore or, from its door, to a house.
    ``exits``: fields of any kind from which a step in the direction leads to land.
    """

    __slots__ = ("exits", "land", "landings", "ways")

    def __init__(self, *, land: int, shore: int, doors: Sequence[tuple[int, int]]) -> None:
        """
        Args:
            land: the set of streets, rails, dig sites and plain fields.
            shore: the set of lake fields on which a raft can lie.
            doors: the (house, door) fields of each house.
        """
        self.land = land
        self.landings = shore
        self.ways = [land & shift(land | shore, reverse_direction(direction)) for direction in _DIRECTIONS]
        self.exits = [(land | shore) & shift(land, reverse_direction(direction)) for direction in _DIRECTIONS]
        for house, door in doors:
            direction = OFFSETS.index(house - door)
            self.landings |= BIT[house]
            self.ways[direction] |= BIT[door]
            self.exits[reverse_direction(direction)] |= BIT[house]

    def leave(self, start: int) -> int:
        """Return the land one step away from a field of any kind."""
        left = 0
        for direction in _DIRECTIONS:
            left |= shift(BIT[start] & self.exits[direction], direction)
        return left

    def spread(self, fields: int) -> int:
        """Return the fields of any kind that are one step away from these fields of land."""
        spread = 0
        for ways, offset in zip(self.ways, OFFSETS, strict=True):
            leaving = fields & ways
            spread |= leaving << offset if offset > 0 else leaving >> -offset
        return spread


class Reach:
    """The last fields of all walks from one field, by number of steps: sets of land, and of shores and houses."""

    __slots__ = ("_listed", "landings", "lands")

    def __init__(self, lands: Sequence[int], landings: Sequence[int]) -> None:
        self.lands = tuple(lands)
        self.landings = tuple(landings)
        self._listed: list[tuple[int, ...] | None] = [None] * len(lands)

    def list_land(self, steps: int) -> tuple[int, ...]:
        """Return the land fields reached in exactly this number of steps, ascending."""
        listed = self._listed[steps]
        if listed is None:
            listed = self._listed[steps] = tuple(list_fields(self.lands[steps]))
        return listed

    def find_ends(self, steps: int) -> int:
        """Return the set of fields of any kind reached in exactly this number of steps."""
        return self.lands[steps] | self.landings[steps]


#: (graph, first field, set of closed fields) -> the ends of all walks.
_Search = Callable[[Graph, int, int], Reach]


def _search_strict(graph: Graph, start: int, closed: int) -> Reach:
    """Search without steps straight back: ``arrived`` holds the ends of walks by direction of the last step."""
    is_open = graph.land & ~closed
    first = BIT[start]
    arrived = [shift(first & graph.exits[d], d) & is_open for d in _DIRECTIONS]
    lands = [0, graph.leave(start) & is_open]
    landings = [0, graph.spread(first) & graph.landings]
    for _ in range(1, MAX_STEPS):
        standing = twice = 0
        for fields in arrived:
            twice |= standing & fields
            standing |= fields
        once = standing & ~twice
        ended, arriving = 0, []
        for ways, offset, back_there in zip(graph.ways, OFFSETS, _reverse_directions(arrived), strict=True):
            # A field can be left in a direction unless all walks on it arrived from there.
            leaving = ways & (standing ^ (once & back_there))
            stepped_to = leaving << offset if offset > 0 else leaving >> -offset
            ended |= stepped_to
            arriving.append(stepped_to & is_open)
        arrived = arriving
        lands.append(ended & is_open)
        landings.append(ended & graph.landings)
    return Reach(lands, landings)


def _reverse_directions(arrived: list[int]) -> list[int]:
    """Return a list by direction reordered by the opposite direction."""
    half = len(arrived) // 2
    return arrived[half:] + arrived[:half]


def _search_literal(graph: Graph, start: int, closed: int) -> Reach:
    """
    Search without walks that only go to and fro: ``free`` is the set of ends of walks over at least three fields.

    The other walks go to and fro between the first field and one of its neighbours (``near``): they are on a neighbour
    after an odd number of steps and on the first field after an even number.
    """
    is_open = graph.land & ~closed
    first = BIT[start]
    near = graph.leave(start) & is_open
    is_crossed = bool(first & graph.land)
    lands, landings = [0, near], [0, graph.spread(first) & graph.landings]
    free = 0
    for steps in range(2, MAX_STEPS + 1):
        ended = graph.spread(free)
        if steps % 2 == 0:
            if steps == 2 or is_crossed:
                ended |= graph.spread(near) & ~first
        elif is_crossed and near:
            # From the first field a walk can reach another neighbour, if there is more than one.
            ended |= graph.spread(first) & graph.landings
            if near & (near - 1):
                ended |= near
        free = ended & is_open
        lands.append(free)
        landings.append(ended & graph.landings)
    return Reach(lands, landings)


_SEARCHES: Final[dict[str, _Search]] = {"strict": _search_strict, "literal": _search_literal}


class Walks:
    """The walks on one board under one ``shuttle`` rule, with a cache of searches, because games repeat them."""

    __slots__ = ("_is_strict", "_open", "_reaches", "_search", "graph")

    def __init__(self, graph: Graph, shuttle: str) -> None:
        self.graph = graph
        self._search = _SEARCHES[shuttle]
        self._is_strict = shuttle == "strict"
        self._open: dict[int, Reach] = {}
        self._reaches: dict[tuple[int, int], Reach] = {}

    def find_reach(self, start: int, locomotive: int) -> Reach:
        """Return the ends of all walks from a field; the locomotive's field is closed."""
        key = (start, locomotive)
        known = self._reaches.get(key)
        if known is None:
            known = self._reaches[key] = self._search_reach(start, locomotive)
        return known

    def find_unhindered_reach(self, start: int) -> Reach:
        """Return the ends of all walks from a field, ignoring the locomotive."""
        known = self._open.get(start)
        if known is None:
            known = self._open[start] = self._search(self.graph, start, 0)
        return known

    def _search_reach(self, start: int, locomotive: int) -> Reach:
        """Search, ignoring a locomotive that is farther away than any walk."""
        if locomotive == NOWHERE or measure_distance(start, locomotive) > MAX_STEPS:
            return self.find_unhindered_reach(start)
        return self._search(self.graph, start, BIT[locomotive])

    def find_path(self, start: int, end: int, steps: int, locomotive: int) -> list[int]:
        """Return the first walk in the order of directions, including both ends, or [] if there is none."""
        route = _Route(self.graph, end, locomotive, is_strict=self._is_strict)
        return route.find([start], steps)


class _Route:
    """Depth-first search for one walk to show, in the order of directions, with a set of dead ends."""

    def __init__(self, graph: Graph, end: int, locomotive: int, *, is_strict: bool) -> None:
        self._graph = graph
        self._end = end
        self._locomotive = locomotive
        self._is_strict = is_strict
        self._dead: set[tuple[int, int, int, bool]] = set()

    def find(self, walked: list[int], steps: int) -> list[int]:
        """Return the walk that continues the fields walked, or []."""
        if measure_distance(walked[-1], self._end) > steps:
            return []
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
            walk = self.find([*walked, following], steps - 1)
            if walk:
                return walk
        self._dead.add(here)
        return []

    def _may_step(self, walked: list[int], following: int, direction: int, *, is_last: bool) -> bool:
        if following == self._locomotive or (is_last and following != self._end):
            return False
        allowed = self._graph.exits[direction]
        if is_last:
            allowed |= self._graph.ways[direction]
        if not allowed & BIT[walked[-1]]:
            return False
        is_back = len(walked) > 1 and following == walked[-2]
        if self._is_strict:
            return not is_back
        return not (is_last and is_back and len(set(walked)) == 2)
