"""Bodies that are too long are refused before they are read; those within the limit arrive as they were sent."""

import asyncio
import json
from collections.abc import Iterable
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.asgi import get_asgi_application
from django.test import override_settings

from api.auth import token_create
from api.http import body_limits as bodies
from api.http.body_limits import SUBMISSIONS, BodyLimit, body_limit
from games.models import Game
from tests.api.client import user_named
from tests.games.records import packed, record

KIB = 1024


class Exchange:
    """One request to an ASGI application, and what came back."""

    def __init__(self, app: Any, path: str, pieces: Iterable[bytes], headers: dict[str, str]) -> None:
        self.pieces = list(pieces)
        self.read = 0
        self.sent: list[Any] = []
        scope = {
            "type": "http",
            "method": "POST",
            "path": path,
            "query_string": b"",
            "headers": [
                (b"host", b"localhost"),
                *((name.encode(), value.encode()) for name, value in headers.items()),
            ],
        }
        async_to_sync(app)(scope, self._receive, self._send)

    async def _receive(self) -> Any:
        if not self.pieces:
            return {"type": "http.disconnect"}
        if self.read == len(self.pieces):
            await asyncio.Event().wait()  # until the application has answered and no longer listens
        self.read += 1
        is_last = self.read == len(self.pieces)
        return {"type": "http.request", "body": self.pieces[self.read - 1], "more_body": not is_last}

    async def _send(self, message: Any) -> None:
        self.sent.append(message)

    @property
    def status(self) -> int:
        (start,) = [message for message in self.sent if message["type"] == "http.response.start"]
        return start["status"]

    @property
    def content(self) -> Any:
        return json.loads(b"".join(message.get("body", b"") for message in self.sent))


class Reader:
    """An application that reads its body and says how long it is."""

    def __init__(self) -> None:
        self.body: bytes | None = None
        self.headers: dict[bytes, bytes] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        body = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message["body"]
            if not message["more_body"]:
                break
        self.body, self.headers = body, dict(scope["headers"])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": json.dumps(len(body)).encode()})


@pytest.mark.parametrize(
    ("path", "limit"),
    [
        ("/api/v1/tournaments/", 64 * KIB),
        ("/api/v1/submissions", 64 * KIB),
        (SUBMISSIONS, 64 * KIB * KIB),
        ("/admin/login/", 16 * KIB * KIB),
    ],
)
def test_each_address_has_its_limit(path: str, limit: int):
    assert body_limit(path) == limit

    reader = Reader()
    too_long = Exchange(BodyLimit(reader), path, [b"x"], {"content-length": str(limit + 1)})
    assert reader.body is None
    assert (too_long.status, too_long.content["code"]) == (413, "body_too_large")
    assert str(limit) in too_long.content["detail"]


@pytest.mark.parametrize("length", ["9" * 400, "99999999999999999999"])
def test_an_absurd_length_is_too_long(length: str):
    assert Exchange(BodyLimit(Reader()), "/api/v1/bots/", [], {"content-length": length}).status == 413


def test_a_body_that_turns_out_to_be_too_long_is_cut_off():
    reader = Reader()
    pieces = [b"x" * 16 * KIB] * 100

    exchange = Exchange(BodyLimit(reader), "/api/v1/tournaments/", pieces, {"transfer-encoding": "chunked"})

    assert (exchange.status, exchange.content["code"]) == (413, "body_too_large")
    assert exchange.read == 100  # otherwise the connection is reset, and the response lost
    assert reader.body is None


@pytest.mark.parametrize(("drained", "read"), [(0, 5), (33 * KIB, 8), (64 * KIB * KIB, 100)])
def test_so_much_of_what_follows_a_refusal_is_read(drained: int, read: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bodies, "_DRAINED_BYTES", drained)

    exchange = Exchange(
        BodyLimit(Reader()), "/api/v1/bots/", [b"x" * 16 * KIB] * 100, {"transfer-encoding": "chunked"}
    )

    assert (exchange.status, exchange.read) == (413, read)


def test_a_body_that_is_too_long_only_by_its_last_piece_is_refused_at_once():
    pieces = [b"x" * 60 * KIB, b"x" * 5 * KIB]

    exchange = Exchange(BodyLimit(Reader()), "/api/v1/bots/", pieces, {"transfer-encoding": "chunked"})

    assert (exchange.status, exchange.read) == (413, 2)


@override_settings(API_MAX_BATCH_BYTES=100_000)
def test_a_submission_without_a_length_is_cut_off_too():
    exchange = Exchange(
        BodyLimit(Reader()), SUBMISSIONS, [b"x" * 60_000] * 9, {"transfer-encoding": "chunked"}
    )

    assert (exchange.status, exchange.read) == (413, 9)


@pytest.mark.parametrize("size", [0, 1, 64 * KIB - 1, 64 * KIB, 64 * KIB + 1, 3 * KIB * KIB])
def test_a_submission_without_a_length_arrives_with_the_one_it_has(size: int):
    reader = Reader()
    whole = bytes(range(256)) * (size // 256 + 1)
    pieces = [whole[start : min(start + 50_000, size)] for start in range(0, max(size, 1), 50_000)]

    exchange = Exchange(BodyLimit(reader), SUBMISSIONS, pieces, {"transfer-encoding": "chunked"})

    assert exchange.status == 200
    assert reader.body == whole[:size]
    assert reader.headers[b"content-length"] == str(size).encode()
    assert b"transfer-encoding" not in reader.headers


def test_a_body_within_the_limit_passes():
    reader = Reader()

    exchange = Exchange(
        BodyLimit(reader), "/api/v1/bots/", [b"x" * 64 * KIB], {"content-length": str(64 * KIB)}
    )

    assert exchange.content == 64 * KIB


def test_a_client_that_leaves_is_not_answered():
    exchange = Exchange(BodyLimit(Reader()), SUBMISSIONS, [], {"transfer-encoding": "chunked"})

    assert exchange.sent == []


def test_what_is_no_request_is_passed_on():
    seen = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["type"])

    async_to_sync(BodyLimit(app))({"type": "lifespan"}, None, None)

    assert seen == ["lifespan"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_chunked", [True, False])
def test_a_batch_comes_in_through_the_whole_application(is_chunked: bool):
    secret = token_create(owner=user_named("organiser"), name="x").secret
    body = packed(record(1)) + packed(record(2))
    length = {"transfer-encoding": "chunked"} if is_chunked else {"content-length": str(len(body))}
    headers = {"authorization": f"Bearer {secret}", "content-type": "application/x-ndjson", **length}

    exchange = Exchange(BodyLimit(get_asgi_application()), SUBMISSIONS, [body[:9000], body[9000:]], headers)

    assert (exchange.status, exchange.content["accepted"]) == (200, 2)
    assert Game.objects.count() == 2
