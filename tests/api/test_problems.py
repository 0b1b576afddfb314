"""Problems: every code occurs, as `application/problem+json`, without internals of the server."""

import json
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from typing import Any
from unittest import mock

import pytest
from django.db import OperationalError
from django.test import Client, override_settings
from django.urls import reverse

from api import problems
from api.http.lanes import overloaded
from api.problems import PROBLEMS
from api.validation import STABLE_CODES
from engine.core import IllegalAction
from games.errors import (
    ConcurrencyConflict,
    GameIsOver,
    GameNotLive,
    GameNotStarted,
    GameStarted,
    NotYourSeat,
    NotYourTurn,
    PlayRefused,
    SeatForfeited,
    SeatTaken,
    StaleSequence,
    TimeRanOut,
    TooManyOpenGames,
)
from games.models import Game
from tests.api.client import SchemaClient, client_of, faults, problem, user_named
from tests.api.conftest import ORGANISER, OTHER, RATES, STAFF
from tests.api.test_roles import BODY
from tests.games.factories import finished_game, kept_seed, running_game, scheduled_game
from tests.games.tampering import change_event
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

TOURNAMENTS = "/api/v1/tournaments/"


def sent(body: bytes, **headers: Any) -> Any:
    content_type = headers.pop("content_type", "application/json")
    return client_of(ORGANISER).sent(TOURNAMENTS, body, content_type, **headers)


def failing(error: Exception) -> Any:
    with mock.patch("tournaments.selectors.tournament_list", side_effect=error):
        return client_of(ORGANISER).get(TOURNAMENTS)


def overtaken() -> Any:
    with mock.patch("api.v1.tournaments.views.tournament_cancel", side_effect=ConcurrencyConflict(1, 2, 3)):
        return client_of(STAFF).post(f"{TOURNAMENTS}{Tournament.objects.get().pk}/cancel/")


def another_site() -> Any:
    client = SchemaClient(enforce_csrf_checks=True)
    client.force_login(user_named("organiser"))
    return client.post(TOURNAMENTS, BODY, format="json")


def throttled() -> Any:
    with mock.patch.dict(RATES, {"anonymous": "1/minute"}):
        SchemaClient().get("/api/v1/problems/")
        return SchemaClient().get("/api/v1/problems/")


def started_twice() -> Any:
    address = f"{TOURNAMENTS}{Tournament.objects.get().pk}/start/"
    client_of(STAFF).post(address)
    return client_of(STAFF).post(address)


def cancelled_twice() -> Any:
    address = f"{TOURNAMENTS}{Tournament.objects.get().pk}/cancel/"
    client_of(STAFF).post(address)
    return client_of(STAFF).post(address)


def submitted(body: bytes, query: str = "", content_type: str = "application/json") -> Any:
    return client_of(ORGANISER).sent(f"/api/v1/submissions/{query}", body, content_type)


def running(way: str, body: bytes = b"", content_type: str = "application/json") -> Any:
    tournament = Tournament.objects.get()
    client = client_of(ORGANISER)
    client.post(f"{TOURNAMENTS}{tournament.pk}/start/")
    return client.sent(f"/api/v1/{way.format(tournament.pk)}", body, content_type)


def crowded(limit: str, address: str) -> Any:
    with mock.patch(f"django.conf.settings.{limit}", 0):
        return SchemaClient().get(f"/api/v1/games/{address}")


def with_key(key: str, **changes: Any) -> Any:
    return client_of(ORGANISER).post(TOURNAMENTS, BODY | changes, format="json", HTTP_IDEMPOTENCY_KEY=key)


def used_for_something_else() -> Any:
    with_key("a")
    return with_key("a", name="Another")


def in_use() -> Any:
    with mock.patch("api.idempotency.decorator.lock_key", side_effect=lambda *_: nullcontext(False)):
        return with_key("a")


def refused(error: Exception) -> Any:
    body = {"expected_seq": 3, "action": {"kind": "plot_chosen", "data": {"position": 0}}}
    with mock.patch("api.v1.play.views.live_act", side_effect=error):
        return client_of(ORGANISER).post("/api/v1/games/1/events/", body, format="json")


#: How those who play are refused; `test_play.py` meets each of them in earnest.
REFUSALS: list[type[PlayRefused]] = [
    *(GameNotLive, GameNotStarted, GameStarted, NotYourSeat, NotYourTurn, SeatForfeited),
    *(SeatTaken, StaleSequence, TimeRanOut, TooManyOpenGames),
]


def continued(game: Game, **body: Any) -> Any:
    body = {"step": 20, "bots": ["greedy", "random"]} | body
    return client_of(OTHER).post(f"/api/v1/games/{game.pk}/forks/", body, format="json")


def diverged() -> Any:
    game = finished_game()
    change_event(game.pk, 20, "payload", "'{}'")
    return continued(game)


def without_seed() -> Game:
    game = finished_game()
    Game.objects.update(seed=None)
    return game


def while_a_sister_game_goes_on() -> Any:
    seed = kept_seed()
    scheduled_game(seed=seed)
    return continued(finished_game(seed=seed), seed="same")


