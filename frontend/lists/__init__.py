"""Lists of games and their filters."""

from frontend.lists.filters import GamesFilter, PlannedGamesFilter, TournamentsFilter
from frontend.lists.listing import games_page, listed_games

__all__ = ["GamesFilter", "PlannedGamesFilter", "TournamentsFilter", "games_page", "listed_games"]
