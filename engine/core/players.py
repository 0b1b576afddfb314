"""
The port between the driver and whoever decides for a seat, and the two kinds of fault that can happen behind it.

A fault of the bot costs its seat; a fault of the platform costs no seat anything. The driver tells them apart.
"""

from collections.abc import Sequence
from typing import Protocol

from engine.core.outcome import ForfeitReason
from engine.core.prng import Generator
from engine.core.ruleset import Action, Observation

__all__ = ["BotFault", "PlatformFault", "Player"]


class BotFault(Exception):
    """A bot failed to decide by its own fault: its seat forfeits for ``reason``; ``detail`` is for logs."""

    def __init__(self, reason: ForfeitReason, detail: str) -> None:
        super().__init__(f"{reason.value}: {detail}")
        self.reason = reason
        self.detail = detail


class PlatformFault(Exception):
    """
    The platform failed, which costs no bot anything; the cause is chained.

    The play-through may be half-way through a step: discard it and resume the game from its stored log.
    """

    def __init__(self, what: str, cause: BaseException) -> None:
        super().__init__(f"{what}: {type(cause).__name__}: {cause}")


class Player(Protocol):
    """Whoever decides for one seat; every built-in bot is one."""

    def choose(self, observation: Observation, legal: Sequence[Action], rng: Generator) -> Action:
        """
        Return one of at least two legal actions; the driver judges what is returned.

        Raises:
            BotFault: the bot did not answer, and the transport knows why.
            PlatformFault: the transport itself failed.
            Exception: any other is the bot's crash.
        """
        ...
