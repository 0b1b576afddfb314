"""Playing over REST: opening and joining games, actions with the events that followed, refusals with their codes."""

from typing import Any
from unittest import mock

import pytest

from games.models import Bot, Game, GameStatus
from games.queries import logged_events
from tests.api.client import SchemaClient, client_of, faults, problem, user_named
from tests.api.conftest import ORGANISER, OTHER, RATES
from tests.api.play import action_of, table, turn_of
from tests.games.factories import finished_game
from tests.games.live_games import time_passes

pytestmark = pytest.mark.django_db

GAMES = "/api/v1/games/"
TABLE: dict[str, Any] = {
    "ruleset": "moon-river@1",
    "options": {"mode": "base"},
    "seats": [{"bot": "rider"}, {"bot": "random"}],
}


def opened(client: SchemaClient, **changes: Any) -> Any:
    return client.post(GAMES, TABLE | changes, format="json")


def acted(client: SchemaClient, game: Game, body: Any, **headers: Any) -> Any:
    return client.post(f"{GAMES}{game.pk}/events/", body, format="json", **headers)


# bots


def test_a_user_creates_a_remote_bot_and_finds_it_among_own_bots(other: SchemaClient, bots: list[Bot]):
    answer = other.post(
        "/api/v1/bots/",
        {"name": "roper-2", "rulesets": ["moon-river@1"], "description": "Ropes."},
        format="json",
    )

    assert answer.status_code == 201
    assert answer.headers["Location"] == "http://testserver/api/v1/bots/roper-2/"
    made = answer.json()
    assert (made["transport"], made["owner"], made["title"], made["active"]) == (
        "remote",
        "other",
        "roper-2",
        True,
    )
    own = other.get("/api/v1/bots/?owner=other&transport=remote").json()["results"]
    assert [bot["name"] for bot in own] == ["roper-2"]


@pytest.mark.parametrize(
    ("body", "field", "code"),
    [
        ({}, "name", "required"),
        ({"name": "Upper"}, "name", "bad_name"),
        ({"name": "a b"}, "name", "bad_name"),
        ({"name": "x" * 65}, "name", "too_long"),
        ({"name": "rider"}, "name", "name_taken"),
        ({"name": "prospector"}, "name", "name_taken"),
        ({"name": "new", "rulesets": ["chess@1"]}, "ruleset", "unknown_ruleset"),
        ({"name": "new", "transport": "builtin"}, "transport", "unknown_field"),
        ({"name": "new", "title": "x" * 121}, "title", "too_long"),
    ],
)
def test_a_bot_with_a_fault_is_refused_with_its_field_and_code(
    body: Any, field: str, code: str, rider: Bot, other: SchemaClient
):
    before = Bot.objects.count()

    answer = other.post("/api/v1/bots/", body, format="json")

    assert problem(answer) == (400, "invalid_request")
    assert faults(answer) == {(field, code)}
    assert Bot.objects.count() == before


def test_bots_of_one_user_have_a_limit(other: SchemaClient):
    with mock.patch("games.bots.remote.MAX_BOTS", 1):
        assert other.post("/api/v1/bots/", {"name": "one"}, format="json").status_code == 201
        assert faults(other.post("/api/v1/bots/", {"name": "two"}, format="json")) == {("name", "too_many")}


# tables


def test_a_game_without_open_seats_begins_at_once(rider: Bot, organiser: SchemaClient):
    answer = opened(organiser, clock={"move_seconds": 5, "bank_seconds": 60, "increment_seconds": 2})

    assert answer.status_code == 201
    game = answer.json()
    assert (game["status"], game["origin"], game["seed"]) == ("running", "live", None)
    assert len(game["commitment"]) == 64
    live = game["live"]
    assert live["clock"] == {"move_seconds": 5, "bank_seconds": 60, "increment_seconds": 2}
    assert (live["created_by"], live["open_seats"], live["expires_at"]) == ("organiser", [], None)
    assert (live["due_seat"], live["banks_ms"]) == (0, [60_000, 60_000])


