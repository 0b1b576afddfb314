"""
Requests answered in one hop: to a thread, through all middleware and the view to the end of the request, and back.

Django's own handler takes each request to a thread of its own and back for its first and its last signal, for every
layer of middleware and for closing its answer, which costs more than most views.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import IO, Any, Final, TypeVar

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.db import connections
from django.http import FileResponse, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

__all__ = ["LONG_THREADS", "MOST_WAITING", "THREADS", "OneHopHandler"]

#: Requests answered at the same time; others wait their turn. Fewer than there are connections, for which those
#: would wait else, and enough to wait for the database: more threads only contend for the interpreter.
THREADS: Final = 8
#: Beside them, requests that may take minutes: however many there are, no other waits for them.
LONG_THREADS: Final = 2
#: So many wait for their turn, of either kind; who comes then is sent away at once, and not after having waited.
MOST_WAITING: Final = 1000

_Scope = dict[str, Any]
_T = TypeVar("_T")


class OneHopHandler(ASGIHandler):
    """Django's ASGI handler for a site whose views are all synchronous; what they stream may be asynchronous."""

    def __init__(
        self,
        threads: int = THREADS,
        *,
        is_long: Callable[[_Scope], bool] = lambda scope: False,
        busy: Callable[[_Scope], HttpResponse] = lambda scope: HttpResponse(status=503),
    ) -> None:
        """
        Load the middleware.

        Args:
            threads: how many requests are answered at the same time.
            is_long: tells which requests may take minutes; they have threads of their own.
            busy: makes the answer to a request that finds too many waiting.
        """
        # Not that of ASGIHandler, which would make the layers asynchronous.
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._lane = _Lane(threads, "request")
        self._long_lane = _Lane(LONG_THREADS, "long request")
        self._is_long = is_long
        self._busy = busy

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        try:
            lane = self._long_lane if self._is_long(scope) else self._lane
            if lane.is_full:
                await self.send_response(self._busy(scope), send)
                return
            set_script_prefix(get_script_prefix(scope))  # for what is streamed; threads do not see it
            answer = await lane.run(lambda: self._answered(scope, body))
            if answer.streaming:
                await self._streamed(answer, receive, send)
            else:
                await self.send_response(answer, send)
        finally:
            body.close()

    def _answered(self, scope: _Scope, body: IO[bytes]) -> HttpResponseBase:
        """Return the answer; the request ends with it, unless the answer is streamed."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        try:
            request, answer = self.create_request(scope, body)
            if request is not None:
                answer = self.get_response(request)
        except BaseException:
            # Not even a page for the error could be made: who listens for the end is told of it all the same.
            signals.request_finished.send(sender=self.__class__)
            raise
        assert answer is not None, "what is not a request has been answered"
        answer._handler_class = self.__class__  # type: ignore[attr-defined]  # Django's own note for the last signal
        if isinstance(answer, FileResponse):
            answer.block_size = self.chunk_size
        if not answer.streaming:
            answer.close()
            return answer
        # Who reads slowly holds neither this thread nor its connection.
        for connection in connections.all(initialized_only=True):
            connection.close()
        return answer

    async def _streamed(self, answer: HttpResponseBase, receive: Any, send: Any) -> None:
        """Send an answer piece by piece, for as long as the client stays."""
        gone = asyncio.create_task(self.listen_for_disconnect(receive))
        sending = asyncio.create_task(self.send_response(answer, send))
        try:
            await asyncio.wait([gone, sending], return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
            sending.cancel()
            outcomes = await asyncio.gather(gone, sending, return_exceptions=True)
            await self._lane.run(answer.close)
        for outcome in outcomes:
            if isinstance(outcome, Exception) and not isinstance(outcome, RequestAborted):
                raise outcome


class _Lane:
    """Threads that are kept, and those that wait for one of them."""

    def __init__(self, threads: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(threads, name)
        self._most = threads + MOST_WAITING
        self._in_hand = 0

    @property
    def is_full(self) -> bool:
        """Whether as many wait as may."""
        return self._in_hand >= self._most

    async def run(self, do: Callable[[], _T]) -> _T:
        """Return what a function returns in one of the threads, in a context of its own."""
        self._in_hand += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, copy_context().run, do)
        finally:
            self._in_hand -= 1
