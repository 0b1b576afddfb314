"""The front page, and the page that says how a game is checked."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from frontend.lists import listed_games
from frontend.presenters import VERDICTS, RunningTournament, running_tournament
from games.live import open_games
from games.models import Game, GameVerdict
from games.queries import GameFilters
from tournaments.models import TournamentStatus
from tournaments.selectors import tournament_list

#: How much of each the front page shows.
_RUNNING = 6
_GAMES = 10
_TOURNAMENTS = 6


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what is being played and what was played lately."""
    over = [TournamentStatus.FINISHED, TournamentStatus.CANCELLED]
    context = {
        "running": _running(),
        "waiting": open_games().count(),
        "games": listed_games(GameFilters(status="finished"))[:_GAMES],
        "recent": tournament_list().filter(status__in=over)[:_TOURNAMENTS],
    }
    return render(request, "frontend/home.html", context)


@require_safe
def running(request: HttpRequest) -> HttpResponse:
    """Show only the part of the front page that changes while tournaments run."""
    return render(request, "frontend/home/running.html", {"running": _running()})


@require_safe
def checking(request: HttpRequest) -> HttpResponse:
    """Say in plain words how a game is checked."""
    example = (
        Game.objects.filter(verdict=GameVerdict.EXACT).order_by("-id").values_list("id", flat=True).first()
    )
    context = {"section": "checking", "verdicts": VERDICTS.values(), "example": example}
    return render(request, "frontend/checking.html", context)


def _running() -> list[RunningTournament]:
    return [running_tournament(each) for each in tournament_list(status=TournamentStatus.RUNNING)[:_RUNNING]]
