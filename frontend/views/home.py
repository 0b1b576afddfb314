"""The front page, and the page that explains how a game is checked."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from frontend.lists import list_game_rows
from frontend.presenters import VERDICTS, RunningTournament, read_running_tournament
from games.live import open_games
from games.models import Game, GameVerdict
from games.queries import GameFilters
from tournaments.models import TournamentStatus
from tournaments.selectors import tournament_list

#: Maximum number of each on the front page.
_RUNNING = 6
_GAMES = 10
_TOURNAMENTS = 6


@require_safe
def show_home(request: HttpRequest) -> HttpResponse:
    """Show what is being played and the latest results."""
    over = [TournamentStatus.FINISHED, TournamentStatus.CANCELLED]
    context = {
        "running": _list_running(),
        "waiting": open_games().count(),
        "games": list_game_rows(GameFilters(status="finished"))[:_GAMES],
        "recent": tournament_list().filter(status__in=over)[:_TOURNAMENTS],
    }
    return render(request, "frontend/home.html", context)


@require_safe
def show_running(request: HttpRequest) -> HttpResponse:
    """Show only the part of the front page that changes while tournaments run."""
    return render(request, "frontend/home/running.html", {"running": _list_running()})


@require_safe
def explain_checking(request: HttpRequest) -> HttpResponse:
    """Explain how a game is checked."""
    example = (
        Game.objects.filter(verdict=GameVerdict.EXACT).order_by("-id").values_list("id", flat=True).first()
    )
    context = {"section": "checking", "verdicts": VERDICTS.values(), "example": example}
    return render(request, "frontend/checking.html", context)


def _list_running() -> list[RunningTournament]:
    return [
        read_running_tournament(each) for each in tournament_list(status=TournamentStatus.RUNNING)[:_RUNNING]
    ]
