"""Results: which games count, tallies, bots' records, counts and progress."""

from tournaments.results.bot_records import bot_counted_games, bot_opponents, bot_record
from tournaments.results.counting import (
    COUNTED_Q,
    entered_games_count,
    game_is_counted,
    game_tournament,
    games_of_tournament,
    planned_games_count,
)
from tournaments.results.counts import Counts, tournament_game_counts
from tournaments.results.progress import Blocker, BlockerCode, PlayingGame, Progress, tournament_progress
from tournaments.results.tallies import entrant_tallies, pair_tallies

__all__ = [
    "COUNTED_Q",
    "Blocker",
    "BlockerCode",
    "Counts",
    "PlayingGame",
    "Progress",
    "bot_counted_games",
    "bot_opponents",
    "bot_record",
    "entered_games_count",
    "entrant_tallies",
    "game_is_counted",
    "game_tournament",
    "games_of_tournament",
    "pair_tallies",
    "planned_games_count",
    "tournament_game_counts",
    "tournament_progress",
]
