"""
The port between the runner and a bot, whatever its transport.

The runner asks, judges the answer by the rules and logs it. What can go wrong on the bot's side arrives as a
``BotFault`` with the reason for which its seat is forfeited; any other exception is a failure of ours and costs
the bot nothing: the game is played again from its log.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.core import Action, ForfeitReason, Generator, Header, Observation

__all__ = ["BotFault", "Participant", "Player", "Transport"]


class BotFault(Exception):
    """A bot failed to decide, by its own fault."""

    def __init__(self, reason: ForfeitReason, detail: str) -> None:
        super().__init__(f"{reason.value}: {detail}")
        self.reason = reason
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Participant:
    """A bot as a transport needs to know it; ``parameters`` are those of its row in the table of bots."""

    name: str
    transport: str
    parameters: Mapping[str, Any]


class Player(Protocol):
    """A bot in one seat of one game."""

    def choose(self, observation: Observation, legal: Sequence[Action], rng: Generator) -> Action:
        """
        Return what the bot answers, legal or not; asked only where there is a choice.

        Raises:
            BotFault: it did not answer.
        """
        ...


class Transport(Protocol):
    """A way of asking bots. One object serves a process for as long as it lives, so bots may be kept between games."""

    def player(self, participant: Participant, header: Header, seat: int) -> Player:
        """Return the bot ready to play that seat of that game."""
        ...

    def close(self) -> None:
        """Let go of every bot."""
        ...
