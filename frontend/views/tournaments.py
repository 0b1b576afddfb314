"""
The pages of tournaments, and the parts of them that follow a tournament being played.
"""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from frontend.forms import PlannedGamesFilter, TournamentsFilter
from frontend.meter import meter_bars
from frontend.titles import option_words, ruleset_title
from tournaments.errors import TournamentNotFound
from tournaments.models import Tournament
from tournaments.selectors import (
    Progress,
    tournament_checks,
    tournament_crosstable,
    tournament_games,
    tournament_get,
    tournament_list,
    tournament_progress,
    tournament_standings,
)

_TOURNAMENTS_A_PAGE = 30
_GAMES_A_PAGE = 24


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """
    List the tournaments, the newest first.
    """
    filters = TournamentsFilter(request.GET)
    found = tournament_list(**filters.chosen())
    context = {
        "section": "tournaments",
        "filters": filters,
        "page": Paginator(found, _TOURNAMENTS_A_PAGE).get_page(request.GET.get("page")),
        "query": _query(request),
    }
    return render(request, "frontend/tournaments.html", context)


@require_safe
def tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """
    Show a tournament: progress, standings, crosstable and games.
    """
    shown = _found(tournament_id)
    entrants = list(shown.entrants.all())
    filters = PlannedGamesFilter(request.GET, entrants=entrants)
    chosen = filters.chosen()
    entrant = next((each for each in entrants if str(each.pk) == chosen.get("entrant")), None)
    games = tournament_games(shown, entrant=entrant, status=chosen.get("status"))
    progress = tournament_progress(shown)
    context = {
        "section": "tournaments",
        "ruleset_title": ruleset_title(shown.ruleset),
        "options": option_words(shown.options),
        "entrants": len(entrants),
        "filters": filters,
        "page": Paginator(games, _GAMES_A_PAGE).get_page(request.GET.get("page")),
        "query": _query(request),
        **_progress_context(shown, progress),
        **_tables_context(shown, progress),
    }
    return render(request, "frontend/tournament.html", context)


@require_safe
def progress(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """
    Show only how far a tournament has come.
    """
    shown = _found(tournament_id)
    return render(
        request, "frontend/tournament/progress.html", _progress_context(shown, tournament_progress(shown))
    )


@require_safe
def tables(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """
    Show only standings and crosstable; nothing if as many games are finished as the page has ``seen``.
    """
    shown = _found(tournament_id)
    now = tournament_progress(shown)
    if not now.is_over and request.GET.get("seen") == str(now.finished):
        return HttpResponse(status=204)
    return render(request, "frontend/tournament/tables.html", _tables_context(shown, now))


def _found(tournament_id: int) -> Tournament:
    try:
        return tournament_get(tournament_id)
    except TournamentNotFound as error:
        raise Http404 from error


def _progress_context(shown: Tournament, progress: Progress) -> dict[str, object]:
    return {
        "tournament": shown,
        "progress": progress,
        "bars": meter_bars(progress),
        "checks": tournament_checks(shown),
    }


def _tables_context(shown: Tournament, progress: Progress) -> dict[str, object]:
    return {
        "tournament": shown,
        "progress": progress,
        "standings": tournament_standings(shown),
        "cross": tournament_crosstable(shown),
    }


def _query(request: HttpRequest) -> str:
    """
    Return the address's filters without the page, for links to other pages.
    """
    query = request.GET.copy()
    query.pop("page", None)
    return query.urlencode()
