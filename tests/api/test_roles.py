"""Permissions: every operation of the schema, requested by every role."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction

from api.auth import token_create
from games.models import Bot, Game
from tests.api.client import SchemaClient, operations, user_named
from tests.api.play import action_of
from tournaments.models import Tournament
from tournaments.planning import tournament_start

ROLES = ("anyone", "other", "organiser", "staff")
EVERYONE = dict.fromkeys(ROLES, 200)
USERS = {**EVERYONE, "anyone": 401}
OWN = {"anyone": 401, "other": 403, "organiser": 200, "staff": 200}

CREATED = {role: 401 if role == "anyone" else 201 for role in ROLES}
#: Staff play for no other user.
PLAYER = {**OWN, "staff": 403}

#: The status of each operation for each role.
ANSWERS: dict[tuple[str, str], dict[str, int]] = {
    ("GET", "/"): EVERYONE,
    ("GET", "/problems/"): EVERYONE,
    ("GET", "/problems/{code}/"): EVERYONE,
    ("GET", "/rulesets/"): EVERYONE,
    ("GET", "/rulesets/{key}/"): EVERYONE,
    ("GET", "/bots/"): EVERYONE,
    ("POST", "/bots/"): CREATED,
    ("GET", "/bots/{name}/"): EVERYONE,
    ("GET", "/tournaments/"): EVERYONE,
    ("POST", "/tournaments/"): CREATED,
    ("GET", "/tournaments/{tournament_id}/"): EVERYONE,
    ("PATCH", "/tournaments/{tournament_id}/"): OWN,
    ("PATCH", "/tournaments/{tournament_id}/games/{game_id}/"): {
        "anyone": 401,
        "other": 403,
        "organiser": 404,
        "staff": 404,
    },
    ("POST", "/tournaments/{tournament_id}/start/"): OWN,
    ("POST", "/tournaments/{tournament_id}/cancel/"): OWN,
    ("POST", "/tournaments/{tournament_id}/finish/"): {
        "anyone": 401,
        "other": 403,
        "organiser": 409,
        "staff": 409,
    },
    ("GET", "/tournaments/{tournament_id}/standings/"): EVERYONE,
    ("GET", "/tournaments/{tournament_id}/crosstable/"): EVERYONE,
    ("GET", "/tournaments/{tournament_id}/progress/"): EVERYONE,
    ("GET", "/tournaments/{tournament_id}/stream/"): EVERYONE,
    ("GET", "/games/"): EVERYONE,
    ("POST", "/games/"): {"anyone": 401, "other": 400, "organiser": 201, "staff": 400},
    ("GET", "/games/export/"): EVERYONE,
    ("GET", "/games/{game_id}/"): EVERYONE,
    ("POST", "/games/{game_id}/seats/{seat}/"): {"anyone": 401, "other": 400, "organiser": 200, "staff": 400},
    ("POST", "/games/{game_id}/withdraw/"): OWN,
    ("POST", "/games/{game_id}/resign/"): PLAYER,
    ("GET", "/turns/"): USERS,
    ("GET", "/games/{game_id}/events/"): EVERYONE,
    ("POST", "/games/{game_id}/events/"): {**PLAYER, "organiser": 201},
    ("GET", "/games/{game_id}/record/"): EVERYONE,
    ("GET", "/games/{game_id}/frames/"): EVERYONE,
    ("GET", "/games/{game_id}/forks/"): EVERYONE,
    ("POST", "/games/{game_id}/forks/"): {role: 401 if role == "anyone" else 201 for role in ROLES},
    ("GET", "/games/{game_id}/verify/"): EVERYONE,
    ("POST", "/games/{game_id}/verify/"): USERS,
    ("GET", "/games/{game_id}/stream/"): EVERYONE,
    ("POST", "/submissions/"): {role: 401 if role == "anyone" else 422 for role in ROLES},
    ("POST", "/receipts/verify/"): dict.fromkeys(ROLES, 400),
}

BODY: dict[str, Any] = {
    "name": "New",
    "ruleset": "moon-river@1",
    "seats": 2,
    "bots": ["greedy", "random"],
    "options": {"mode": "base"},
}


FORK: dict[str, Any] = {"step": 40, "bots": ["greedy", "random"]}
BODIES: dict[str, dict[str, Any]] = {
    "/tournaments/": BODY,
    "/tournaments/{tournament_id}/": {"submitted_games": "exact"},
    "/tournaments/{tournament_id}/games/{game_id}/": {"withdrawn": True},
    "/games/{game_id}/forks/": FORK,
    "/bots/": {"name": "roper"},
    "/games/": {"ruleset": "moon-river@1", "options": {"mode": "base"}, "seats": [{"bot": "rider"}, {}]},
    "/games/{game_id}/seats/{seat}/": {"bot": "rider"},
}


def test_every_operation_is_requested_by_every_role():
    assert {(method, path.removeprefix("/api/v1")) for path, method, _ in operations()} == set(ANSWERS)


SEND = {"POST": SchemaClient.post, "PATCH": SchemaClient.patch}

#: The game of an operation, where it is not the finished one.
GAMES = {"seats": "open_game", "withdraw": "open_game", "resign": "live_game", "POST events": "live_game"}


def body_of(method: str, path: str, game: Game) -> dict[str, Any]:
    """Return what an operation is sent."""
    if (method, path.rpartition("/{game_id}")[2]) == ("POST", "/events/"):
        return action_of(game)
    return BODIES.get(path, {})


@pytest.mark.parametrize(("method", "path"), list(ANSWERS))
def test_roles(method: str, path: str, tournament: Tournament, rider: Bot, request: pytest.FixtureRequest):
    word = path.strip("/").split("/")[2:3] or [""]
    game: Game = request.getfixturevalue(GAMES.get(word[0]) or GAMES.get(f"{method} {word[0]}", "game"))
    body = body_of(method, path, game)
    address = "/api/v1" + path.format(
        code="not_found",
        key="moon-river@1",
        name="greedy",
        tournament_id=tournament.pk,
        game_id=game.pk,
        seat=1,
    )
    responses = {}
    for role in ROLES:
        client: SchemaClient = request.getfixturevalue(role)
        with undone():
            response = (
                client.get(address) if method == "GET" else SEND[method](client, address, body, format="json")
            )
        responses[role] = response.status_code

    assert responses == ANSWERS[method, path]


@contextmanager
def undone() -> Iterator[None]:
    """Roll back the changes of the block, so that every role finds the same rows."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def test_a_tournament_belongs_to_its_creator(organiser: SchemaClient, other: SchemaClient, bots: list[Any]):
    created = organiser.post("/api/v1/tournaments/", BODY, format="json")
    address = created.headers["Location"].removeprefix("http://testserver")

    assert created.json()["created_by"] == "organiser"
    assert other.post(f"{address}start/", {}, format="json").status_code == 403
    assert organiser.post(f"{address}start/", {}, format="json").json()["status"] == "running"