def test_another_user_s_bot_can_take_an_open_seat(rider: Bot, organiser: SchemaClient, other: SchemaClient):
    other.post("/api/v1/bots/", {"name": "roper"}, format="json")
    waiting = opened(organiser, seats=[{"bot": "rider"}, {}, {"bot": "random"}]).json()
    address = f"{GAMES}{waiting['id']}/seats/1/"
    assert (waiting["status"], waiting["live"]["open_seats"]) == ("scheduled", [1])
    listed = other.get(f"{GAMES}?origin=live&status=scheduled").json()["results"]
    assert [game["id"] for game in listed] == [waiting["id"]]

    answer = other.post(address, {"bot": "roper"}, format="json")

    game = answer.json()
    assert answer.status_code == 200
    assert game["status"] == "running"
    assert [seat["player"] for seat in game["seating"]] == ["rider", "roper", "random"]
    assert problem(other.post(address, {"bot": "roper"}, format="json")) == (409, "game_started")


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"ruleset": "chess@1"}, "ruleset", "unknown_ruleset"),
        ({"seats": []}, "seats", "too_short"),
        ({"seats": [{}]}, "seats", "wrong_seat_count"),
        ({"seats": [{}] * 13}, "seats", "too_long"),
        ({"seats": [{"bot": "rider"}, {"bot": "nobody"}]}, "seats.1.bot", "not_found"),
        ({"seats": [{"bot": "rider"}, {"bot": "theirs"}]}, "seats.1.bot", "bot_not_yours"),
        ({"seats": [{"bot": "rider"}, {"bot": "asleep"}]}, "seats.1.bot", "bot_not_active"),
        ({"seats": [{"bot": "rider"}, {"bot": "digger"}]}, "seats.1.bot", "bot_plays_other_rulesets"),
        ({"seats": [{"bot": "rider"}, {"bot": "bot-nobody-knows"}]}, "seats.1.bot", "bot_not_runnable"),
        ({"seats": [{"bot": "rider"}, {"open": True}]}, "seats.1.open", "unknown_field"),
        ({"seats": [{"bot": "rider"}, "random"]}, "seats.1", "wrong_type"),
        ({"seats": [{"bot": "random"}, {"bot": "random"}]}, "seats", "no_remote_seat"),
        ({"options": {"mode": "wild"}}, "options.mode", "invalid_options"),
        ({"components": "1999-1"}, "components", "unknown_components"),
        ({"clock": {"move_seconds": 0, "bank_seconds": 0}}, "clock", "no_time"),
        ({"clock": {"move_seconds": -1}}, "clock.move_seconds", "too_small"),
        ({"clock": {"bank_seconds": 10**7}}, "clock.bank_seconds", "too_large"),
        ({"clock": []}, "clock", "wrong_type"),
        ({"open_minutes": 0}, "open_minutes", "too_small"),
        ({"seed": "00" * 32}, "seed", "unknown_field"),
    ],
)
def test_a_game_with_a_fault_is_refused_with_its_field_and_code(
    changes: Any, field: str, code: str, rider: Bot, organiser: SchemaClient
):
    remote = {"transport": "remote", "owner": user_named("organiser")}
    Bot.objects.create(name="theirs", transport="remote", owner=user_named("other"))
    Bot.objects.create(name="asleep", active=False, **remote)
    Bot.objects.create(name="digger", rulesets=["goldgraeber@1"], **remote)
    Bot.objects.create(name="bot-nobody-knows")

    answer = opened(organiser, **changes)

    assert problem(answer) == (400, "invalid_request")
    assert faults(answer) == {(field, code)}
    assert not Game.objects.exists()


def test_open_games_of_a_user_have_a_limit(rider: Bot, organiser: SchemaClient):
    seats: Any = [{"bot": "rider"}, {}]
    with mock.patch("games.live.lobby.MAX_OPEN_GAMES", 1):
        assert opened(organiser, seats=seats).status_code == 201
        assert problem(opened(organiser, seats=seats)) == (409, "too_many_open_games")
        assert opened(organiser).status_code == 201  # is played at once


