"""Turns of the user's bots, returned at once or by a long poll; each seat gets only what it may know."""

import json
import threading
import time
from concurrent.futures import Future
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connections
from django.test import AsyncClient

from api.auth import token_create
from api.streaming import long_poll
from api.streaming.long_poll import count_polls
from api.v1.play import views as play
from api.v1.play.structs import serialize_turns
from games.bots import bot_create_remote, bots_register_builtin
from games.live import Turn, live_act, live_join, live_turns, live_withdraw
from games.models import Bot, Game
from games.realtime import listener as live
from tests.api.client import SchemaClient, faults, problem, user_named
from tests.api.play import action_of, table, turn_of
from tests.api.streaming import server_processes
from tests.games.listening import Elsewhere, elsewhere
from tests.games.live_games import time_passes
from tests.waiting import wait_until

TURNS = "/api/v1/turns/"


@pytest.fixture
def roper(bots: list[Bot]) -> Bot:
    """The other user's remote bot."""
    return bot_create_remote(owner=user_named("other"), name="roper")


def turns(client: SchemaClient, query: str = "") -> list[dict[str, Any]]:
    answer = client.get(f"{TURNS}{query}")
    assert answer.status_code == 200
    return answer.json()["turns"]


@pytest.mark.django_db
def test_a_turn_has_all_that_a_bot_needs_to_decide(live_game: Game, organiser: SchemaClient):
    (turn,) = turns(organiser)

    assert (turn["game"], turn["seat"], turn["bot"], turn["ruleset"]) == (
        live_game.pk,
        0,
        "rider",
        "moon-river@1",
    )
    live_game.refresh_from_db()
    assert turn["expected_seq"] == live_game.head_seq
    expected = turn_of(live_game)
    assert turn["legal"] == [{"kind": kind, "data": json.loads(data)} for kind, data in expected.legal]
    assert turn["observation"] == json.loads(json.dumps(dict(expected.observation)))
    assert 0 < turn["clock"]["left_ms"] <= 330_000
    assert turn["clock"]["bank_ms"] == 300_000


@pytest.mark.django_db
def test_a_user_gets_only_turns_of_own_bots(live_game: Game, other: SchemaClient, staff: SchemaClient):
    assert turns(other) == []
    assert turns(staff) == []


@pytest.mark.django_db
def test_turns_are_ordered_by_deadline_and_filtered_by_bot_and_game(rider: Bot, organiser: SchemaClient):
    bot_create_remote(owner=user_named("organiser"), name="second")
    games = [table(name, "random", by="organiser") for name in ("rider", "second", "rider")]
    time_passes(games[2], 20, columns=("deadline",))

    assert [turn["game"] for turn in turns(organiser)] == [games[2].pk, games[0].pk, games[1].pk]
    assert [turn["game"] for turn in turns(organiser, "?bot=second")] == [games[1].pk]
    assert [turn["game"] for turn in turns(organiser, f"?game={games[0].pk}")] == [games[0].pk]
    assert turns(organiser, "?bot=nobody") == []
    known = ",".join(f"{turn['game']}:{turn['expected_seq']}" for turn in turns(organiser)[:2])
    assert [turn["game"] for turn in turns(organiser, f"?known={known}")] == [games[1].pk]
    assert problem(organiser.get(f"{TURNS}?game=123456")) == (404, "not_found")


@pytest.mark.django_db
def test_a_turn_after_its_deadline_is_left_out(live_game: Game, organiser: SchemaClient):
    time_passes(live_game, 10_000)

    assert turns(organiser) == []


@pytest.mark.django_db
@pytest.mark.parametrize(("wait", "code"), [("-1", "too_small"), ("61", "too_large"), ("soon", "wrong_type")])
def test_the_time_to_wait_has_a_maximum(wait: str, code: str, organiser: SchemaClient):
    answer = organiser.get(f"{TURNS}?wait={wait}")

    assert problem(answer) == (400, "invalid_parameters")
    assert faults(answer) == {("wait", code)}


@pytest.mark.django_db
def test_turns_take_two_queries(live_game: Game, organiser: SchemaClient, django_assert_max_num_queries):
    turns(organiser)

    with django_assert_max_num_queries(2):  # the token, the turns
        turns(organiser)


@pytest.mark.django_db
def test_observations_and_events_hide_the_peeks_of_other_seats(
    rider: Bot, roper: Bot, organiser: SchemaClient
):
    bots_register_builtin()
    game = table("rider", "random", "random", by="organiser", ruleset="goldgraeber@1")
    while not any(action["kind"] == "peek_chosen" for action in turns(organiser)[0]["legal"]):
        organiser.post(f"/api/v1/games/{game.pk}/events/", action_of(game), format="json")
    turn = turns(organiser)[0]
    body = {"expected_seq": turn["expected_seq"], "action": {"kind": "peek_chosen", "data": {}}}

    returned = organiser.post(f"/api/v1/games/{game.pk}/events/", body, format="json").json()["events"]

    peek = next(event for event in returned if event["kind"] == "chips_peeked")
    assert peek["data"]["chips"]
    own = organiser.get(f"/api/v1/games/{game.pk}/events/?limit=1000").json()["results"]
    assert next(event for event in own if event["seq"] == peek["seq"]) == peek
    anyone = SchemaClient().get(f"/api/v1/games/{game.pk}/events/?limit=1000").json()["results"]
    hidden = next(event for event in anyone if event["seq"] == peek["seq"])
    assert "data" not in hidden
    assert hidden["hash"] == peek["hash"]
    others = [event for event in returned if event["kind"] == "chips_peeked" and event["seq"] != peek["seq"]]
    assert all("data" not in event for event in others)


