"""Plans as rows, and the lifecycle of a tournament."""

from tournaments.planning.lifecycle import (
    bots_check,
    builtin_bots_ensure,
    tournament_cancel,
    tournament_check,
    tournament_count_submitted,
    tournament_create,
    tournament_finish,
    tournament_retry,
    tournament_start,
)
from tournaments.planning.plans import entrant_names

__all__ = [
    "bots_check",
    "builtin_bots_ensure",
    "entrant_names",
    "tournament_cancel",
    "tournament_check",
    "tournament_count_submitted",
    "tournament_create",
    "tournament_finish",
    "tournament_retry",
    "tournament_start",
]
