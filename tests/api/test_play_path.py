"""
The path of a live action: few rooms, each entered after the one above it.

A room is a module of ``api`` or ``games``, or the driver, in which code runs from the view on. What rooms stand on is
not counted: models, prepared statements and the cache (``games.models``, ``games.db``), the engine below its driver.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

from api.v1.play import views
from games.live import live_act
from games.models import Bot, Game
from tests.api.client import SchemaClient
from tests.api.play import action_of, table

pytestmark = pytest.mark.django_db(transaction=True)

MAX_ROOMS = 10

#: The main rooms, from the view down.
MAIN_ROOMS = [
    "api.v1.play.views",
    "games.live.actions",
    "games.live.row",
    "games.live.advance",
    "engine.core.driver",
    "games.event_store.store",
    "games.realtime.topics",
]

COUNTED = ("api.", "games.", "engine.core.driver")
NOT_COUNTED = ("games.models.", "games.db.")


@contextmanager
def traced() -> Iterator[list[str]]:
    """Yield a list that gets the rooms entered in this thread, in order, each once per stay."""
    entered: list[str] = []

    def trace(frame: FrameType, event: str, arg: Any) -> None:
        room = frame.f_globals.get("__name__", "")
        is_room = room.startswith(COUNTED) and not room.startswith(NOT_COUNTED)
        if event == "call" and is_room and entered[-1:] != [room]:
            entered.append(room)

    sys.setprofile(trace)
    try:
        yield entered
    finally:
        sys.setprofile(None)


@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize("seats", [("rider", "random"), ("rider", "rider", "random")])
def test_an_action_passes_at_most_ten_rooms_from_the_view_down(
    seats: tuple[str, ...], rider: Bot, organiser: SchemaClient, monkeypatch: pytest.MonkeyPatch
):
    game = table(*seats, by="organiser")
    act(organiser, game)
    stays = [views.__name__]

    def traced_act(**values: Any) -> Any:
        with traced() as entered:
            result = live_act(**values)
        stays.extend(entered)
        return result

    monkeypatch.setattr(views, "live_act", traced_act)
    act(organiser, game)

    rooms = list(dict.fromkeys(stays))
    assert len(rooms) <= MAX_ROOMS, rooms
    assert [room for room in rooms if room in MAIN_ROOMS] == MAIN_ROOMS


def act(client: SchemaClient, game: Game) -> None:
    answer = client.post(f"/api/v1/games/{game.pk}/events/", action_of(game), format="json")
    assert answer.status_code == 201
