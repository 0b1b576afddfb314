"""
Requests answered in one hop: to a thread, through all middleware and the view to the end of the request, and back.

Django's own handler takes each request to a thread of its own and back for its first and its last signal, for every
layer of middleware and for closing its answer, which costs more than most views.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import IO, Any, TypeVar

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.db import connections
from django.http import FileResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

__all__ = ["THREADS", "OneHopHandler"]

#: Requests answered at the same time; others wait their turn. Fewer than there are connections, for which those
#: would wait else, and enough to wait for the database: more threads only contend for the interpreter.
THREADS = 8

_T = TypeVar("_T")


class OneHopHandler(ASGIHandler):
    """
    Django's ASGI handler for a site whose views are all synchronous; what they stream may be asynchronous.
    """

    def __init__(self, threads: int = THREADS) -> None:
        # Not that of ASGIHandler, which would make the layers asynchronous.
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._threads = ThreadPoolExecutor(threads, "request")

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        """
        Answer one request.
        """
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        try:
            answer = await self._in_thread(lambda: self._answered(scope, body))
            if answer.streaming:
                await self._streamed(answer, receive, send)
            else:
                await self.send_response(answer, send)
        finally:
            body.close()

    def _answered(self, scope: Any, body: IO[bytes]) -> HttpResponseBase:
        """
        Return the answer; the request ends with it, unless the answer is streamed.
        """
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, answer = self.create_request(scope, body)
        if request is not None:
            answer = self.get_response(request)
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
        """
        Send an answer piece by piece, for as long as the client stays.
        """
        gone = asyncio.create_task(self.listen_for_disconnect(receive))
        sending = asyncio.create_task(self.send_response(answer, send))
        try:
            await asyncio.wait([gone, sending], return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
            sending.cancel()
            outcomes = await asyncio.gather(gone, sending, return_exceptions=True)
            await self._in_thread(answer.close)
        for outcome in outcomes:
            if isinstance(outcome, Exception) and not isinstance(outcome, RequestAborted):
                raise outcome

    async def _in_thread(self, do: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, copy_context().run, do)
