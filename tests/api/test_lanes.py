"""Long requests have threads of their own, and a request is refused at once while too many wait."""

import http.client
import json
from typing import Any

import pytest

from api.formats.records import BatchParser
from api.http.lanes import is_long
from tests.api.serving import served

SUBMISSIONS = "/api/v1/submissions/"


def asked(path: str, *headers: tuple[str, str]) -> dict[str, Any]:
    return {"path": path, "headers": [(name.encode(), value.encode()) for name, value in headers]}


@pytest.mark.parametrize(
    "kind",
    [
        BatchParser.media_type,
        "application/x-ndjson; charset=utf-8",
        " Application/X-NDJSON;charset=utf-8",
        "application/x-ndjson ;",
    ],
)
def test_a_batch_is_long(kind: str):
    assert is_long(asked(SUBMISSIONS, ("accept", "*/*"), ("content-type", kind)))


def test_nothing_else_is_long():
    batch = ("content-type", BatchParser.media_type)

    assert not is_long(asked(SUBMISSIONS))
    assert not is_long(asked(SUBMISSIONS, ("content-type", "application/jsonl"), ("accept", batch[1])))
    assert not is_long(asked("/api/v1/games/", batch))


def test_a_request_that_finds_the_queue_full_is_refused_with_a_retry_after(monkeypatch: pytest.MonkeyPatch):
    with served("httptools") as (host, port):
        from config.asgi import application

        handler: Any = application._app
        monkeypatch.setattr(handler._lane, "_max_requests", 0)
        connection = http.client.HTTPConnection(host, port, timeout=10)
        connection.request("GET", "/api/v1/rulesets/", headers={"Host": "localhost"})
        answer = connection.getresponse()

        assert (answer.status, json.loads(answer.read())["code"]) == (503, "overloaded")
        assert answer.headers["Retry-After"] == "5"
        connection.close()
