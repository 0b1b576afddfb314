"""Read queries on games: lists, one game, its events and record, and who may see what."""

from games.queries.feed import game_followed, game_seats_owned
from games.queries.selectors import (
    EventLine,
    GameFilters,
    Thought,
    bot_game_counts,
    bot_get,
    bots_list,
    game_events,
    game_get,
    game_lines,
    game_record_lines,
    game_row,
    game_seed_shown,
    game_thinking,
    games_list,
    games_unproven,
    logged_events,
    record_lines,
)

__all__ = [
    "EventLine",
    "GameFilters",
    "Thought",
    "bot_game_counts",
    "bot_get",
    "bots_list",
    "game_events",
    "game_followed",
    "game_get",
    "game_lines",
    "game_record_lines",
    "game_row",
    "game_seats_owned",
    "game_seed_shown",
    "game_thinking",
    "games_list",
    "games_unproven",
    "logged_events",
    "record_lines",
]
