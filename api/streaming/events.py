"""
Server-sent events: a response that continues, and holds neither a thread nor a database connection while it waits.

A view returns ``stream_events`` of a source. The source queries what is new in a thread; between two queries the stream
waits for a notification.
"""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from time import monotonic
from typing import Any, ClassVar, Final

from django.conf import settings
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request

from api.limits import LongResponse, SlotPool, identify_client, reading
from api.structs import encode_json
from games.realtime import Topic, Wake, subscribe

__all__ = ["LAST_ID", "Source", "count_open_streams", "format_message", "stream_events"]

#: Id of the last message of a stream: a client that returns with it has received everything.
LAST_ID: Final = "end"

_MEDIA_TYPE: Final = "text/event-stream"

#: Browsers and proxies must neither cache nor buffer it (nginx reads the last of these).
_HEADERS: Final = {"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"}

#: Milliseconds after which clients reconnect.
_RETRY: Final = b"retry: 2000\n\n"

_HEARTBEAT: Final = b":\n\n"


class Source(ABC):
    """The messages of one stream; it remembers what has been sent."""

    #: Minimum seconds between two queries: changes in between are sent together.
    pause: ClassVar[float] = 0.0

    @property
    @abstractmethod
    def topic(self) -> Topic:
        """What to be notified of."""

    @abstractmethod
    def read(self) -> bytes:
        """Query the new messages; called in a thread."""

    @property
    @abstractmethod
    def is_behind(self) -> bool:
        """Whether the last query reached its limit, so that more can be queried at once."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether nothing follows what was queried last."""


def format_message(event: str, data: Any, *, number: int | str | None = None) -> bytes:
    """Return the bytes of one message; its data are one line of JSON."""
    lines = [] if number is None else [f"id: {number}\n".encode()]
    return b"".join((*lines, f"event: {event}\ndata: ".encode(), encode_json(data), b"\n\n"))


def stream_events(request: Request, source: Source) -> HttpResponseBase:
    """
    Return the response that sends a source's messages until it is over.

    Raises:
        ApiError: `too_many_at_once`, `too_many_streams`.
    """
    if request.method == "HEAD":
        return HttpResponse(headers=_HEADERS, content_type=_MEDIA_TYPE)
    slot = _open.acquire(
        identify_client(request),
        max_total=settings.API_MAX_STREAMS,
        max_per_client=settings.API_MAX_OWN_STREAMS,
    )
    return LongResponse(slot, _send(source), headers=_HEADERS, content_type=_MEDIA_TYPE)


def count_open_streams() -> int:
    """Return how many streams of this process are open."""
    return _open.count


#: The open streams of this process.
_open: Final = SlotPool(full_code="too_many_streams")


async def _send(source: Source) -> AsyncIterator[bytes]:
    """
    Yield messages until the source is over, the process stops or the time is up; clients then reconnect.

    A client that disconnects cancels this wherever it waits.
    """
    until = monotonic() + settings.API_STREAM_SECONDS
    async with subscribe([source.topic]) as subscription:
        yield _RETRY
        while not subscription.is_closing:
            new = await reading(source.read)
            if new:
                yield new
            if source.is_over or monotonic() >= until:
                return
            if source.is_behind:
                continue
            if new and source.pause:
                await subscription.pause(source.pause)
            if await subscription.wait(settings.API_STREAM_HEARTBEAT) is Wake.TIMEOUT:
                yield _HEARTBEAT
