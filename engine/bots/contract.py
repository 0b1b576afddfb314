"""The contract of a built-in bot."""

from collections.abc import Sequence
from typing import Protocol

from engine.core import Action, Generator, Observation

__all__ = ["Bot"]


class Bot(Protocol):
    """
    A stateless player of one ruleset, usable for any seat and any number of games at once.

    A choice depends only on the three arguments: no clock, no entropy, no memory of earlier decisions. So a game
    resumed from its log continues exactly like an uninterrupted one.
    """

    def choose(self, observation: Observation, legal: Sequence[Action], rng: Generator) -> Action:
        """
        Choose one of the legal actions.

        Args:
            observation: the observation of the bot's seat, which is ``observation["seat"]``.
            legal: at least two actions in canonical order; do not change the sequence.
            rng: the random generator of this decision.
        """
        ...
