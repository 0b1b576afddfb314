"""
Port for bots: a transport turns a bot into the players that the driver asks.

The driver (``engine.core.Driver``) judges what a player answers or raises. A transport raises ``BotFault`` where it
knows why a bot did not answer, and ``PlatformFault`` where it failed itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, Self

from engine.core import Header, Player
from games.models import Bot

__all__ = ["Participant", "Transport"]


@dataclass(frozen=True, slots=True)
class Participant:
    """What a transport needs of a bot's row; ``parameters`` are the row's."""

    name: str
    transport: str
    parameters: Mapping[str, Any]

    @classmethod
    def from_bot(cls, bot: Bot) -> Self:
        """Return the participant of a bot's row."""
        return cls(bot.name, bot.transport, bot.parameters)


class Transport(Protocol):
    """Asks one kind of bot. One object lives as long as its process, so it can keep bots between games."""

    def get_player(self, participant: Participant, header: Header, seat: int) -> Player:
        """Return the bot, ready to play the seat of the game."""
        ...

    def close(self) -> None:
        """Release every bot."""
        ...
