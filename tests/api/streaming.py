"""A client of streams: asks the ASGI application in another thread and takes its messages one by one."""

import asyncio
import json
import queue
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from functools import lru_cache
from typing import Any, NamedTuple

from django.db import connection

from config.web import ThreadPoolHandler
from games.models import Game
from games.realtime.listener import APPLICATION_NAME
from tests.games.factories import game_append, log_of
from tests.games.listening import Elsewhere
from tests.waiting import wait_until

__all__ = [
    "HEARTBEAT",
    "REQUEST_THREADS",
    "RETRY",
    "Ended",
    "Message",
    "Stream",
    "address",
    "append",
    "application",
    "end_processes",
    "parsed",
    "server_processes",
]

_SECONDS = 10.0


class Message(NamedTuple):
    """One message of a stream; ``event`` is ``comment`` or ``retry`` for lines that are no message."""

    id: str | None
    event: str
    data: Any


HEARTBEAT = Message(None, "comment", "")
RETRY = Message(None, "retry", "2000")


class Ended(Exception):
    """The response has ended."""


#: Request threads of the site: fewer than the streams in tests, so a stream that held one would be noticed.
REQUEST_THREADS = 4


@lru_cache(maxsize=1)
def application(loop: asyncio.AbstractEventLoop) -> Any:
    """Return the site as its processes run it, in an event loop."""
    return ThreadPoolHandler(REQUEST_THREADS)


class Stream:
    """One request and its response, which may be a stream."""

    def __init__(self, there: Elsewhere, address: str, *, method: str = "GET", **headers: str) -> None:
        self._there = there
        self._sent: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._gone = there.run(_event())
        self._body = b""
        path, _, query = address.partition("?")
        sent = {"host": "testserver", **{name.replace("_", "-"): value for name, value in headers.items()}}
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query.encode(),
            "headers": [(name.lower().encode(), value.encode()) for name, value in sent.items()],
            "client": ("127.0.0.1", 4711),
            "server": ("testserver", 80),
        }
        self._answer: Future[None] = there.start(self._asked(scope))
        start = self._next_part()
        assert start["type"] == "http.response.start"
        self.status: int = start["status"]
        self.headers = {name.decode().lower(): value.decode() for name, value in start["headers"]}

    async def _asked(self, scope: dict[str, Any]) -> None:
        requests = iter([{"type": "http.request", "body": b"", "more_body": False}])

        async def receive() -> dict[str, Any]:
            for message in requests:
                return message
            await self._gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            self._sent.put(message)

        try:
            await application(self._there.loop)(scope, receive, send)
        finally:
            self._sent.put(None)

    def _next_part(self) -> dict[str, Any]:
        part = self._sent.get(timeout=_SECONDS)
        if part is None:
            self._sent.put(None)
            self._answer.result(_SECONDS)
            raise Ended
        return part

    def next(self) -> Message:
        """
        Return the next message.

        Raises:
            Ended: there is none.
        """
        while b"\n\n" not in self._body:
            self._body += self._next_part().get("body", b"")
        text, _, self._body = self._body.partition(b"\n\n")
        return parsed(text.decode())

    def take(self, count: int) -> list[Message]:
        """Return that number of messages, without heartbeats."""
        return [next(self._messages()) for _ in range(count)]

    def rest(self) -> list[Message]:
        """Return all messages to the end of the response, without heartbeats."""
        return list(self._messages())

    def _messages(self) -> Iterator[Message]:
        while True:
            try:
                message = self.next()
            except Ended:
                return
            if message.event not in ("comment", "retry"):
                yield message

    def content(self) -> bytes:
        """Return the rest of the response."""
        while True:
            try:
                self._body += self._next_part().get("body", b"")
            except Ended:
                return self._body

    def leave(self) -> None:
        """Go away, as a closed page does, and wait until the application has noticed."""
        self._there.loop.call_soon_threadsafe(self._gone.set)
        self._answer.result(_SECONDS)


async def _event() -> asyncio.Event:
    return asyncio.Event()


def parsed(text: str) -> Message:
    """Return a message from its lines."""
    fields = dict(line.split(":", 1) for line in text.split("\n"))
    if "" in fields:
        return Message(None, "comment", fields[""].strip())
    if "retry" in fields:
        return Message(None, "retry", fields["retry"].strip())
    number = fields.get("id")
    data = json.loads(fields["data"])
    return Message(None if number is None else number.strip(), fields["event"].strip(), data)


def address(game: Game, query: str = "") -> str:
    """Return where the game is streamed."""
    return f"/api/v1/games/{game.pk}/stream/{query}"


def append(game: Game, count: int) -> None:
    """Append the next events of the finished game's log, up to that number."""
    game.refresh_from_db()
    seq = game.head_seq
    game_append(game_id=game.pk, expected_seq=seq, events=log_of(game)[seq : seq + count])


def server_processes(*, listeners: bool | None = None) -> list[int]:
    """
    Return the processes of the database server that serve others on the test's database: listeners, or all but those.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid, application_name = %s FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'",
            [APPLICATION_NAME],
        )
        found = cursor.fetchall()
    return [pid for pid, is_listener in found if listeners in (None, is_listener)]


def end_processes(pids: Iterable[int]) -> None:
    """End processes of the database server, and with them the connections they serve."""
    ended = set(pids)
    with connection.cursor() as cursor:
        # The server ends them asynchronously.
        cursor.execute("SELECT pg_terminate_backend(pid) FROM unnest(%s::int[]) AS pid", [list(ended)])
    wait_until(lambda: ended.isdisjoint(server_processes()))
