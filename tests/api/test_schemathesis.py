"""Schemathesis over the whole schema: valid and invalid requests get the responses that the schema describes."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from api.auth import token_create
from tests.api.client import schema, user_named
from tests.api.conftest import spring_round_up, three_bots
from tests.games.factories import finished_game

pytestmark = [
    pytest.mark.django_db,
    # What is streamed to many comes asynchronously, and here it is read by a synchronous client.
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous iterators"),
    pytest.mark.long,
]

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]

MODEST = settings(
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


#: Cases of an operation with a body, and without: any value of a parameter is tried in `test_requests.py`.
WITH_BODY, WITHOUT_BODY = settings(MODEST, max_examples=8), settings(MODEST, max_examples=5)


@schemathesis.serializer("application/jsonl", "application/x-ndjson")
def as_text(context: Any, value: Any) -> Any:
    """Send a text as it is."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")


SCHEMA: Any = schemathesis.openapi.from_dict(schema())
SCHEMA.app = get_wsgi_application()
#: Streams go on for minutes and need an event loop: they have tests of their own.
OPERATIONS = [each.ok() for each in SCHEMA.get_all_operations() if not each.ok().path.endswith("/stream/")]


def what_can_be_wrong(operation: Any) -> bool:
    """Whether the schema leaves room for invalid requests of an operation."""
    return bool(operation.body.items or operation.query.items)


@pytest.fixture(scope="module")
def there(kept_rows: None) -> dict[str, Any]:
    """What addresses can be about."""
    bots = three_bots()
    tournament, game = spring_round_up(bots), finished_game(bots=bots[:2])
    return {
        "code": "not_found",
        "key": "moon-river@1",
        "name": "greedy",
        "tournament_id": tournament.pk,
        "game_id": game.pk,
        "seat": 0,
    }


@pytest.fixture(autouse=True)
def _one_connection() -> Iterator[None]:
    """Keep the test's connection open from request to request, as Django's own test client does."""
    heard = (request_started, request_finished)
    for signal in heard:
        signal.disconnect(close_old_connections)
    yield
    for signal in heard:
        signal.connect(close_old_connections)


def test_every_operation_but_streams_is_requested():
    described = sum(len(methods) for methods in schema()["paths"].values())

    assert len(OPERATIONS) == described - sum(path.endswith("/stream/") for path in schema()["paths"])


@pytest.mark.parametrize(
    "operation", [pytest.param(each, id=f"{each.method.upper()} {each.path}") for each in OPERATIONS]
)
def test_an_operation_responds_as_the_schema_says(operation: Any, there: dict[str, Any]):
    secret = token_create(owner=user_named("organiser"), name="x").secret

    ask(operation, GenerationMode.POSITIVE, there, secret)
    if what_can_be_wrong(operation):
        ask(operation, GenerationMode.NEGATIVE, there, secret)


def ask(operation: Any, mode: GenerationMode, there: dict[str, Any], secret: str) -> None:
    """Send requests that Schemathesis generates for an operation, and roll back their changes."""

    @(WITH_BODY if operation.body.items else WITHOUT_BODY)
    @given(
        case=operation.as_strategy(generation_mode=mode),
        is_user=st.sampled_from([True, True, True, False]),
        is_there=st.sampled_from([True, True, False]),
    )
    def asked(case: "Case[Any]", is_user: bool, is_there: bool) -> None:
        if is_there and case.path_parameters:
            case.path_parameters.update({name: there[name] for name in case.path_parameters})
        if "wait" in (case.query or {}):
            case.query["wait"] = 0
        with transaction.atomic():
            response = case.call(headers={"Authorization": f"Bearer {secret}"} if is_user else {})
            transaction.set_rollback(True)
        case.validate_response(response, checks=CHECKS)

    asked()
