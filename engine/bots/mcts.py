"""
Search bot: Monte-Carlo tree search over sampled chance and sampled hidden information. It plays every ruleset.

Each iteration samples a state that agrees with the observation and descends an *open-loop* tree: nodes are sequences
of seats' actions, and chance is sampled again in every iteration (Perez Liebana et al. 2015, "Open Loop Search for
General Video Game Playing"; Cowling, Powley, Whitehouse 2012, "Information Set Monte Carlo Tree Search"). Progressive
widening (Coulom 2007) opens children in the order of immediate gain, UCB1 (Auer et al. 2002) selects one for the seat
that decides, and the prospects after a short play-out are its value.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from typing import Any

from engine.core import CHANCE, Action, Generator, Observation, Ruleset, State

__all__ = ["MctsBot", "SearchBudget"]


@dataclass(frozen=True, slots=True)
class SearchBudget:
    """
    Limits of the search per decision.

    ``playouts`` is the number of iterations per decision. Each play-out ends after ``depth`` decisions and tries up to
    ``breadth`` random actions at each. ``widening``: a node with v visits opens about ``widening * sqrt(v)`` children.
    ``exploration`` is the constant of UCB1 for values in 0..1.
    """

    playouts: int = 50
    depth: int = 8
    breadth: int = 2
    widening: float = 1.5
    exploration: float = 0.5


@dataclass(slots=True)
class _Node:
    visits: int = 0
    value: float = 0.0
    children: dict[Action, "_Node"] = field(default_factory=dict)
    gains: dict[Action, tuple[float, int]] = field(default_factory=dict)


class MctsBot:
    """Searches with a fixed number of play-outs; deterministic for a given generator."""

    def __init__(self, ruleset: Ruleset[Any], budget: SearchBudget = SearchBudget()) -> None:
        self._ruleset = ruleset
        self._budget = budget

    def choose(self, observation: Observation, legal: Sequence[Action], rng: Generator) -> Action:
        """Choose the most visited legal action of the observation's seat."""
        search = _Search(self._budget, rng)
        root = _Node()
        for _ in range(self._budget.playouts):
            search.iterate(root, self._ruleset.sample(observation, rng))
        order = {action: number for number, action in enumerate(legal)}
        tried = [
            (child.visits, child.value, -order[action])
            for action, child in root.children.items()
            if action in order
        ]
        assert tried, "at least one play-out tries one legal action"
        return legal[-max(tried)[2]]


class _Search:
    """The search of one decision: the caller holds the tree, this object the scale of values."""

    def __init__(self, budget: SearchBudget, rng: Generator) -> None:
        self._budget = budget
        self._rng = rng
        self._spread_sum = 0.0
        self._spread_count = 0

    def iterate(self, root: _Node, state: State) -> None:
        """Run one iteration: descend from the root, open one node, play out, and back up the values."""
        path: list[tuple[int, _Node]] = []
        node = root
        while True:
            node.visits += 1
            seat = self._advance_to_decision(state)
            if seat is None:
                break
            action, child = self._select(node, state, seat)
            state.apply(action)
            path.append((seat, child))
            node = child
            if not child.visits:
                child.visits = 1
                self._play_out(state)
                break
        values = self._compute_values(state.prospects())
        for seat, visited in path:
            visited.value += values[seat]

    def _advance_to_decision(self, state: State) -> int | None:
        """Apply chance and forced steps; return the seat that has a choice, or None at the end of the game."""
        while (actor := state.actor) is not None:
            if actor == CHANCE:
                state.apply(state.draw(self._rng))
                continue
            legal = state.legal_actions()
            if len(legal) > 1 and actor not in state.forfeits:
                return actor
            state.apply(legal[0])
        return None

    def _select(self, node: _Node, state: State, seat: int) -> tuple[Action, _Node]:
        legal = state.legal_actions()
        available = set(legal)
        open_here = [action for action in node.children if action in available]
        room = int(self._budget.widening * sqrt(node.visits)) + 1
        if len(open_here) < min(room, len(legal)):
            action = self._choose_next_to_open(node, state, seat, legal)
            if action is not None:
                return action, node.children.setdefault(action, _Node())
        best = max(open_here, key=lambda action: self._compute_upper_bound(node, node.children[action]))
        return best, node.children[best]

    def _compute_upper_bound(self, node: _Node, child: _Node) -> float:
        explored = self._budget.exploration * sqrt(log(node.visits + 1) / child.visits)
        return child.value / child.visits + explored

    def _choose_next_to_open(
        self, node: _Node, state: State, seat: int, legal: Sequence[Action]
    ) -> Action | None:
        closed = [action for action in legal if action not in node.children]
        if not closed:
            return None
        gains = node.gains
        for action in closed:
            if action not in gains:
                gains[action] = (self._estimate_gain(state, action, seat), self._rng.bits())
        return max(closed, key=gains.__getitem__)

    def _estimate_gain(self, state: State, action: Action, seat: int) -> float:
        after = state.clone()
        after.apply(action)
        return after.prospects()[seat]

    def _play_out(self, state: State) -> None:
        """Play a few decisions, each by the best immediate gain among a few random actions."""
        for _ in range(self._budget.depth):
            seat = self._advance_to_decision(state)
            if seat is None:
                return
            legal = state.legal_actions()
            if len(legal) > self._budget.breadth:
                legal = [self._rng.choice(legal) for _ in range(self._budget.breadth)]
            state.apply(
                max((self._estimate_gain(state, action, seat), self._rng.bits(), action) for action in legal)[
                    2
                ]
            )

    def _compute_values(self, points: Sequence[float]) -> list[float]:
        """Return the value of each seat in 0..1: its lead over each other seat, scaled by the average lead so far."""
        seats = range(len(points))
        leads = [abs(points[a] - points[b]) for a in seats for b in seats if a < b]
        self._spread_sum += sum(leads)
        self._spread_count += len(leads)
        scale = 2.0 * max(1.0, self._spread_sum / max(1, self._spread_count))
        return [
            sum(0.5 + 0.5 * max(-1.0, min(1.0, (points[a] - points[b]) / scale)) for b in seats if b != a)
            / max(1, len(points) - 1)
            for a in seats
        ]
