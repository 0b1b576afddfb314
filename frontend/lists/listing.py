"""Lists of games with the columns of each row, and keyset pagination by id."""

from dataclasses import dataclass

from django.db.models import QuerySet

from games.models import Game
from games.queries import GameFilters, games_list
from tournaments.results import games_of_tournament

__all__ = ["GamesPage", "list_game_rows", "read_games_page"]

#: Games per page.
_PAGE = 40


@dataclass(frozen=True, slots=True)
class GamesPage:
    """One page of a list of games; ``older`` is the id after which the next page begins, None on the last page."""

    games: tuple[Game, ...]
    older: int | None


def list_game_rows(filters: GameFilters, *, tournament: int | None = None) -> QuerySet[Game]:
    """Return games, the newest first, with everything that a row of the list shows."""
    found = games_list(filters).select_related("planned_game__tournament", "entered_game__tournament")
    return found if tournament is None else games_of_tournament(found, tournament)


def read_games_page(
    filters: GameFilters, *, tournament: int | None = None, before: int | None = None
) -> GamesPage:
    """
    Return the games older than ``before``, or the newest ones.

    Keyset pagination by id: new games do not shift the pages, and every page costs the same.
    """
    found = list_game_rows(filters, tournament=tournament)
    if before is not None:
        found = found.filter(pk__lt=before)
    games = tuple(found[: _PAGE + 1])
    older = games[_PAGE - 1].pk if len(games) > _PAGE else None
    return GamesPage(games[:_PAGE], older)
