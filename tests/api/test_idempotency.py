"""Requests repeated with the same `Idempotency-Key` are executed once and get the same response."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from django.db import connection
from django.utils import timezone

from api.idempotency import delete_expired_responses
from api.idempotency.stored_responses import RETENTION, lock_key
from api.models import KeptAnswer
from games.models import Bot
from tests.api.client import SchemaClient, client_of, problem, user_named
from tests.api.conftest import ORGANISER, OTHER
from tests.api.test_roles import BODY
from tests.games.factories import BotFactory
from tournaments.models import Tournament
from tournaments.planning import lifecycle as services

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/tournaments/"


def created(client: SchemaClient, key: str, **changes: Any) -> Any:
    return client.post(ADDRESS, BODY | changes, format="json", HTTP_IDEMPOTENCY_KEY=key)


def test_a_repeated_request_is_executed_once_and_gets_the_same_response(
    organiser: SchemaClient, bots: list[Bot]
):
    first, again = created(organiser, "a"), created(organiser, "a")

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.content == first.content
    assert again.headers["Location"] == first.headers["Location"]
    assert again.headers["Content-Type"] == first.headers["Content-Type"]
    assert ("Idempotent-Replayed" in first.headers, again.headers["Idempotent-Replayed"]) == (False, "true")
    assert Tournament.objects.count() == 1


def test_a_request_without_a_key_is_executed_each_time(organiser: SchemaClient, bots: list[Bot]):
    for _ in range(2):
        assert organiser.post(ADDRESS, BODY, format="json").status_code == 201

    assert Tournament.objects.count() == 2
    assert not KeptAnswer.objects.exists()


def test_a_key_may_be_quoted(organiser: SchemaClient, bots: list[Bot]):
    assert created(organiser, '"a b"').content == created(organiser, ' "a b" ').content
    assert created(organiser, '"c"').content == created(organiser, "c").content


@pytest.mark.parametrize(
    "key", ["", '""', " ", "a b", '"a', 'a"b', "a\\b", "é", "x" * 201, '"' + "x" * 201 + '"']
)
def test_an_invalid_key_is_refused(key: str, organiser: SchemaClient, bots: list[Bot]):
    assert problem(created(organiser, key)) == (400, "invalid_key")
    assert not Tournament.objects.exists()


def test_a_key_with_different_content_is_refused(organiser: SchemaClient, bots: list[Bot]):
    created(organiser, "a")

    assert problem(created(organiser, "a", name="Another")) == (422, "key_reused")
    assert Tournament.objects.count() == 1


def test_the_formatting_of_the_content_makes_no_difference(organiser: SchemaClient, bots: list[Bot]):
    first = created(organiser, "a")
    loose = json.dumps(dict(reversed(BODY.items())), indent=2).encode()

    assert organiser.sent(ADDRESS, loose, HTTP_IDEMPOTENCY_KEY="a").content == first.content


def test_each_user_has_separate_keys(organiser: SchemaClient, other: SchemaClient, bots: list[Bot]):
    assert created(organiser, "a").json()["id"] != created(other, "a").json()["id"]


def test_a_refused_request_is_executed_again(organiser: SchemaClient):
    assert problem(created(organiser, "a")) == (400, "invalid_request")
    for name in ("greedy", "random"):
        BotFactory.create(name=name)

    assert created(organiser, "a").status_code == 201


def test_without_a_token_there_are_no_keys(anyone: SchemaClient, bots: list[Bot]):
    assert problem(created(anyone, "a")) == (401, "not_authenticated")


def test_if_the_response_cannot_be_stored_nothing_is_changed(organiser: SchemaClient, bots: list[Bot]):
    with mock.patch("api.idempotency.decorator.store_response", side_effect=RuntimeError("no room")):
        assert problem(created(organiser, "a")) == (500, "internal_error")

    assert not Tournament.objects.exists()
    assert created(organiser, "a").status_code == 201


def test_a_response_is_stored_for_a_day(organiser: SchemaClient, bots: list[Bot]):
    first = created(organiser, "a")
    KeptAnswer.objects.update(created_at=timezone.now() - RETENTION)

    assert created(organiser, "a").json()["id"] != first.json()["id"]
    assert KeptAnswer.objects.count() == 1


def test_expired_responses_are_deleted(organiser: SchemaClient, bots: list[Bot]):
    now = timezone.now()
    for key, age in (("old", RETENTION + timedelta(seconds=1)), ("young", RETENTION - timedelta(seconds=9))):
        created(organiser, key)
        KeptAnswer.objects.filter(key=key).update(created_at=now - age)

    assert delete_expired_responses(now=now) == 1
    assert KeptAnswer.objects.get().key == "young"


def test_a_key_needs_few_queries(
    organiser: SchemaClient, bots: list[Bot], django_assert_max_num_queries: Any
):
    created(organiser, "a")

    with django_assert_max_num_queries(4):  # the token, the lock, the response, the unlock
        created(organiser, "a")


@pytest.mark.django_db(transaction=True)
def test_while_a_key_is_in_use_another_request_with_it_is_refused():
    for name in ("greedy", "random"):
        BotFactory.create(name=name)
    client, second = client_of(ORGANISER), client_of(OTHER)
    seen = []

    def meanwhile(**values: Any) -> Tournament:
        with ThreadPoolExecutor(1) as other:
            seen.append(other.submit(_in_thread, client, "a").result())
            seen.append(other.submit(_in_thread, second, "a").result())
        return create(**values)

    create = services.tournament_create
    with mock.patch("api.v1.tournaments.views.tournament_create", _once(meanwhile, create)):
        assert created(client, "a").status_code == 201

    assert seen == [(409, "key_in_use"), (201, None)]


def _once(first: Any, later: Any) -> Any:
    """Return a function that calls one function first and another from then on."""
    ways = iter([first])
    return lambda **values: next(ways, later)(**values)


def _in_thread(client: SchemaClient, key: str) -> tuple[int, str | None]:
    try:
        response = created(client, key)
        return response.status_code, response.json().get("code")
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_of_many_concurrent_requests_one_is_executed():
    for name in ("greedy", "random"):
        BotFactory.create(name=name)
    client = client_of(ORGANISER)

    with ThreadPoolExecutor(6) as pool:
        responses = list(pool.map(lambda _: _in_thread(client, "a"), range(12)))

    assert set(responses) <= {(201, None), (409, "key_in_use")}
    assert (201, None) in responses
    assert Tournament.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_key_is_free_again_after_a_failure():
    user = user_named("organiser")
    with pytest.raises(RuntimeError), lock_key(user.pk, "a"):
        raise RuntimeError

    with ThreadPoolExecutor(1) as other:
        assert other.submit(_is_free, user.pk).result()


def _is_free(user_id: int) -> bool:
    try:
        with lock_key(user_id, "a") as is_ours:
            return is_ours
    finally:
        connection.close()
