"""
Round-robin schedule: every table of k among n entrants meets once, in the minimum number of rounds.

A round seats each entrant at most once, so it holds floor(n / k) tables, and the rest have a bye. Pairs (k = 2)
use the circle method. Larger tables follow Baranyai's theorem (1975) in the constructive form of Brouwer and
Schrijver: rounds start with empty tables, entrants join one after the other, and an integral flow decides the table
of each entrant in each round. The flow always exists, so the number of rounds is minimal.
"""

from collections import Counter
from math import comb

from tournaments.domain.errors import NotATable

__all__ = ["Pairing", "Round", "count_tables", "schedule_round_robin"]

#: The entrants at one table: seed ranks (0-based) in ascending order.
Pairing = tuple[int, ...]

#: Pairings that can be played at the same time.
Round = tuple[Pairing, ...]


def count_tables(entrants: int, table: int) -> int:
    """Return the number of matches of a round robin."""
    return comb(entrants, table)


def schedule_round_robin(entrants: int, table: int) -> tuple[Round, ...]:
    """
    Return rounds in which every table of the size meets exactly once.

    Raises:
        NotATable: a table has fewer than two seats, or there are fewer entrants than seats.
    """
    if not 2 <= table <= entrants:
        raise NotATable(entrants=entrants, table=table)
    return _schedule_pairs(entrants) if table == 2 else _schedule_tables(entrants, table)


def _schedule_pairs(entrants: int) -> tuple[Round, ...]:
    """Schedule pairs by the circle method; with an odd number of entrants, one has a bye in each round."""
    size = entrants + entrants % 2
    wheel = list(range(1, size))
    rounds = []
    for _ in range(size - 1):
        circle = [0, *wheel]
        pairs = ((circle[i], circle[size - 1 - i]) for i in range(size // 2))
        rounds.append(tuple(sorted((min(pair), max(pair)) for pair in pairs if max(pair) < entrants)))
        wheel = [wheel[-1], *wheel[:-1]]
    return tuple(rounds)


def _schedule_tables(entrants: int, table: int) -> tuple[Round, ...]:
    """Schedule larger tables by Baranyai's theorem."""
    at_once = entrants // table
    tables = comb(entrants, table)
    sizes = [min(at_once, tables - start) for start in range(0, tables, at_once)]
    rounds: list[Counter[Pairing]] = [Counter({(): size}) for size in sizes]
    for entrant in range(entrants):
        _seat_entrant(rounds, entrant, entrants=entrants, table=table)
    return tuple(sorted(tuple(sorted(tables)) for tables in rounds))


def _seat_entrant(rounds: list[Counter[Pairing]], entrant: int, *, entrants: int, table: int) -> None:
    """
    Seat the next entrant in each round, at one unfinished table or at none.

    Over all rounds, a table with s members must be joined C(entrants left, table - s - 1) times. A round must seat
    this entrant if its number of free seats equals the number of entrants left, including this one.
    """
    left = entrants - entrant - 1
    wanted = {
        members: comb(left, table - len(members) - 1)
        for members in {members for tables in rounds for members in tables if len(members) < table}
    }
    free = [sum((table - len(m)) * count for m, count in tables.items()) for tables in rounds]
    order = sorted(range(len(rounds)), key=lambda number: (free[number] != left + 1, number))
    flow = _Flow(rounds, wanted)
    for number in order:
        flow.seat(number)
    for number, members in flow.joined.items():
        tables = rounds[number]
        tables[members] -= 1
        if not tables[members]:
            del tables[members]
        tables[*members, entrant] += 1


class _Flow:
    """
    The table that one entrant joins in each round: bipartite matching by augmenting paths.

    A matched round stays matched (its table may change), so matching first the rounds that must seat the entrant
    satisfies the lower bounds of the flow.
    """

    __slots__ = ("_by_members", "_room", "_rounds", "joined")

    def __init__(self, rounds: list[Counter[Pairing]], wanted: dict[Pairing, int]) -> None:
        self._rounds = rounds
        self._room = {members: count for members, count in wanted.items() if count}
        self._by_members: dict[Pairing, set[int]] = {members: set() for members in self._room}
        #: Round number -> the members of the table joined there.
        self.joined: dict[int, Pairing] = {}

    def seat(self, number: int) -> bool:
        """Match the round with a table by an augmenting path, which may change the tables of other rounds."""
        came_from: dict[Pairing, int] = {}
        waiting = [number]
        while waiting:
            current = waiting.pop()
            for members in self._rounds[current]:
                if members not in self._room or members in came_from:
                    continue
                came_from[members] = current
                if len(self._by_members[members]) < self._room[members]:
                    self._augment(members, came_from, number)
                    return True
                waiting.extend(self._by_members[members])
        return False

    def _augment(self, members: Pairing, came_from: dict[Pairing, int], start: int) -> None:
        while True:
            number = came_from[members]
            previous = self.joined.get(number)
            self.joined[number] = members
            self._by_members[members].add(number)
            if number == start:
                return
            assert previous is not None, "only the starting round has no table yet"
            self._by_members[previous].discard(number)
            members = previous
