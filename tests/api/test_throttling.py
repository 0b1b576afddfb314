"""Throttling: requests per client, counted over all processes."""

from typing import Any
from unittest import mock

import pytest
from django.conf import settings
from django.test import override_settings
from redis.exceptions import ConnectionError as BrokerGone

from api.auth import token_create
from api.limits import PlayThrottle
from api.limits.throttling import AnonymousThrottle, UserThrottle
from api.v1 import urls
from games.models import Game
from tests.api.client import SchemaClient, problem, user_named
from tests.api.conftest import RATES
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/problems/"

#: As they are before any test changes them.
RATES_SET = set(settings.API_RATES)


@pytest.fixture
def rates() -> Any:
    limits = {"anonymous": "2/minute", "user": "3/minute", "organise": "1/hour", "verify": "1/hour"}
    with mock.patch.dict(RATES, limits):
        yield limits


def asked(client: SchemaClient, times: int, **headers: Any) -> list[int]:
    return [client.get(ADDRESS, **headers).status_code for _ in range(times)]


def test_a_request_beyond_the_rate_is_refused_with_the_time_to_wait(rates: Any, anyone: SchemaClient):
    assert asked(anyone, 3) == [200, 200, 429]

    response = anyone.get(ADDRESS)
    assert problem(response) == (429, "throttled")
    assert 1 <= int(response.headers["Retry-After"]) <= 60


def test_the_next_window_counts_from_zero(rates: Any, anyone: SchemaClient):
    with mock.patch("api.limits.throttling.time.time", return_value=1_000_000.0):
        assert asked(anyone, 3) == [200, 200, 429]
    with mock.patch("api.limits.throttling.time.time", return_value=1_000_060.0):
        assert asked(anyone, 1) == [200]


def test_addresses_are_counted_separately(rates: Any, anyone: SchemaClient):
    assert asked(anyone, 3, REMOTE_ADDR="10.0.0.1") == [200, 200, 429]
    assert asked(anyone, 1, REMOTE_ADDR="10.0.0.2") == [200]


def test_a_forwarded_address_is_not_trusted(rates: Any, anyone: SchemaClient):
    responses = [
        anyone.get(ADDRESS, HTTP_X_FORWARDED_FOR=f"10.0.0.{number}").status_code for number in range(3)
    ]

    assert responses == [200, 200, 429]


def test_all_tokens_of_a_user_are_counted_together(rates: Any):
    clients = []
    for _ in range(2):
        client = SchemaClient()
        secret = token_create(owner=user_named("organiser"), name="x").secret
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
        clients.append(client)

    assert asked(clients[0], 2) + asked(clients[1], 2) == [200, 200, 200, 429]


def test_users_and_anonymous_clients_are_counted_separately(
    rates: Any, anyone: SchemaClient, other: SchemaClient
):
    assert asked(anyone, 3)[-1] == 429
    assert asked(other, 3) == [200, 200, 200]


def test_organising_has_its_own_rate(rates: Any, tournament: Tournament, organiser: SchemaClient):
    first = organiser.post(f"/api/v1/tournaments/{tournament.pk}/start/")
    second = organiser.post(f"/api/v1/tournaments/{tournament.pk}/cancel/")

    assert (first.status_code, second.status_code) == (200, 429)
    assert asked(organiser, 1) == [200]


def test_verifying_has_its_own_rate_that_reading_does_not_count(
    rates: Any, game: Game, other: SchemaClient, anyone: SchemaClient
):
    address = f"/api/v1/games/{game.pk}/verify/"

    assert [other.post(address).status_code for _ in range(2)] == [200, 429]
    assert anyone.get(address).status_code == 200


def test_replays_have_their_own_rate(game: Game, anyone: SchemaClient, other: SchemaClient):
    frames, verdict = (f"/api/v1/games/{game.pk}/{road}/" for road in ("frames", "verify"))

    with mock.patch.dict(RATES, {"replay": "3/minute"}):
        responses = [anyone.get(frames), anyone.head(verdict), anyone.get(verdict), anyone.get(frames)]
        assert [response.status_code for response in responses] == [200, 200, 200, 429]
        assert problem(anyone.get(verdict)) == (429, "throttled")
        assert anyone.get(f"/api/v1/games/{game.pk}/").status_code == 200
        assert [other.get(frames).status_code for _ in range(4)] == [200, 200, 200, 429]
        assert other.post(verdict).status_code == 200


def test_every_rate_counts_something():
    scopes = {AnonymousThrottle.scope, UserThrottle.scope, PlayThrottle.scope}
    for pattern in urls.urlpatterns:
        view = getattr(pattern.callback, "cls", None)
        scopes |= {getattr(view, name, "") for name in ("throttle_scope", "read_scope")}

    assert scopes - {""} == RATES_SET


def test_requests_are_served_uncounted_without_the_cache(
    rates: Any, anyone: SchemaClient, caplog: pytest.LogCaptureFixture
):
    with mock.patch("redis.client.Pipeline.execute", side_effect=BrokerGone("gone")):
        assert asked(anyone, 4) == [200] * 4

    assert "requests are not counted" in caplog.text


@override_settings(API_MAX_FRAMES=3)
def test_the_range_of_frames_is_a_setting(game: Game, anyone: SchemaClient):
    assert len(anyone.get(f"/api/v1/games/{game.pk}/frames/").json()["frames"]) == 3
