"""The random player."""

from collections.abc import Sequence
from typing import Any

from engine.core import Action, Generator, Observation, Ruleset

__all__ = ["RandomPlayer"]


class RandomPlayer:
    """Takes any legal action, each equally likely. It plays every ruleset."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        pass

    def choose(self, observation: Observation, legal: Sequence[Action], rng: Generator) -> Action:
        """Return one of the legal actions."""
        return rng.choice(legal)
