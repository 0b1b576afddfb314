"""
Exact counts of legal sequences from fixed positions (perft): a wrong number shows faults that examples miss.

A count is the number of legal sequences of ``depth`` steps from a position, with chance dealt from the seed.
The engine counts by cloning; the independent references cannot clone, so they replay the game for each node.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from engine.core import CHANCE, Dealer, Generator, State
from tests.engine.policies import Choice
from tests.engine.reference.naive_dealer import NaiveGoldgraeberDealer, NaiveMoonRiverDealer
from tests.engine.reference.naive_goldgraeber import NaiveGoldgraeber
from tests.engine.reference.naive_moon_river import NaiveGame
from tests.golden.playing import Game, seed_of
from tests.golden.tables import GOLDEN, Table, tables

__all__ = ["COUNTS", "Count", "count_by_engine", "count_by_reference", "list_counts", "read_counts"]

COUNTS = GOLDEN / "counts.jsonl"
#: Steps played before counting; each table takes one of these in turn.
_STEPS = (3, 9, 14, 40, 75, 120)
#: Maximum number of positions visited for one count.
_MOST_NODES = 400

#: Returns the outcomes of the chance steps of one naive game in turn.
Dealt = Callable[[], Choice]


@dataclass(frozen=True, slots=True)
class Count:
    """One count: its start, its depth and its result."""

    ruleset: str
    seats: int
    options: dict[str, Any]
    steps: int
    depth: int
    count: int

    @property
    def table(self) -> Table:
        """Return the golden game it starts from."""
        return Table(self.ruleset, self.seats, self.options)

    def __str__(self) -> str:
        return f"{self.table} after {self.steps} to depth {self.depth}"


#: Creates a naive game and its dealer.
_Opening = Callable[[Count], tuple[Any, Dealt]]


def read_counts() -> list[Count]:
    """Return the recorded counts."""
    return [Count(**json.loads(line)) for line in COUNTS.read_text().splitlines()]


def list_counts() -> Iterator[Count]:
    """Yield a count per table, computed by the engine, as deep as the slow reference can verify."""
    wanted = [table for table in tables() if table.ending == "completed"]
    for number, table in enumerate(wanted):
        steps = _STEPS[number % len(_STEPS)]
        state = _position(table, steps)[0]
        dealer = Dealer(seed_of(table))
        depth = 1
        while _nodes(state, dealer, depth + 1) <= _MOST_NODES:
            depth += 1
        count = _engine_count(state, dealer, depth)
        yield Count(table.ruleset, table.seats, dict(table.options), steps, depth, count)


def count_by_engine(count: Count) -> int:
    """Count again with the engine."""
    state, _ = _position(count.table, count.steps)
    return _engine_count(state, Dealer(seed_of(count.table)), count.depth)


def count_by_reference(count: Count) -> int:
    """Count again with the naive reference of the ruleset."""
    assert count.ruleset in _REFERENCES, f"{count.ruleset} has no reference"
    _, played = _position(count.table, count.steps)
    return _naive_count(_REFERENCES[count.ruleset], count, played)


def as_line(count: Count) -> str:
    """Return a count as a line of the golden file."""
    return json.dumps(asdict(count), separators=(",", ":")) + "\n"


def _position(table: Table, steps: int) -> tuple[State, list[Choice]]:
    """Return the state of a golden game after some steps, chosen evenly, and the events that led there."""
    game = Game(table, "even", Generator(steps))
    events = [game.advance() for _ in range(steps)]
    return game.play.state, [(event.kind, json.loads(event.payload)) for event in events]


def _nodes(state: State, dealer: Dealer, depth: int) -> int:
    """Return the number of positions visited for a count."""
    return sum(_engine_count(state, dealer, level) for level in range(depth))


def _engine_count(state: State, dealer: Dealer, depth: int) -> int:
    if depth == 0 or state.actor is None:
        return 1
    actions = [state.deal(dealer)] if state.actor == CHANCE else state.legal_actions()
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        after = state.clone()
        after.apply(action)
        total += _engine_count(after, dealer, depth - 1)
    return total


def _naive_count(opening: _Opening, count: Count, played: list[Choice]) -> int:
    """Count by replaying the naive game for every node."""

    def below(path: list[Choice], depth: int) -> int:
        if depth == 0:
            return 1
        game, dealt = opening(count)
        for kind, data in path:
            if game.due == "chance":
                assert dealt() == (kind, data)
            game.apply(kind, data)
        if game.due is None:
            return 1
        choices = [dealt()] if game.due == "chance" else game.legal()
        if depth == 1:
            return len(choices)
        return sum(below([*path, choice], depth - 1) for choice in choices)

    return below(played, count.depth)


def _moon_river(count: Count) -> tuple[NaiveGame, Dealt]:
    game = NaiveGame(count.seats, count.options)
    dealer = NaiveMoonRiverDealer(seed_of(count.table), count.seats)

    def dealt() -> Choice:
        kind = game.chance_kind
        return kind, dealer.answer(kind, len(game.saloon))

    return game, dealt


def _goldgraeber(count: Count) -> tuple[NaiveGoldgraeber, Dealt]:
    game = NaiveGoldgraeber(count.seats, count.options)
    dealer = NaiveGoldgraeberDealer(seed_of(count.table))
    return game, lambda: dealer.answer(game)


#: The factory of a naive game, by ruleset.
_REFERENCES: Mapping[str, _Opening] = {"moon-river@1": _moon_river, "goldgraeber@1": _goldgraeber}
