"""
Bodies of requests: how large they may be at each address, refused before they are read.

Django's ASGI handler writes a body into a temporary file before anything of ours is asked, however long it is. So
this stands before it: what says in `Content-Length` that it is too long is refused at once, and what turns out to be
too long is cut off there. A body without `Content-Length` is taken by one address, once it has been measured.

Who is refused may still be sending. A connection that is closed then is reset, and the answer may be lost with it: so
some of what comes is read and thrown away.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import IO, Any, Final

from django.conf import settings

from api.problems import Problem

__all__ = ["BodyLimit", "body_limit"]

_Message = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[_Message]]
_Send = Callable[[_Message], Awaitable[None]]
_App = Callable[..., Awaitable[None]]

#: What takes whole games, in one go or many at once, also of a length nobody knows beforehand.
SUBMISSIONS: Final = "/api/v1/submissions/"
_API: Final = "/api/"
_IN_MEMORY: Final = 1024 * 1024
_PIECE: Final = 64 * 1024

#: After a refusal so much more of a body is read, for so many seconds at most.
_DRAINED_BYTES: Final = 64 * 1024 * 1024
_DRAINED_SECONDS: Final = 5.0


def body_limit(path: str) -> int:
    """Return how many bytes the body of a request to that path may have."""
    if not path.startswith(_API):
        return int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    return int(settings.API_MAX_BATCH_BYTES if path == SUBMISSIONS else settings.API_MAX_BODY_BYTES)


class BodyLimit:
    """ASGI: passes on what is not too long."""

    def __init__(self, app: _App) -> None:
        self._app = app

    async def __call__(self, scope: _Message, receive: _Receive, send: _Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit = body_limit(scope["path"])
        headers = dict(scope["headers"])
        length = headers.get(b"content-length", b"")
        if length.isdigit() and (len(length) > 18 or int(length) > limit):
            await _refuse(receive, send, limit)
            return
        counted = _Counted(receive, send, limit)
        if scope["path"] == SUBMISSIONS and not length and b"transfer-encoding" in headers:
            await self._measured(scope, counted)
        else:
            await self._app(scope, counted.receive, counted.send)
        if counted.is_exceeded and not counted.is_answered:
            await _refuse(None if counted.is_whole else receive, send, limit)

    async def _measured(self, scope: _Message, counted: "_Counted") -> None:
        """Pass the request on with the length its body turns out to have."""
        with tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY) as body:
            while True:
                message = await counted.receive()
                if message["type"] == "http.disconnect":
                    return
                body.write(message.get("body", b""))
                if not message.get("more_body", False):
                    break
            headers = [(name, value) for name, value in scope["headers"] if name != b"transfer-encoding"]
            headers.append((b"content-length", str(body.tell()).encode()))
            body.seek(0)
            replayed = _Replayed(body, counted.receive)
            await self._app({**scope, "headers": headers}, replayed.receive, counted.send)


class _Counted:
    """
    Receives for as long as the body is within the limit, and notes whether all of it has come and an answer has begun.
    """

    def __init__(self, receive: _Receive, send: _Send, limit: int) -> None:
        self._receive = receive
        self._send = send
        self._left = limit
        self.is_whole = False
        self.is_answered = False

    @property
    def is_exceeded(self) -> bool:
        return self._left < 0

    async def receive(self) -> _Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        self.is_whole = not message.get("more_body", False)
        return {"type": "http.disconnect"} if self.is_exceeded else message

    async def send(self, message: _Message) -> None:
        self.is_answered = True
        await self._send(message)


class _Replayed:
    """Receives a body that is in a file, then what comes after it."""

    def __init__(self, body: IO[bytes], receive: _Receive) -> None:
        self._body = body
        self._receive = receive
        self._is_over = False

    async def receive(self) -> _Message:
        if self._is_over:
            return await self._receive()
        piece = self._body.read(_PIECE)
        self._is_over = len(piece) < _PIECE
        return {"type": "http.request", "body": piece, "more_body": not self._is_over}


async def _refuse(receive: _Receive | None, send: _Send, limit: int) -> None:
    """
    Answer with the problem; ``receive`` is None when nothing more comes.

    The answer says how long it is, so that it is whole for its reader before what still comes has been read.
    """
    problem = Problem("body_too_large", f"The body may have at most {limit} bytes.")
    content = problem.to_json()
    headers = [
        (b"content-type", b"application/problem+json"),
        (b"content-length", str(len(content)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": content, "more_body": True})
    if receive is not None:
        await _drain(receive)
    await send({"type": "http.response.body"})


async def _drain(receive: _Receive) -> None:
    left = _DRAINED_BYTES
    with suppress(TimeoutError):
        async with asyncio.timeout(_DRAINED_SECONDS):
            while left > 0:
                message = await receive()
                if not message.get("more_body", False):
                    return
                left -= len(message["body"])
