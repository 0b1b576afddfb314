"""The tables of tournaments."""

from tournaments.models.core import (
    Entrant,
    Match,
    MatchEntrant,
    PlannedGame,
    PlannedStatus,
    Round,
    Stage,
    StageFormat,
    Tournament,
    TournamentRotation,
    TournamentStatus,
    Worker,
)
from tournaments.models.entries import COUNTED_VERDICTS, EnteredGame, SubmittedGames

__all__ = [
    "COUNTED_VERDICTS",
    "EnteredGame",
    "Entrant",
    "Match",
    "MatchEntrant",
    "PlannedGame",
    "PlannedStatus",
    "Round",
    "Stage",
    "StageFormat",
    "SubmittedGames",
    "Tournament",
    "TournamentRotation",
    "TournamentStatus",
    "Worker",
]
