"""Read queries on games: lists, one game, its events and record, and who may see what."""

from games.queries.feed import game_updates, game_user_seats
from games.queries.selectors import (
    EventLine,
    GameFilters,
    ThinkingTime,
    bot_game_counts,
    bot_get,
    bots_list,
    game_events,
    game_get,
    game_public_seed,
    game_record_lines,
    game_row,
    game_thinking_times,
    game_visible_events,
    games_list,
    games_unproven,
    logged_events,
    record_lines,
)

__all__ = [
    "EventLine",
    "GameFilters",
    "ThinkingTime",
    "bot_game_counts",
    "bot_get",
    "bots_list",
    "game_events",
    "game_get",
    "game_public_seed",
    "game_record_lines",
    "game_row",
    "game_thinking_times",
    "game_updates",
    "game_user_seats",
    "game_visible_events",
    "games_list",
    "games_unproven",
    "logged_events",
    "record_lines",
]
