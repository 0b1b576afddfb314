"""The tables of games: bots, seeds, games, seats, events, live games and sweeps."""

from games.models.core import (
    OVER,
    Bot,
    Event,
    ForfeitReason,
    Game,
    GameOrigin,
    GameSeed,
    GameStatus,
    GameVerdict,
    Seat,
    Termination,
    Transport,
)
from games.models.live import LiveGame
from games.models.sweep import VerificationSweep

__all__ = [
    "OVER",
    "Bot",
    "Event",
    "ForfeitReason",
    "Game",
    "GameOrigin",
    "GameSeed",
    "GameStatus",
    "GameVerdict",
    "LiveGame",
    "Seat",
    "Termination",
    "Transport",
    "VerificationSweep",
]
