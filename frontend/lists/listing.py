"""Lists of games: which ones, with what each row shows, and paging by the last id seen."""

from dataclasses import dataclass

from django.db.models import QuerySet

from games.models import Game
from games.queries import GameFilters, games_list
from tournaments.results import games_of_tournament

__all__ = ["GamesPage", "games_page", "listed_games"]

_PAGE = 40


@dataclass(frozen=True, slots=True)
class GamesPage:
    """A stretch of a list of games; ``older`` is the id after which the next one begins, None at the end."""

    games: tuple[Game, ...]
    older: int | None


def listed_games(filters: GameFilters, *, tournament: int | None = None) -> QuerySet[Game]:
    """Return games, the newest first, with all that a row of the list shows."""
    found = games_list(filters).select_related("planned_game__tournament", "entered_game__tournament")
    return found if tournament is None else games_of_tournament(found, tournament)


def games_page(
    filters: GameFilters, *, tournament: int | None = None, before: int | None = None
) -> GamesPage:
    """
    Return the games older than ``before``, or the newest ones.

    Paged by id, so that games that come in meanwhile move nothing and far pages cost no more than near ones.
    """
    found = listed_games(filters, tournament=tournament)
    if before is not None:
        found = found.filter(pk__lt=before)
    games = tuple(found[: _PAGE + 1])
    older = games[_PAGE - 1].pk if len(games) > _PAGE else None
    return GamesPage(games[:_PAGE], older)
