"""The tables of games: bots, seeds, games, seats, events, live games, play jobs and sweeps."""

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
from games.models.play_jobs import AttemptOutcome, FailedAttempt, JobKind, JobStatus, PlayJob
from games.models.sweep import VerificationSweep

__all__ = [
    "OVER",
    "AttemptOutcome",
    "Bot",
    "Event",
    "FailedAttempt",
    "ForfeitReason",
    "Game",
    "GameOrigin",
    "GameSeed",
    "GameStatus",
    "GameVerdict",
    "JobKind",
    "JobStatus",
    "LiveGame",
    "PlayJob",
    "Seat",
    "Termination",
    "Transport",
    "VerificationSweep",
]
