"""Pages of games: lists, the viewer, its frames, and the record as a file."""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from frontend.lists import GamesFilter, read_games_page
from frontend.replay import UnknownDrawing
from frontend.viewer import read_frames, read_live_table, read_viewer_page
from games.errors import UnknownGame
from games.live import open_games
from games.queries import GameFilters, game_get, game_record_lines

#: Maximum number of open games on their page: the newest ones.
_MAX_OPEN = 100
#: Maximum number of frames per response: a few dozen kilobytes compressed.
_MAX_FRAMES = 50


@require_safe
def list_games(request: HttpRequest) -> HttpResponse:
    """List the games, the newest first."""
    filters = GamesFilter(request.GET)
    chosen = filters.chosen()
    tournament = chosen.pop("tournament", None)
    before = _read_number(request, "before")
    page = read_games_page(
        GameFilters(**chosen), tournament=int(tournament) if tournament else None, before=before
    )
    query = {**chosen, **({"tournament": tournament} if tournament else {})}
    context = {
        "section": "games",
        "filters": filters,
        "games": page.games,
        "query": query,
        "newest": "" if before is None else f"?{urlencode(query)}",
        "older": "" if page.older is None else f"?{urlencode({**query, 'before': page.older})}",
    }
    return render(request, "frontend/games.html", context)


@require_safe
@gzip_page
def show_game(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show one step of a game in the replay viewer, which works without scripts."""
    try:
        page = read_viewer_page(game_id, _read_number(request, "step"), _read_number(request, "seat"))
    except (UnknownGame, UnknownDrawing) as error:
        raise Http404 from error
    address = request.build_absolute_uri(reverse("game_record", args=[game_id]))
    return render(request, "frontend/game.html", {**page.context(), "record_address": address})


@require_safe
@gzip_page
def send_frames(request: HttpRequest, game_id: int) -> HttpResponse:
    """Send the steps ``from`` to ``to`` of a game to the viewer's script."""
    first = _read_number(request, "from") or 0
    last = _read_number(request, "to")
    last = first if last is None else min(last, first + _MAX_FRAMES - 1)
    try:
        answer = read_frames(game_id, first, last, _read_number(request, "seat"))
    except (UnknownGame, UnknownDrawing) as error:
        raise Http404 from error
    return JsonResponse(answer)


@require_safe
def show_clocks(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show only the clocks of a live game, or its open seats."""
    try:
        found = game_get(game_id)
    except UnknownGame as error:
        raise Http404 from error
    return render(request, "frontend/game/clocks.html", {"table": read_live_table(found)})


@require_safe
def list_open_games(request: HttpRequest) -> HttpResponse:
    """List the games that wait for players."""
    return render(request, "frontend/open.html", {"section": "games", "games": open_games()[:_MAX_OPEN]})


@require_safe
def send_record(request: HttpRequest, game_id: int) -> StreamingHttpResponse:
    """Send a game's record as a file."""
    try:
        lines = game_record_lines(game_id)
    except UnknownGame as error:
        raise Http404 from error
    return StreamingHttpResponse(
        lines,
        content_type="application/jsonl; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="game-{game_id}.jsonl"'},
    )


def _read_number(request: HttpRequest, name: str) -> int | None:
    """Return a whole number from the query string; anything else counts as absent."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
