"""Lists of games and their filters."""

from frontend.lists.filters import GamesFilter, PlannedGamesFilter, TournamentsFilter
from frontend.lists.listing import list_game_rows, read_games_page

__all__ = ["GamesFilter", "PlannedGamesFilter", "TournamentsFilter", "list_game_rows", "read_games_page"]