def test_only_an_open_seat_can_be_taken_and_only_by_an_own_bot(
    open_game: Game, organiser: SchemaClient, other: SchemaClient
):
    def taken(client: SchemaClient, seat: int, bot: str, game: Game = open_game) -> Any:
        return client.post(f"{GAMES}{game.pk}/seats/{seat}/", {"bot": bot}, format="json")

    assert problem(taken(organiser, 0, "rider")) == (409, "seat_taken")
    assert problem(taken(organiser, 2, "rider")) == (404, "not_found")
    assert faults(taken(other, 1, "rider")) == {("bot", "bot_not_yours")}
    assert faults(taken(other, 1, "random")) == {("bot", "bot_not_yours")}
    assert problem(taken(organiser, 0, "rider", finished_game())) == (409, "game_not_live")
    assert taken(organiser, 1, "random").json()["status"] == "running"


def test_an_open_game_can_be_withdrawn(open_game: Game, organiser: SchemaClient):
    answer = organiser.post(f"{GAMES}{open_game.pk}/withdraw/")

    assert answer.json()["status"] == "voided"
    assert answer.json()["live"]["expires_at"] is None
    assert problem(organiser.post(f"{GAMES}{open_game.pk}/withdraw/")) == (409, "game_started")


def test_a_running_game_cannot_be_withdrawn(live_game: Game, organiser: SchemaClient):
    assert problem(organiser.post(f"{GAMES}{live_game.pk}/withdraw/")) == (409, "game_started")
    assert problem(organiser.post(f"{GAMES}{finished_game().pk}/withdraw/")) == (409, "game_not_live")


# actions


def test_the_response_to_an_action_has_the_events_and_the_next_turn(live_game: Game, organiser: SchemaClient):
    body = action_of(live_game)

    answer = acted(organiser, live_game, body)

    returned = answer.json()
    assert answer.status_code == 201
    log = logged_events(live_game.pk, first=body["expected_seq"] + 1)
    assert [event["seq"] for event in returned["events"]] == [event.seq for event in log]
    assert [event["hash"] for event in returned["events"]] == [event.chain.hex() for event in log]
    assert returned["events"][0] == {
        "seq": body["expected_seq"] + 1,
        "actor": 0,
        **body["action"],
        "hash": log[0].chain.hex(),
    }
    assert returned["turn"]["expected_seq"] == log[-1].seq
    assert returned["turn"]["legal"][0]["kind"] == turn_of(live_game).legal[0][0]


def test_the_same_key_gets_the_same_response_after_the_game_has_continued(
    live_game: Game, organiser: SchemaClient
):
    body = action_of(live_game)
    first = acted(organiser, live_game, body, HTTP_IDEMPOTENCY_KEY="move-1")
    acted(organiser, live_game, action_of(live_game))
    head = len(logged_events(live_game.pk))

    again = acted(organiser, live_game, body, HTTP_IDEMPOTENCY_KEY="move-1")

    assert (again.status_code, again.content) == (201, first.content)
    assert len(logged_events(live_game.pk)) == head


def test_a_repeated_action_without_a_key_gets_all_events_since(live_game: Game, organiser: SchemaClient):
    body = action_of(live_game)
    first = acted(organiser, live_game, body).json()
    head = len(logged_events(live_game.pk))

    again = acted(organiser, live_game, body)

    assert again.status_code == 200
    assert again.json()["events"] == first["events"]
    assert len(logged_events(live_game.pk)) == head


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"expected_seq": 0}, 409, "stale"),
        ({"expected_seq": 999}, 409, "stale"),
        ({"action": {"kind": "plot_chosen", "data": {"position": 9}}}, 422, "illegal_action"),
        ({"action": {"kind": "plot_chosen", "data": {"position": "0"}}}, 422, "illegal_action"),
        ({"action": {"kind": "cow_removed", "data": {"cell": [0, 0]}}}, 422, "illegal_action"),
        ({"action": {"kind": "nonsense", "data": {}}}, 422, "illegal_action"),
        (
            {"action": {"kind": "seat_forfeited", "data": {"seat": 1, "reason": "timeout"}}},
            422,
            "illegal_action",
        ),
        ({"action": {"kind": "plot_chosen"}}, 400, "invalid_request"),
        ({"action": [1]}, 400, "invalid_request"),
        ({"action": {"kind": "plot_chosen", "data": {"position": 0}, "actor": 1}}, 400, "invalid_request"),
        ({"expected_seq": "1"}, 400, "invalid_request"),
        ({"expected_seq": -1}, 400, "invalid_request"),
    ],
)
def test_an_action_that_cannot_be_taken_is_refused_and_changes_nothing(
    changes: Any, status: int, code: str, live_game: Game, organiser: SchemaClient
):
    before = logged_events(live_game.pk)

    answer = acted(organiser, live_game, action_of(live_game) | changes)

    assert problem(answer) == (status, code)
    assert logged_events(live_game.pk) == before


