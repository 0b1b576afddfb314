"""The page that continues a game from one of its steps."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from frontend.presenters import ruleset_title
from frontend.viewer import ContinueForm, may_go_on
from games.errors import UnknownGame
from games.models import Game
from games.queries import game_get


@require_http_methods(["GET", "HEAD", "POST"])
def continue_game(request: HttpRequest, game_id: int) -> HttpResponse:
    """
    Ask with whom to go on from a step, and start that game.

    Whoever is not logged in is told how to; nothing is started for them.
    """
    game = _found(game_id)
    step = _step(request)
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
        "may_go_on": may_go_on(game, step),
        "login": f"{reverse('admin:login')}?next={request.get_full_path()}",
    }
    return render(request, "frontend/continue.html", context, status=status)


def _found(game_id: int) -> Game:
    try:
        return game_get(game_id)
    except UnknownGame as error:
        raise Http404 from error


def _step(request: HttpRequest) -> int:
    """Return the step of the address; anything that is none counts as the first position."""
    text = request.GET.get("step", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
