"""Pages of tournaments, and the parts of them that are refreshed while a tournament is played."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from frontend.lists import PlannedGamesFilter, TournamentsFilter
from frontend.presenters import build_meter, format_options, present_crosstable, ruleset_title
from tournaments.domain import Format
from tournaments.errors import TournamentNotFound
from tournaments.models import SubmittedGames, Tournament
from tournaments.selectors import (
    Progress,
    tournament_crosstable,
    tournament_entered_games,
    tournament_format,
    tournament_games,
    tournament_get,
    tournament_list,
    tournament_progress,
    tournament_standings,
    tournament_verification,
)

_TOURNAMENTS_PER_PAGE = 30
_GAMES_PER_PAGE = 24

_POLICIES = {
    SubmittedGames.REFUSED: gettext_lazy("Submitted games do not count here."),
    SubmittedGames.EXACT: gettext_lazy(
        "A submitted game counts here if its seed is known and dealt its chance."
    ),
    SubmittedGames.LEGAL: gettext_lazy(
        "Every submitted game that follows the rules counts here, even if its chance is unproven."
    ),
}


@require_safe
def list_tournaments(request: HttpRequest) -> HttpResponse:
    """List the tournaments, the newest first."""
    filters = TournamentsFilter(request.GET)
    found = tournament_list(**filters.chosen())
    context = {
        "section": "tournaments",
        "filters": filters,
        "page": Paginator(found, _TOURNAMENTS_PER_PAGE).get_page(request.GET.get("page")),
        "query": _strip_page(request),
    }
    return render(request, "frontend/tournaments.html", context)


@require_safe
def show_tournament(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show a tournament: progress, standings, crosstable and games."""
    shown = _find(tournament_id)
    entrants = list(shown.entrants.all())
    shown_format = tournament_format(shown)
    filters = PlannedGamesFilter(
        request.GET, entrants=entrants, is_planned=Format(shown_format.value).is_planned
    )
    chosen = filters.chosen()
    entrant = next((each for each in entrants if str(each.pk) == chosen.get("entrant")), None)
    games = tournament_games(shown, entrant=entrant, status=chosen.get("status"))
    entered = tournament_entered_games(shown, entrant=entrant)
    progress = tournament_progress(shown)
    context = {
        "section": "tournaments",
        "ruleset_title": ruleset_title(shown.ruleset),
        "options": format_options(shown.options),
        "format": shown_format.label,
        "policy": _POLICIES[SubmittedGames(shown.submitted_games)],
        "entrants": len(entrants),
        "filters": filters,
        "page": Paginator(games, _GAMES_PER_PAGE).get_page(request.GET.get("page")),
        "query": _strip_page(request),
        "entered": Paginator(entered, _GAMES_PER_PAGE).get_page(request.GET.get("entered")),
        "entered_query": _strip_page(request, "entered"),
        **_progress_context(shown, progress),
        **_tables_context(shown, progress),
    }
    return render(request, "frontend/tournament.html", context)


@require_safe
def show_progress(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show only the progress of a tournament."""
    shown = _find(tournament_id)
    return render(
        request, "frontend/tournament/progress.html", _progress_context(shown, tournament_progress(shown))
    )


@require_safe
def show_tables(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Show only standings and crosstable; send nothing if the page has ``seen`` the same results."""
    shown = _find(tournament_id)
    now = tournament_progress(shown)
    if not now.is_over and request.GET.get("seen") == now.results:
        return HttpResponse(status=204)
    return render(request, "frontend/tournament/tables.html", _tables_context(shown, now))


def _find(tournament_id: int) -> Tournament:
    try:
        return tournament_get(tournament_id)
    except TournamentNotFound as error:
        raise Http404 from error


def _progress_context(shown: Tournament, progress: Progress) -> dict[str, object]:
    return {
        "tournament": shown,
        "progress": progress,
        "bars": build_meter(progress),
        "checks": tournament_verification(shown),
    }


def _tables_context(shown: Tournament, progress: Progress) -> dict[str, object]:
    return {
        "tournament": shown,
        "progress": progress,
        "standings": tournament_standings(shown),
        "cross": present_crosstable(tournament_crosstable(shown)),
    }


def _strip_page(request: HttpRequest, page: str = "page") -> str:
    """Return the query string without the page, for links to other pages."""
    query = request.GET.copy()
    query.pop(page, None)
    return query.urlencode()
