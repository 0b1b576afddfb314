"""The contract of a built-in bot."""

from collections.abc import Sequence
from typing import Protocol

from engine.core import Action, Generator, Observation

__all__ = ["Bot"]


class Bot(Protocol):
    """
    A player of one ruleset, for any seat of any number of games at once.

    A choice depends on the three arguments and on nothing else: no clock, no entropy, no memory of earlier
    decisions. So a game that was broken off and is resumed from its log goes on exactly as it would have.
    """

    def choose(self, observation: Observation, legal: Sequence[Action], rng: Generator) -> Action:
        """
        Return one of the legal actions.

        Args:
            observation: what the bot's seat may know (``observation["seat"]`` tells which one it is).
            legal: at least two actions in canonical order, not to be changed.
            rng: the generator of this one decision.
        """
        ...
