"""Pages of bots: the list, and one bot."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from frontend.lists import list_game_rows
from games.errors import UnknownBot
from games.models import Bot
from games.queries import GameFilters, bot_get, bots_list
from tournaments.results import bot_counted_games, bot_opponents, bot_record

#: Number of the bot's latest games on its page.
_RECENT = 15


@dataclass(frozen=True, slots=True)
class _Row:
    bot: Bot
    games: int


@require_safe
def list_bots(request: HttpRequest) -> HttpResponse:
    """List the bots by name."""
    counts = bot_counted_games()
    rows = [_Row(bot, counts.get(bot.pk, 0)) for bot in bots_list()]
    return render(request, "frontend/bots.html", {"section": "bots", "rows": rows})


@require_safe
def show_bot(request: HttpRequest, name: str) -> HttpResponse:
    """Show a bot: its record, its opponents and its latest games."""
    try:
        shown = bot_get(name)
    except UnknownBot as error:
        raise Http404 from error
    context = {
        "section": "bots",
        "bot": shown,
        "record": bot_record(shown.pk),
        "opponents": bot_opponents(shown.pk),
        "games": list_game_rows(GameFilters(bot=name))[:_RECENT],
    }
    return render(request, "frontend/bot.html", context)
