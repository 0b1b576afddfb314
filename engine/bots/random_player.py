"""Random bot. It plays every ruleset."""

from collections.abc import Sequence
from typing import Any

from engine.core import Action, Generator, Observation, Ruleset

__all__ = ["RandomPlayer"]


class RandomPlayer:
    """Takes a uniformly random legal action."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        pass

    def choose(self, observation: Observation, legal: Sequence[Action], rng: Generator) -> Action:
        """Choose one of the legal actions."""
        return rng.choice(legal)
