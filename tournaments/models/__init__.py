"""The tables of tournaments."""

from tournaments.models.core import (
    Attempt,
    AttemptOutcome,
    Entrant,
    ForkRun,
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
    "Attempt",
    "AttemptOutcome",
    "EnteredGame",
    "Entrant",
    "ForkRun",
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