def full() -> Any:
    """Return the response of an overloaded server; test_lanes requests it."""
    response: Any = overloaded({})
    response.json = lambda: json.loads(response.content)
    return response


#: How each code is met.
WAYS: dict[str, Callable[[], Any]] = {
    **{error.code: partial(refused, error(1)) for error in REFUSALS},
    "game_is_over": lambda: refused(GameIsOver(1, "finished")),
    "illegal_action": lambda: refused(IllegalAction("wrong_phase")),
    "bad_request": lambda: SchemaClient().get("/api/v1/bots/", HTTP_HOST="evil.example"),
    "invalid_request": lambda: sent(b"{}"),
    "invalid_parameters": lambda: SchemaClient().get("/api/v1/bots/?colour=red"),
    "invalid_cursor": lambda: SchemaClient().get("/api/v1/bots/?cursor=x"),
    "not_utf8": lambda: sent(b'{"name":"\xff"}'),
    "byte_order_mark": lambda: sent(b"\xef\xbb\xbf{}"),
    "not_json": lambda: sent(b"{"),
    "not_an_object": lambda: sent(b"[]"),
    "too_deep": lambda: sent(b'{"options":' + b"[" * 5000 + b"]" * 5000 + b"}"),
    "repeated_key": lambda: sent(b'{"name":"a","name":"b"}'),
    "null_refused": lambda: sent(b'{"name":null}'),
    "float_refused": lambda: sent(b'{"seats":NaN}'),
    "out_of_range": lambda: sent(b'{"seats":' + b"9" * 5000 + b"}"),
    "unpaired_surrogate": lambda: sent(b'{"name":"\\ud800"}'),
    "not_authenticated": lambda: SchemaClient().post(TOURNAMENTS, BODY, format="json"),
    "invalid_token": lambda: SchemaClient().get("/api/v1/bots/", HTTP_AUTHORIZATION="Bearer rodeo_x"),
    "permission_denied": lambda: client_of(OTHER).post(f"{TOURNAMENTS}{Tournament.objects.get().pk}/start/"),
    "csrf_failed": another_site,
    "not_found": lambda: SchemaClient().get("/api/v1/games/1234567/"),
    "method_not_allowed": lambda: client_of(STAFF).delete("/api/v1/games/"),
    "not_acceptable": lambda: SchemaClient().get("/api/v1/bots/", HTTP_ACCEPT="image/png"),
    "conflict": overtaken,
    "not_draft": started_twice,
    "already_over": cancelled_twice,
    "parent_not_finished": lambda: continued(running_game(5)),
    "parent_diverged": diverged,
    "seed_unknown": lambda: continued(without_seed(), seed="same"),
    "seed_secret": while_a_sister_game_goes_on,
    "game_not_over": lambda: client_of(OTHER).post(f"/api/v1/games/{running_game(5).pk}/verify/"),
    "invalid_key": lambda: with_key("a b"),
    "key_in_use": in_use,
    "key_reused": used_for_something_else,
    "no_records": lambda: submitted(b"", content_type="application/x-ndjson"),
    "not_your_bot": lambda: submitted(b"{}", query='?bots={"ann":"greedy"}'),
    "too_many_records": lambda: submitted(b"{}\n" * 1001, content_type="application/x-ndjson"),
    "record_refused": lambda: submitted(b"{}"),
    "length_required": lambda: sent(b"", HTTP_TRANSFER_ENCODING="chunked"),
    "body_too_large": lambda: sent(b'{"name":"' + b"x" * 70_000 + b'"}'),
    "unsupported_media_type": lambda: sent(b"name=x", content_type="application/x-www-form-urlencoded"),
    "throttled": throttled,
    "tournament_not_running": lambda: submitted(b"{}", query=f"?tournament={Tournament.objects.get().pk}"),
    "submitted_games_refused": lambda: running("submissions/?tournament={}", b"{}"),
    "ends_by_itself": lambda: running("tournaments/{}/finish/"),
    "too_many_at_once": lambda: crowded("API_MAX_OWN_EXPORTS", "export/"),
    "too_many_exports": lambda: crowded("API_MAX_EXPORTS", "export/"),
    "too_many_streams": lambda: crowded("API_MAX_STREAMS", f"{running_game(5).pk}/stream/"),
    "internal_error": lambda: failing(RuntimeError("the password is hunter2")),
    "overloaded": full,
    "unavailable": lambda: failing(OperationalError("server at 10.1.2.3 is gone")),
}


def test_every_code_can_occur():
    assert set(WAYS) == set(PROBLEMS)


@pytest.mark.parametrize("code", PROBLEMS)
def test_code(code: str, tournament: Tournament):
    response = WAYS[code]()

    returned = response.json()
    assert response.headers["Content-Type"] == "application/problem+json"
    assert problem(response) == (PROBLEMS[code].status, code)
    assert (returned["title"], returned["type"]) == (PROBLEMS[code].title, f"/api/v1/problems/{code}/")
    assert returned["detail"]
    assert response.headers["Cache-Control"] == "no-store"