class Waiting:
    """A request in another thread that waits for a turn."""

    def __init__(self, there: Elsewhere, name: str, query: str = "wait=20") -> None:
        secret = token_create(owner=user_named(name), name="waiting").secret
        self.began = time.monotonic()

        async def asked() -> bytes:
            headers = {"Authorization": f"Bearer {secret}"}
            answer: Any = await AsyncClient().get(f"{TURNS}?{query}", headers=headers)
            await sync_to_async(connections.close_all)()  # the test client, unlike the site, leaves it open
            assert answer.status_code == 200
            assert answer.headers["Content-Type"] == "application/json"
            if not answer.streaming:
                return bytes(answer.content)
            return b"".join([piece async for piece in answer.streaming_content])

        self._answer: Future[bytes] = there.start(asked())

    @property
    def is_waiting(self) -> bool:
        return not self._answer.done()

    def turns(self) -> list[dict[str, Any]]:
        return json.loads(self._answer.result(30))["turns"]


def wait_until_waiting(*requests: Waiting) -> None:
    """Wait until those requests wait in the event loop and its listener is connected."""
    wait_until(lambda: count_polls() == len(requests) and bool(server_processes(listeners=True)))
    assert all(request.is_waiting for request in requests)


@pytest.mark.django_db(transaction=True)
def test_a_long_poll_ends_as_soon_as_there_is_a_turn(rider: Bot, roper: Bot):
    game = table("rider", None, by="organiser")
    with elsewhere() as there:
        waiting = {name: Waiting(there, name) for name in ("organiser", "other")}
        wait_until_waiting(*waiting.values())

        live_join(game_id=game.pk, number=1, bot="roper", user=user_named("other"))
        due = next(name for name in waiting if live_turns(user_named(name).pk))
        idle = next(name for name in waiting if name != due)

        assert [turn["game"] for turn in waiting[due].turns()] == [game.pk]
        assert waiting[idle].is_waiting
        while live_turns(user_named(due).pk):
            body = action_of(game, owner=due)
            live_act(
                game_id=game.pk,
                user_id=user_named(due).pk,
                expected_seq=body["expected_seq"],
                **body["action"],
            )
        assert [turn["game"] for turn in waiting[idle].turns()] == [game.pk]
        assert time.monotonic() - waiting[idle].began < 15


@pytest.mark.django_db(transaction=True)
def test_turns_are_not_serialized_in_the_event_loop(rider: Bot, roper: Bot, monkeypatch: pytest.MonkeyPatch):
    game = table("rider", None, by="organiser")
    threads: list[int] = []

    def noted(turns: list[Turn]) -> bytes:
        threads.append(threading.get_ident())
        return serialize_turns(turns)

    async def own() -> int:
        return threading.get_ident()

    with elsewhere() as there:
        loop = there.run(own())
        waiting = {name: Waiting(there, name) for name in ("organiser", "other")}
        wait_until_waiting(*waiting.values())
        monkeypatch.setattr(play, "serialize_turns", noted)
        live_join(game_id=game.pk, number=1, bot="roper", user=user_named("other"))
        due = next(name for name in waiting if live_turns(user_named(name).pk))

        assert waiting[due].turns()

    assert threads
    assert loop not in threads


@pytest.mark.django_db(transaction=True)
def test_a_long_poll_for_a_game_ends_with_the_game(rider: Bot, roper: Bot):
    game = table("rider", None, by="organiser")
    with elsewhere() as there:
        waiting = Waiting(there, "organiser", f"wait=20&game={game.pk}")
        wait_until_waiting(waiting)

        live_withdraw(game_id=game.pk)

        assert waiting.turns() == []
        assert time.monotonic() - waiting.began < 10


@pytest.mark.django_db(transaction=True)
@pytest.mark.long
def test_a_long_poll_without_a_turn_ends_after_its_timeout(rider: Bot):
    with elsewhere() as there:
        waiting = Waiting(there, "organiser", "wait=1")

        assert waiting.turns() == []
        assert time.monotonic() - waiting.began >= 1


@pytest.mark.django_db(transaction=True)
def test_a_long_poll_above_the_user_s_limit_is_answered_at_once(rider: Bot, settings: Any):
    settings.API_MAX_WAITS = 1
    game = table("rider", None, by="organiser")
    with elsewhere() as there:
        first = Waiting(there, "organiser", f"wait=60&game={game.pk}")
        wait_until_waiting(first)
        second = Waiting(there, "organiser", "wait=60")

        assert second.turns() == []
        assert first.is_waiting
        live_withdraw(game_id=game.pk)
        assert first.turns() == []


def act(game: Game) -> None:
    """Take an action and wait for its notification."""
    body, before = action_of(game), live.checkpoint()
    owner = user_named("organiser").pk
    live_act(game_id=game.pk, user_id=owner, expected_seq=body["expected_seq"], **body["action"])
    wait_until(lambda: live.checkpoint() > before)


@pytest.mark.django_db(transaction=True)
def test_a_long_poll_that_wakes_up_with_nothing_new_again_backs_off(
    rider: Bot, monkeypatch: pytest.MonkeyPatch
):
    bot_create_remote(owner=user_named("organiser"), name="idle")
    looks: list[str | None] = []

    def noted(user_id: int, *, bot: str | None = None, **more: Any) -> list[Turn]:
        looks.append(bot)
        return live_turns(user_id, bot=bot, **more)

    with elsewhere() as there:
        waiting = Waiting(there, "organiser", "wait=20&bot=idle")
        wait_until_waiting(waiting)
        monkeypatch.setattr(long_poll, "_BACK_OFF", 60.0)
        monkeypatch.setattr(play, "live_turns", noted)
        game = table("rider", "rider", by="organiser")
        for _ in range(6):
            act(game)

        assert 1 <= looks.count("idle") <= 2
        assert waiting.is_waiting
