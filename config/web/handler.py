"""
Django's ASGI handler with a fixed number of threads that are kept between requests.

Django's own handler starts a thread for each request, without a limit, and crosses to it and back for each change
between asynchronous and synchronous code. Here a request waits for one of a few kept threads, in which all middleware
and the view run in one call. A request whose client disconnects leaves the queue at once.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import IO, Any, Final

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

__all__ = ["LONG_THREADS", "MAX_WAITING", "THREADS", "ThreadPoolHandler"]

#: Requests processed at the same time. More threads only compete for the interpreter lock.
THREADS: Final = 8
#: Additional threads for requests that may take minutes, so that other requests never wait for them.
LONG_THREADS: Final = 2
#: Requests of either kind that may wait for a thread; further ones are refused at once.
MAX_WAITING: Final = 1000

_Scope = dict[str, Any]


class ThreadPoolHandler(ASGIHandler):
    """Django's ASGI handler for a site with synchronous middleware and views; streamed content may be asynchronous."""

    def __init__(
        self,
        threads: int = THREADS,
        *,
        is_long: Callable[[_Scope], bool] = lambda scope: False,
        overloaded: Callable[[_Scope], HttpResponse] = lambda scope: HttpResponse(status=503),
    ) -> None:
        """
        Load the middleware and prepare the threads, which start with the first requests.

        Args:
            threads: the number of requests processed at the same time.
            is_long: returns whether a request may take minutes; such requests have threads of their own.
            overloaded: returns the response to a request that finds the queue full.
        """
        super().__init__()
        # Replaces the asynchronous chain, in which each request crosses from thread to event loop and back twice more.
        self.load_middleware(is_async=False)
        self._lane = _Lane(threads, "request")
        self._long_lane = _Lane(LONG_THREADS, "long-request")
        self._is_long = is_long
        self._overloaded = overloaded

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        """Read the body, wait for a thread and process the request in it."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        lane = self._long_lane if self._is_long(scope) else self._lane
        disconnect = asyncio.ensure_future(receive())
        try:
            if lane.is_full:
                await self.send_response(self._overloaded(scope), send)
            elif (thread := await lane.acquire(disconnect)) is not None:
                with ExitStack() as loan:
                    loan.callback(lane.release, thread)
                    await self._handle_in(thread, loan, (scope, _Received(body, disconnect), send))
        finally:
            disconnect.cancel()
            body.close()

    async def _handle_in(
        self, thread: ThreadPoolExecutor, loan: ExitStack, request: "tuple[_Scope, _Received, Any]"
    ) -> None:
        """Process the request in a thread, which is released as soon as there is a response to send."""
        scope, receive, send = request

        async def send_released(message: Any) -> None:
            loan.close()
            await send(message)

        async with ThreadSensitiveContext(executor=thread):
            await super().handle(scope, receive, send_released)

    async def read_body(self, receive: Any) -> IO[bytes]:
        """Return the request's body, read only once."""
        if isinstance(receive, _Received):
            return receive.body
        body: IO[bytes] = await super().read_body(receive)
        return body

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response of middleware and view, which run in one call in the request's thread."""
        return await sync_to_async(self.get_response)(request)


class _Received:
    """The ASGI ``receive`` of a request whose body has been read: only the disconnect is left to come."""

    def __init__(self, body: IO[bytes], disconnect: "asyncio.Future[Any]") -> None:
        self.body = body
        self._disconnect = disconnect

    async def __call__(self) -> Any:
        return await asyncio.shield(self._disconnect)


class _Lane:
    """Kept threads, and the queue of requests that wait for one of them."""

    def __init__(self, threads: int, name: str) -> None:
        #: The thread released last is used first: few stay in use, with warm database connections.
        self._idle = [ThreadPoolExecutor(1, f"{name}-{number}") for number in range(threads)]
        self._places = asyncio.Semaphore(threads)
        self._max_requests = threads + MAX_WAITING
        self._requests = 0

    @property
    def is_full(self) -> bool:
        """Whether the maximum number of requests wait."""
        return self._requests >= self._max_requests

    async def acquire(self, disconnect: "asyncio.Future[Any]") -> ThreadPoolExecutor | None:
        """Return a thread once one is idle, or None if the client disconnects before."""
        self._requests += 1
        acquiring = asyncio.ensure_future(self._places.acquire())
        disconnect.add_done_callback(lambda _: acquiring.cancel())
        try:
            await acquiring
        except asyncio.CancelledError:
            self._requests -= 1
            if acquiring.done() and not acquiring.cancelled():
                self._places.release()  # the request was cancelled when its thread had just become idle
            if disconnect.done():
                return None
            raise
        return self._idle.pop()

    def release(self, thread: ThreadPoolExecutor) -> None:
        """Make a thread available to the next request."""
        self._requests -= 1
        self._idle.append(thread)
        self._places.release()
