"""
The port between the driver and a player, and the two kinds of fault that a player can raise.

A bot's fault forfeits its seat; a platform's fault has no consequence for any seat. The driver classifies them.
"""

from collections.abc import Sequence
from typing import Protocol

from engine.core.outcome import ForfeitReason
from engine.core.prng import Generator
from engine.core.ruleset import Action, Observation

__all__ = ["BotFault", "PlatformFault", "Player"]


class BotFault(Exception):
    """A bot failed to decide through its own fault. Its seat forfeits for ``reason``; ``detail`` is for logs."""

    def __init__(self, reason: ForfeitReason, detail: str) -> None:
        super().__init__(f"{reason.value}: {detail}")
        self.reason = reason
        self.detail = detail


class PlatformFault(Exception):
    """
    The platform failed, which has no consequence for any seat. The cause is chained.

    The play-through may be in the middle of a step: discard it and resume the game from its stored log.
    """

    def __init__(self, what: str, cause: BaseException) -> None:
        super().__init__(f"{what}: {type(cause).__name__}: {cause}")


class Player(Protocol):
    """The player of one seat, such as a built-in bot."""

    def choose(self, observation: Observation, legal: Sequence[Action], rng: Generator) -> Action:
        """
        Choose one of at least two legal actions; the driver validates the choice.

        Raises:
            BotFault: the bot did not answer, and the transport knows the reason.
            PlatformFault: the transport itself failed.
            Exception: any other exception counts as a crash of the bot.
        """
        ...
