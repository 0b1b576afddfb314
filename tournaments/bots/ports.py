"""
Port for kinds of bots: a transport turns a bot into the players that the driver asks.

The driver (``engine.core.Driver``) judges what a player answers or raises. A transport raises ``BotFault`` where it
knows why a bot did not answer, and ``PlatformFault`` where it failed itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from engine.core import Header, Player

__all__ = ["Participant", "Transport"]


@dataclass(frozen=True, slots=True)
class Participant:
    """A bot as a transport needs to know it; ``parameters`` are those of its row in the table of bots."""

    name: str
    transport: str
    parameters: Mapping[str, Any]


class Transport(Protocol):
    """Asks one kind of bots. One object serves a process until its end, so it may keep bots between games."""

    def get_player(self, participant: Participant, header: Header, seat: int) -> Player:
        """Return the bot ready to play that seat of that game."""
        ...

    def close(self) -> None:
        """Release every bot."""
        ...