def test_the_problem_of_an_illegal_action_names_the_rule(live_game: Game, organiser: SchemaClient):
    body = action_of(live_game) | {"action": {"kind": "expansion_declined", "data": {}}}

    error = acted(organiser, live_game, body).json()["errors"][0]

    assert error == {"field": "action", "code": "wrong_phase", "expected": error["expected"]}


def test_only_players_can_act(live_game: Game, other: SchemaClient, staff: SchemaClient):
    body = action_of(live_game)

    assert problem(acted(other, live_game, body)) == (403, "not_your_seat")
    assert problem(acted(staff, live_game, body)) == (403, "not_your_seat")


def test_games_that_are_not_live_accept_no_actions(open_game: Game, organiser: SchemaClient):
    body = {"expected_seq": 0, "action": {"kind": "plot_chosen", "data": {"position": 0}}}

    assert problem(acted(organiser, open_game, body)) == (409, "game_not_started")
    assert problem(acted(organiser, finished_game(), body)) == (409, "game_not_live")
    assert problem(organiser.post(f"{GAMES}123456/events/", body, format="json")) == (404, "not_found")


def test_an_action_after_the_deadline_is_refused_and_the_seat_forfeits(
    live_game: Game, organiser: SchemaClient
):
    for key in ({}, {"HTTP_IDEMPOTENCY_KEY": "late"}):
        game = table("rider", "random", by="organiser")
        body = action_of(game)
        time_passes(game, 10_000)

        answer = acted(organiser, game, body, **key)

        assert problem(answer) == (409, "time_ran_out")
        game.refresh_from_db()
        assert game.status == GameStatus.FINISHED
        assert [seat.forfeit for seat in game.seating.all()] == ["timeout", ""]
        assert problem(acted(organiser, game, body)) == (410, "game_is_over")


def test_a_seat_that_resigns_loses(live_game: Game, organiser: SchemaClient, other: SchemaClient):
    address = f"{GAMES}{live_game.pk}/resign/"
    assert problem(other.post(address)) == (403, "not_your_seat")

    answer = organiser.post(address, {"seat": 0}, format="json")

    assert [event["kind"] for event in answer.json()["events"]] == ["seat_forfeited", "game_finished"]
    assert answer.json()["turn"] is None
    game = organiser.get(f"{GAMES}{live_game.pk}/").json()
    assert [(seat["place"], seat["forfeit"]) for seat in game["seating"]] == [(2, "resigned"), (1, "")]
    assert game["seed"] is not None
    assert problem(organiser.post(address)) == (410, "game_is_over")


def test_actions_have_their_own_rate_limit(live_game: Game, organiser: SchemaClient):
    with mock.patch.dict(RATES, {"user": "1/hour", "play": "2/minute"}):
        answers = [acted(organiser, live_game, action_of(live_game)).status_code for _ in range(3)]
        assert answers == [201, 201, 429]
        assert organiser.get("/api/v1/turns/").status_code == 429
        assert organiser.get(f"{GAMES}{live_game.pk}/events/").status_code == 200


def test_opening_games_has_its_own_rate_limit(rider: Bot, organiser: SchemaClient):
    with mock.patch.dict(RATES, {"tables": "1/hour"}):
        assert [opened(organiser).status_code for _ in range(2)] == [201, 429]


def test_an_action_costs_the_same_at_any_time_of_a_game(live_game: Game, django_assert_max_num_queries):
    organiser = client_of(ORGANISER)
    client_of(OTHER)
    for number in range(8):
        body = action_of(live_game)
        with django_assert_max_num_queries(24 if number else 40):
            assert acted(organiser, live_game, body).status_code == 201
