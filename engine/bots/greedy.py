"""Greedy bot: one-step lookahead by prospects, ties broken at random. It plays every ruleset."""

from collections.abc import Sequence
from typing import Any

from engine.core import Action, Generator, Observation, Ruleset, State

__all__ = ["GreedyBot", "find_best_gains"]


class GreedyBot:
    """Takes the action after which its seat has the best ``State.prospects``, which are its points by default."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self._ruleset = ruleset

    def choose(self, observation: Observation, legal: Sequence[Action], rng: Generator) -> Action:
        """Choose one of the legal actions of the observation's seat."""
        state = self._ruleset.sample(observation, rng)
        return rng.choice(find_best_gains(state, legal))


def find_best_gains(state: State, legal: Sequence[Action]) -> list[Action]:
    """Return the actions after which the seat that decides has the best prospects, in the given order."""
    seat = state.actor
    assert seat is not None, "a seat decides while actions are compared"
    best: list[Action] = []
    best_hope: float | None = None
    for action in legal:
        after = state.clone()
        after.apply(action)
        hope = after.prospects()[seat]
        if best_hope is None or hope > best_hope:
            best_hope, best = hope, [action]
        elif hope == best_hope:
            best.append(action)
    return best
