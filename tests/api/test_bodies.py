"""Bodies: any wrong body is refused with a code and nothing is stored."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import Bot
from tests.api.client import SchemaClient, client_of, faults, problem
from tests.api.conftest import ORGANISER
from tests.api.test_roles import BODY
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/tournaments/"


def sent(client: SchemaClient, body: Any) -> Any:
    return client.post(ADDRESS, body, format="json")


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"name": ""}, "name", "blank"),
        ({"name": "   "}, "name", "blank"),
        ({"name": "x" * 201}, "name", "too_long"),
        ({"name": 3}, "name", "wrong_type"),
        ({"name": ["x"]}, "name", "wrong_type"),
        ({"name": "a\x00b"}, "name", "bad_character"),
        ({"ruleset": "chess@1"}, "ruleset", "unknown_ruleset"),
        ({"ruleset": {}}, "ruleset", "wrong_type"),
        ({"seats": "2"}, "seats", "wrong_type"),
        ({"seats": True}, "seats", "wrong_type"),
        ({"seats": []}, "seats", "wrong_type"),
        ({"seats": 0}, "seats", "too_small"),
        ({"seats": 5}, "seats", "wrong_seat_count"),
        ({"seats": 10**17}, "seats", "too_large"),
        ({"bots": "greedy"}, "bots", "wrong_type"),
        ({"bots": {"0": "greedy"}}, "bots", "wrong_type"),
        ({"bots": []}, "bots", "too_short"),
        ({"bots": ["greedy"] * 201}, "bots", "too_long"),
        ({"bots": ["greedy"]}, "bots", "too_few_entrants"),
        ({"bots": ["greedy", 7]}, "bots.1", "wrong_type"),
        ({"bots": ["greedy", ""]}, "bots.1", "blank"),
        ({"bots": ["greedy", "nobody"]}, "bots.1", "not_found"),
        ({"deals": 0}, "deals", "too_small"),
        ({"deals": 10_001}, "deals", "too_large"),
        ({"deals": "1"}, "deals", "wrong_type"),
        ({"options": []}, "options", "wrong_type"),
        ({"options": "base"}, "options", "wrong_type"),
        ({"components": 1}, "components", "wrong_type"),
        ({"components": "1999-1"}, "components", "unknown_components"),
        ({"rotation": "sideways"}, "rotation", "unknown_value"),
        ({"rotation": 7}, "rotation", "unknown_value"),
        ({"rotation": {}}, "rotation", "unknown_value"),
        ({"colour": "red"}, "colour", "unknown_field"),
        ({"created_by": "staff"}, "created_by", "unknown_field"),
        ({"status": "finished"}, "status", "unknown_field"),
    ],
)
def test_a_wrong_field_is_named(
    changes: Any, field: str, code: str, organiser: SchemaClient, bots: list[Bot]
):
    response = sent(organiser, {**BODY, **changes})

    assert problem(response) == (400, "invalid_request")
    assert faults(response) == {(field, code)}
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"mode": "chess"},
        {"mode": 1},
        {"mode": "base", "scenario": "gold_rush"},
        {"mode": "base", "x": 1},
        {"x": {"y": [1]}},
    ],
)
def test_the_ruleset_validates_options(options: Any, organiser: SchemaClient, bots: list[Bot]):
    response = sent(organiser, {**BODY, "options": options})

    assert problem(response) == (400, "invalid_request")
    assert {(field.partition(".")[0], code) for field, code in faults(response)} == {
        ("options", "invalid_options")
    }
    assert all(error["expected"] for error in response.json()["errors"])


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"active": False}, "bot_not_active"),
        ({"rulesets": ["goldgraeber@1"]}, "bot_plays_other_rulesets"),
    ],
)
def test_a_bot_that_cannot_be_entered_is_refused(
    change: Any, code: str, organiser: SchemaClient, bots: list[Bot]
):
    Bot.objects.filter(name="greedy").update(**change)

    assert faults(sent(organiser, BODY)) == {("bots", code)}


def test_a_tournament_of_too_many_games_is_refused(organiser: SchemaClient, bots: list[Bot]):
    response = sent(organiser, {**BODY, "bots": ["greedy"] * 200, "deals": 10_000})

    assert faults(response) == {("deals", "too_many_games")}


@pytest.mark.parametrize("path", ["start", "cancel"])
def test_a_body_with_fields_is_refused_where_none_is_expected(
    path: str, organiser: SchemaClient, tournament: Tournament
):
    response = organiser.post(f"{ADDRESS}{tournament.pk}/{path}/", {"force": True}, format="json")

    assert faults(response) == {("force", "unknown_field")}


@pytest.mark.parametrize(
    "content_type",
    [
        "text/plain",
        "application/xml",
        "multipart/form-data; boundary=x",
        "application/json; charset=latin-1",
        "application/json; charset=utf-16",
        "application/jsonx",
        "nonsense",
        "application/json" + "x" * 500,
    ],
)
def test_other_media_types_are_refused(content_type: str, organiser: SchemaClient):
    response = organiser.sent(ADDRESS, b"{}", content_type=content_type)

    assert problem(response) == (415, "unsupported_media_type")


def test_compressed_bodies_are_refused(organiser: SchemaClient):
    response = organiser.sent(ADDRESS, b"{}", HTTP_CONTENT_ENCODING="gzip")

    assert problem(response) == (415, "unsupported_media_type")


def test_utf8_may_be_named(organiser: SchemaClient):
    response = organiser.sent(ADDRESS, b"{}", content_type='application/json; charset="UTF-8"')

    assert problem(response) == (400, "invalid_request")


def test_a_body_of_spaces_is_not_json(organiser: SchemaClient):
    assert problem(organiser.sent(ADDRESS, b"  \n ")) == (
        400,
        "not_json",
    )


def test_fields_of_a_missing_body_are_required(organiser: SchemaClient):
    response = organiser.post(ADDRESS)

    assert {("name", "required"), ("bots", "required")} <= faults(response)


def test_a_body_just_within_the_limit_is_read(organiser: SchemaClient, settings: Any):
    body = b'{"name":"%s"}' % (b"x" * (settings.API_MAX_BODY_BYTES - 11))
    assert len(body) == settings.API_MAX_BODY_BYTES

    assert ("name", "too_long") in faults(organiser.sent(ADDRESS, body))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=st.binary(max_size=200))
def test_any_bytes_are_refused_with_a_code(body: bytes, db: None):
    response = client_of(ORGANISER).sent(ADDRESS, body)

    assert response.status_code == 400
    assert not Tournament.objects.exists()


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    changes=st.dictionaries(
        st.sampled_from([*BODY, "deals", "components", "rotation", "x"]), values, min_size=1
    )
)
@pytest.mark.long
def test_any_json_is_accepted_or_refused_with_a_code(changes: Any, bots: list[Bot]):
    body = json.dumps({**BODY, **changes}).encode("utf-8", "surrogatepass")  # NaN and infinity included

    response = client_of(ORGANISER).sent(ADDRESS, body)

    assert response.status_code in (201, 400)
