"""Unusual requests: other methods, odd queries, odd headers; none fails the server."""

from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import Bot, Game
from tests.api.client import SchemaClient, faults, operations, problem, schema
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

MODEST = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def paths_by_parameter() -> dict[str, list[str]]:
    """
    Return for every parameter of a GET, but the one that makes its request wait (`test_turns.py`), where it is taken.
    """
    found: dict[str, list[str]] = {}
    for path, method, operation in operations():
        for parameter in operation.get("parameters", ()):
            if method == "GET" and parameter["in"] == "query" and parameter["name"] != "wait":
                found.setdefault(parameter["name"], []).append(path)
    return found


PATHS = paths_by_parameter()


@pytest.fixture
def addresses(tournament: Tournament, game: Game) -> dict[str, str]:
    """Every path of the schema with values in place of names."""
    values = {
        "code": "not_found",
        "key": "moon-river@1",
        "name": "greedy",
        "tournament_id": tournament.pk,
        "game_id": game.pk,
        "seat": 0,
    }
    return {path: path.format(**values) for path in schema()["paths"]}


def test_head_responds_like_get_without_a_body(addresses: dict[str, str], other: SchemaClient):
    for path, methods in schema()["paths"].items():
        if "get" in methods:
            got, headed = other.get(addresses[path]), other.head(addresses[path])
            assert (headed.status_code, headed.headers["Content-Type"]) == (200, got.headers["Content-Type"])


def test_options_lists_the_methods_of_an_address(
    addresses: dict[str, str], anyone: SchemaClient, staff: SchemaClient
):
    for path, methods in schema()["paths"].items():
        for client in (anyone, staff):
            response = client.options(addresses[path])
            is_public = {} in methods.get("get", {}).get("security", ())
            assert response.status_code in ((204,) if is_public else (204, 401)), path
            allowed = set(response.headers["Allow"].split(", "))
            assert {method.upper() for method in methods} <= allowed


def test_a_browser_gets_json(anyone: SchemaClient):
    accept = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"

    assert anyone.get("/api/v1/", HTTP_ACCEPT=accept).headers["Content-Type"] == "application/json"


def test_the_entry_point_lists_the_other_addresses(anyone: SchemaClient):
    for name, address in anyone.get("/api/v1/").json().items():
        accept = "text/html" if name == "docs" else "*/*"
        assert anyone.get(address, HTTP_ACCEPT=accept).status_code == 200, name


@pytest.mark.parametrize(
    "accept", ["", "x", "/", "*/*;q=nonsense", "application/json;charset=latin-1", "é", "a/b," * 5000]
)
def test_any_accept_header_gets_a_response(accept: str, anyone: SchemaClient):
    assert anyone.get("/api/v1/bots/", HTTP_ACCEPT=accept).status_code in (200, 406)


@pytest.mark.parametrize(
    "query",
    ["%", "%ff=%ff", "=", "&&&", "a=b=c", "%00=1", "limit=%ff", "cursor=%ff%fe", "cursor=%F0%9F%90%84"],
)
def test_a_query_of_odd_bytes_is_refused_or_parsed(query: str, anyone: SchemaClient):
    response = anyone.get(f"/api/v1/games/?{query}")

    assert response.status_code == 200 if query == "&&&" else response.status_code == 400


def test_too_many_parameters_are_refused(anyone: SchemaClient):
    response = anyone.get("/api/v1/games/?" + "&".join(f"p{number}=1" for number in range(2000)))

    assert problem(response) == (400, "bad_request")


def test_a_very_long_parameter_name_is_shortened(anyone: SchemaClient):
    response = anyone.get("/api/v1/games/?" + "x" * 5000 + "=1")

    assert faults(response) == {("x" * 80, "unknown_parameter")}


@pytest.mark.parametrize("parameter", PATHS)
@MODEST
@given(value=st.text(max_size=30) | st.integers().map(str) | st.floats().map(str), data=st.data())
def test_any_value_of_a_parameter_is_refused_or_accepted(
    parameter: str, value: str, data: st.DataObject, bots: list[Bot], other: SchemaClient
):
    address = data.draw(st.sampled_from(PATHS[parameter])).format(game_id=1, tournament_id=1)

    response = other.get(f"{address}?{parameter}={quote(value, errors='surrogatepass')}")

    assert response.status_code in (200, 400, 404)


@MODEST
@given(tail=st.text(max_size=30))
def test_any_address_gets_a_response(tail: str, db: Any, anyone: SchemaClient):
    for start in ("", "games/", "bots/", "rulesets/", "tournaments/1/", "games/1/"):
        response = anyone.get(f"/api/v1/{start}{quote(tail, errors='surrogatepass', safe='/')}/")
        assert response.status_code in (200, 400, 401, 404, 406)
