"""The lists that are compared: those of the API, and plain ones of Django REST framework over the same rows."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Model, QuerySet
from django.urls import resolve
from rest_framework import generics, serializers
from rest_framework.pagination import CursorPagination
from rest_framework.renderers import JSONRenderer
from rest_framework.test import APIRequestFactory

from games.models import Bot, Event, Game, Seat
from tests.benchmarks.cloning import clone_games, play_games
from tests.benchmarks.harness import Measured, Work, interleave
from tournaments.models import Tournament
from tournaments.planning import tournament_create

__all__ = ["measure"]

_ENTRIES = 50
_EVENT_FIELDS = ["seq", "actor", "kind", "payload", "chain"]


def measure(*, turns: int) -> Measured:
    """Fill the database and measure every list, in turns."""
    settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"].clear()
    settings.ALLOWED_HOSTS = ["testserver"]
    game_id = _fill()
    own = {
        "games": "games/",
        "events": f"games/{game_id}/events/",
        "bots": "bots/",
        "tournaments": "tournaments/",
    }
    seating = _serializer(Seat, "__all__")(many=True)
    events = Event.objects.filter(game_id=game_id)
    plain = {
        "games": _make_plain_list(
            Game.objects.prefetch_related("seating", "earlier_seeds"),
            "-id",
            _serializer(Game, "__all__", seating=seating),
        ),
        "events": _make_plain_list(events, "seq", _serializer(Event, _EVENT_FIELDS)),
        "bots": _make_plain_list(Bot.objects.all(), "name", _serializer(Bot, "__all__")),
        "tournaments": _make_plain_list(Tournament.objects.all(), "-id", _serializer(Tournament, "__all__")),
    }
    works: dict[str, Work] = {f"{name}, plain": work for name, work in plain.items()}
    for name, path in own.items():
        address = f"/api/v1/{path}"
        match = resolve(address)
        works[name] = _make_request(match.func, f"{address}?limit={_ENTRIES}", match.kwargs)
    return interleave(works, turns=turns, seconds=0.25)


def _fill() -> int:
    """Store 60 games, bots and tournaments; return the id of a game with more than 50 events."""
    models = play_games(3)
    clone_games(models, 60 // len(models))
    Bot.objects.bulk_create(Bot(name=f"bot-{number:02}", title="A bot") for number in range(60))
    bots = [Bot.objects.get_or_create(name=name)[0] for name in ("random", "greedy")]
    for _ in range(60):
        tournament_create(
            name="Round-up", ruleset="moon-river@1", options={"mode": "base"}, seats=2, bots=bots
        )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return Game.objects.filter(head_seq__gt=_ENTRIES)[0].pk


def _serializer(model: type[Model], fields: Any, **nested: serializers.Field) -> Any:  # type: ignore[type-arg]
    meta = type("Meta", (), {"model": model, "fields": fields})
    return type(f"Plain{model.__name__}", (serializers.ModelSerializer,), {"Meta": meta, **nested})


def _make_plain_list(rows: QuerySet[Any], key: str, serializer: Any) -> Work:
    """Return a work that answers a request by a plain list, ordered by a key."""
    members = {
        "queryset": rows,
        "serializer_class": serializer,
        "pagination_class": type("Pages", (CursorPagination,), {"page_size": _ENTRIES, "ordering": key}),
        "renderer_classes": [JSONRenderer],
        "filter_backends": [],
    }
    view: Any = type("PlainList", (generics.ListAPIView,), members)
    return _make_request(view.as_view(), "/plain/", {})


def _make_request(view: Callable[..., Any], address: str, parts: dict[str, Any]) -> Work:
    requests = APIRequestFactory()

    def work() -> int:
        response = view(requests.get(address), **parts)
        assert response.status_code == 200, response.content
        response.render()
        assert len(response.data["results"]) == _ENTRIES
        return 1

    return work
