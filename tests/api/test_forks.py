"""Continuing from a step over REST: requests, responses and refusals."""

from typing import Any
from unittest import mock

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Bot, Game, JobStatus, PlayJob, Transport
from tests.api.client import SchemaClient, faults, problem
from tests.api.conftest import RATES
from tests.games.factories import BotFactory
from tournaments.forks import ForkWorkerLoop

pytestmark = pytest.mark.django_db


def asked(client: SchemaClient, game: Game, **body: Any) -> Any:
    body = {"step": 40, "bots": ["random", "greedy"]} | body
    headers: dict[str, Any] = {"HTTP_IDEMPOTENCY_KEY": body.pop("key")} if "key" in body else {}
    return client.post(f"/api/v1/games/{game.pk}/forks/", body, format="json", **headers)


def test_a_game_continues_from_a_step(game: Game, other: SchemaClient, anyone: SchemaClient):
    response = asked(other, game)
    returned = response.json()

    assert response.status_code == 201
    assert response.headers["Location"] == f"http://testserver/api/v1/games/{returned['id']}/"
    assert (returned["parent"], returned["parent_step"], returned["origin"]) == (game.pk, 40, "fork")
    assert (returned["status"], returned["head"]["seq"], returned["tournament"]) == ("running", 40, None)
    assert returned["commitment"] != game.commitment
    assert returned["seed_was_shown"] is False
    assert [seat["player"] for seat in returned["seating"]] == ["random", "greedy"]
    assert anyone.get(response.headers["Location"]).json()["seed"] is None
    assert PlayJob.objects.get(game=returned["id"]).status == JobStatus.WAITING


def test_a_fork_is_played_and_read_like_any_game(game: Game, other: SchemaClient, anyone: SchemaClient):
    number = asked(other, game, seed="same").json()["id"]
    ForkWorkerLoop("worker").run(seconds=60)
    returned = anyone.get(f"/api/v1/games/{number}/").json()

    assert (returned["status"], returned["seed_was_shown"]) == ("finished", True)
    assert returned["seed"] == anyone.get(f"/api/v1/games/{game.pk}/").json()["seed"]
    assert other.post(f"/api/v1/games/{number}/verify/").json()["status"] == "exact"
    frames = anyone.get(f"/api/v1/games/{number}/frames/?first=39&last=42").json()["frames"]
    assert [frame["step"] for frame in frames] == [39, 40, 41, 42]
    record = anyone.get(f"/api/v1/games/{number}/record/").content.splitlines()
    assert record[41].startswith(b'{"fork":')
    events = anyone.get(f"/api/v1/games/{number}/events/?limit=40").json()["results"]
    assert events == anyone.get(f"/api/v1/games/{game.pk}/events/?limit=40").json()["results"]


def test_the_record_of_a_fork_is_refused_as_a_submission(
    game: Game, other: SchemaClient, anyone: SchemaClient
):
    number = asked(other, game).json()["id"]
    ForkWorkerLoop("worker").run(seconds=60)
    record = anyone.get(f"/api/v1/games/{number}/record/").content
    response = other.sent("/api/v1/submissions/", record, "application/jsonl")

    assert problem(response) == (422, "record_refused")
    assert (response.json()["fault"]["code"], response.json()["fault"]["line"]) == ("fork_refused", 42)


def test_forks_of_a_game_are_listed_newest_first(game: Game, other: SchemaClient, anyone: SchemaClient):
    made = [asked(other, game, step=step).json()["id"] for step in (0, 7, 40)]
    page = anyone.get(f"/api/v1/games/{game.pk}/forks/?limit=2").json()
    rest = anyone.get(page["next"]).json()

    assert [fork["id"] for fork in page["results"] + rest["results"]] == made[::-1]
    assert [fork["parent_step"] for fork in page["results"]] == [40, 7]
    assert anyone.get(f"/api/v1/games/{made[0]}/forks/").json()["results"] == []
    assert {each["id"] for each in anyone.get("/api/v1/games/?origin=fork").json()["results"]} == set(made)


def test_a_list_of_forks_needs_the_same_queries_at_any_length(
    game: Game, other: SchemaClient, anyone: SchemaClient
):
    costs = []
    for more in (1, 4):
        for _ in range(more):
            asked(other, game)
        with CaptureQueriesContext(connection) as queries:
            anyone.get(f"/api/v1/games/{game.pk}/forks/")
        costs.append(len(queries))

    assert costs[0] == costs[1] <= 4


def test_a_repeated_request_starts_one_fork(game: Game, other: SchemaClient):
    first, again = asked(other, game, key="a"), asked(other, game, key="a")

    assert first.content == again.content
    assert Game.objects.filter(parent=game).count() == 1
    assert problem(asked(other, game, key="a", step=41)) == (422, "key_reused")


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({"step": -1}, ("step", "too_small")),
        ({"step": 10**9}, ("step", "too_large")),
        ({"step": 5_000}, ("step", "step_out_of_range")),
        ({"step": "40"}, ("step", "wrong_type")),
        ({"step": True}, ("step", "wrong_type")),
        ({"bots": ["random"]}, ("bots", "wrong_player_count")),
        ({"bots": ["random"] * 3}, ("bots", "wrong_player_count")),
        ({"bots": ["random", "nobody"]}, ("bots.1", "not_found")),
        ({"bots": []}, ("bots", "too_short")),
        ({"bots": "random"}, ("bots", "wrong_type")),
        ({"seed": "mine"}, ("seed", "unknown_value")),
        ({"seed": 3}, ("seed", "unknown_value")),
        ({"colour": "red"}, ("colour", "unknown_field")),
    ],
)
def test_a_wrong_field_is_named(
    body: dict[str, Any], fault: tuple[str, str], game: Game, other: SchemaClient
):
    response = asked(other, game, **body)

    assert problem(response) == (400, "invalid_request")
    assert faults(response) == {fault}
    assert not Game.objects.filter(parent=game).exists()


def test_the_last_step_before_the_end_leaves_nothing_to_play(game: Game, other: SchemaClient):
    assert faults(asked(other, game, step=game.head_seq - 1)) == {("step", "nothing_to_play")}


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"active": False}, "bot_not_active"),
        ({"rulesets": ["goldgraeber@1"]}, "bot_plays_other_rulesets"),
        ({"transport": Transport.REMOTE}, "bot_not_runnable"),
    ],
)
def test_only_bots_that_workers_play_are_accepted(
    fields: dict[str, Any], code: str, game: Game, other: SchemaClient
):
    BotFactory.create(name="special", **fields)

    assert faults(asked(other, game, bots=["random", "special"])) == {("bots", code)}


def test_forks_of_a_missing_game_are_not_found(other: SchemaClient, bots: list[Bot]):
    for response in (
        other.get("/api/v1/games/1234567/forks/"),
        other.post("/api/v1/games/1234567/forks/", {"step": 1, "bots": ["random"] * 2}, format="json"),
    ):
        assert problem(response) == (404, "not_found")


def test_forks_have_their_own_rate(game: Game, other: SchemaClient, anyone: SchemaClient):
    with mock.patch.dict(RATES, {"fork": "1/hour"}):
        assert asked(other, game).status_code == 201
        assert problem(asked(other, game)) == (429, "throttled")
        assert anyone.get(f"/api/v1/games/{game.pk}/forks/").status_code == 200
