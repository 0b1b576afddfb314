"""The greedy bot: whatever scores or promises most at once, ties broken by chance. Works for every ruleset."""

from collections.abc import Sequence
from typing import Any

from engine.core import Action, Generator, Observation, Ruleset, State

__all__ = ["GreedyBot", "find_best_gains"]


class GreedyBot:
    """Takes the action after which its seat has the best prospects: its score, unless the ruleset knows better."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self._ruleset = ruleset

    def choose(self, observation: Observation, legal: Sequence[Action], rng: Generator) -> Action:
        """Return one of the legal actions of the seat that observes."""
        state = self._ruleset.sample(observation, rng)
        return rng.choice(find_best_gains(state, legal))


def find_best_gains(state: State, legal: Sequence[Action]) -> list[Action]:
    """Return the actions after which the seat to decide has the best prospects, in the order given."""
    seat = state.actor
    assert seat is not None, "someone decides while actions are compared"
    best: list[Action] = []
    most: float | None = None
    for action in legal:
        after = state.clone()
        after.apply(action)
        hope = after.prospects()[seat]
        if most is None or hope > most:
            most, best = hope, [action]
        elif hope == most:
            best.append(action)
    return best
