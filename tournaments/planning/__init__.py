"""Plan tournaments and manage their lifecycle."""

from tournaments.planning.lifecycle import (
    bots_check,
    tournament_cancel,
    tournament_check,
    tournament_create,
    tournament_finish,
    tournament_retry,
    tournament_set_submitted_games,
    tournament_start,
)
from tournaments.planning.plans import entrant_names

__all__ = [
    "bots_check",
    "entrant_names",
    "tournament_cancel",
    "tournament_check",
    "tournament_create",
    "tournament_finish",
    "tournament_retry",
    "tournament_set_submitted_games",
    "tournament_start",
]