def test_the_type_of_a_problem_leads_to_its_meaning(anyone: SchemaClient):
    returned = [anyone.get(f"/api/v1/problems/{code}/").json() for code in PROBLEMS]

    assert [each["meaning"] for each in returned] == [known.meaning for known in PROBLEMS.values()]
    assert returned == anyone.get("/api/v1/problems/").json()


@pytest.mark.parametrize("code", ["internal_error", "unavailable"])
def test_a_server_failure_is_reported_without_details(code: str, caplog: pytest.LogCaptureFixture):
    response = WAYS[code]()

    text = response.content.decode()
    assert "Traceback" not in text
    assert "hunter2" not in text
    assert "10.1.2.3" not in text
    assert "Traceback" in caplog.text


@override_settings(DEBUG=True)
def test_a_failure_shows_no_traceback_even_in_debug_mode():
    response = WAYS["internal_error"]()

    assert problem(response) == (500, "internal_error")
    assert b"hunter2" not in response.content


def test_a_failure_while_rendering_is_a_problem():
    with mock.patch("api.formats.renderers.OrjsonRenderer.render", side_effect=TypeError("cannot write")):
        response = SchemaClient(raise_request_exception=False).get("/api/v1/problems/")

    assert problem(response) == (500, "internal_error")


@pytest.mark.parametrize(
    "path",
    [
        "/api/",
        "/api/v2/games/",
        "/api/v1/horses/",
        "/api/v1/games/0/",
        "/api/v1/games/007/",
        "/api/v1/games/-1/",
        "/api/v1/games/x/",
        "/api/v1/games/99999999999999999999999/",
        "/api/v1/games/1/events/2/",
        "/api/v1/bots/%00/",
        "/api/v1/bots/nobody/",
        "/api/v1/rulesets/chess@1/",
        "/api/v1/rulesets/%00/",
        "/api/v1/rulesets/%ff/",
        "/api/v1/problems/no_such_code/",
        "/api/v1/tournaments/1/standings/",
        "/api/v1/tournaments/1/crosstable/",
        "/api/v1/tournaments/1/progress/",
        "/api/v1/games/1/events/",
        "/api/v1/games/1/record/",
        "/api/v1/games/1/frames/",
        "/api/v1/games/1/verify/",
    ],
)
def test_an_unknown_address_is_a_problem(path: str):
    response = Client().get(path)

    assert response.headers["Content-Type"] == "application/problem+json"
    assert (response.status_code, json.loads(response.content)["code"]) == (404, "not_found")


@pytest.mark.parametrize("path", ["tournaments/1/start/", "tournaments/1/cancel/", "games/1/verify/"])
def test_a_missing_row_cannot_be_changed(path: str, staff: SchemaClient):
    assert problem(staff.post(f"/api/v1/{path}")) == (404, "not_found")


def test_a_missing_slash_is_added_for_every_method(anyone: SchemaClient):
    for method in ("GET", "POST"):
        response = anyone.generic(method, "/api/v1/tournaments?limit=3")
        assert (response.status_code, response.headers["Location"]) == (308, "/api/v1/tournaments/?limit=3")


def test_no_slash_is_added_to_an_unknown_address(anyone: SchemaClient):
    assert problem(anyone.get("/api/v1/horses")) == (404, "not_found")


@pytest.mark.parametrize("name", ["api:bots", "api:tournaments", "api:games", "api:rulesets", "api:problems"])
@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE"])
def test_other_methods_are_refused_with_the_allowed_ones(name: str, method: str, staff: SchemaClient):
    response = staff.generic(method, reverse(name))

    assert problem(response) == (405, "method_not_allowed")
    assert "GET" in response.headers["Allow"]


def test_pages_outside_of_the_api_stay_pages(client: Client):
    response = client.get("/no-such-page/")

    assert response.status_code == 404
    assert response.headers["Content-Type"] == "text/html; charset=utf-8"


def test_a_problem_is_sent_whatever_the_client_accepts(anyone: SchemaClient):
    response = anyone.get("/api/v1/games/1/record/", HTTP_ACCEPT="application/jsonl")

    assert problem(response) == (404, "not_found")


def test_wrong_fields_are_named_with_the_expected_value(organiser: SchemaClient):
    response = organiser.post(TOURNAMENTS, {"name": 7}, format="json")

    assert {"field": "name", "code": "wrong_type", "expected": "a text"} in response.json()["errors"]
    assert ("seats", "required") in faults(response)


def test_codes_of_django_and_drf_become_stable_codes():
    assert set(STABLE_CODES.values()) <= set(problems.FIELD_CODES)


def test_a_problem_does_not_repeat_what_it_was_sent(organiser: SchemaClient):
    response = organiser.post(TOURNAMENTS, {**BODY, "ruleset": "<script>x</script>"}, format="json")

    assert b"<script>" not in response.content


def test_a_divergence_is_a_verdict_not_a_problem(game: Game, other: SchemaClient):
    Game.objects.filter(pk=game.pk).update(status="running", finished_at=None)
    Game.objects.filter(pk=game.pk).update(status="finished", finished_at=game.finished_at, termination="")

    response = other.post(f"/api/v1/games/{game.pk}/verify/")

    assert (response.status_code, response.json()["status"]) == (200, "diverged")