def test_a_tournament_without_a_creator_belongs_to_staff(
    tournament: Tournament, organiser: SchemaClient, staff: SchemaClient
):
    Tournament.objects.update(created_by=None)

    assert organiser.post(f"/api/v1/tournaments/{tournament.pk}/start/").status_code == 403
    assert staff.post(f"/api/v1/tournaments/{tournament.pk}/start/").status_code == 200


@pytest.mark.parametrize(
    ("role", "is_shown"), [("anyone", False), ("other", False), ("organiser", True), ("staff", True)]
)
def test_only_organisers_read_details_of_the_servers(
    role: str, is_shown: bool, tournament: Tournament, request: pytest.FixtureRequest
):
    tournament_start(tournament)
    fault = "cannot reach valkey-7.internal"
    Tournament.objects.update(publish_fault=fault)

    response = request.getfixturevalue(role).get(f"/api/v1/tournaments/{tournament.pk}/progress/")

    blockers = {blocker["code"]: blocker["detail"] for blocker in response.json()["blockers"]}
    assert (fault in blockers["broker_unreachable"]) is is_shown


def test_a_session_may_read(tournament: Tournament):
    client = SchemaClient()
    client.force_login(user_named("organiser"))

    assert client.get("/api/v1/tournaments/").status_code == 200


def test_a_session_needs_the_csrf_token_to_change_anything(tournament: Tournament):
    client = SchemaClient(enforce_csrf_checks=True)
    client.force_login(user_named("organiser"))

    response = client.post(f"/api/v1/tournaments/{tournament.pk}/start/", {}, format="json")

    assert (response.status_code, response.json()["code"]) == (403, "csrf_failed")


def test_a_token_takes_precedence_over_a_session(tournament: Tournament):
    client = SchemaClient(enforce_csrf_checks=True)
    client.force_login(user_named("other"))
    secret = token_create(owner=user_named("organiser"), name="x").secret

    response = client.post(
        f"/api/v1/tournaments/{tournament.pk}/start/",
        {},
        format="json",
        HTTP_AUTHORIZATION=f"Bearer {secret}",
    )

    assert response.status_code == 200
