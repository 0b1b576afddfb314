"""The page that continues a game from one of its steps."""

import json

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from frontend.presenters import ruleset_title
from frontend.viewer import ContinueForm, may_continue
from games.errors import UnknownGame
from games.models import Game
from games.queries import game_get


@require_http_methods(["GET", "HEAD", "POST"])
def continue_game(request: HttpRequest, game_id: int) -> HttpResponse:
    """
    Show the form that continues a game from a step, and start that game.

    For readers who are not logged in, the page explains how to log in, and starts nothing.
    """
    game = _find(game_id)
    step = _read_step(request)
    form = ContinueForm(request.POST or None, game=game, step=step)
    status = 200
    if request.method == "POST":
        if not request.user.is_authenticated:
            status = 403
        elif (fork := form.start()) is not None:
            return HttpResponseRedirect(reverse("game", args=[fork.pk]))
        else:
            status = 400
    context = {
        "section": "games",
        "game": game,
        "title": ruleset_title(game.ruleset),
        "step": step,
        "form": form,
        "may_continue": may_continue(game, step),
        "command": _write_command(request, game, step),
        "login": f"{reverse('admin:login')}?next={request.get_full_path()}",
    }
    return render(request, "frontend/continue.html", context, status=status)


def _find(game_id: int) -> Game:
    try:
        return game_get(game_id)
    except UnknownGame as error:
        raise Http404 from error


def _write_command(request: HttpRequest, game: Game, step: int) -> str:
    """Return the shell command that starts the fork over REST, with the bots that played."""
    address = request.build_absolute_uri(reverse("api:forks", args=[game.pk]))
    bots = [seat.bot.name if seat.bot else "random" for seat in game.seating.all()]
    body = json.dumps({"step": step, "bots": bots})
    return (
        f"curl -X POST {address} \\\n"
        '  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\\n'
        f"  -d '{body}'"
    )


def _read_step(request: HttpRequest) -> int:
    """Return the step in the query string; anything else counts as step 0."""
    text = request.GET.get("step", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
