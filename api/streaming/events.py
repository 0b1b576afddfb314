"""
Streams of server-sent events: an answer that goes on, and holds neither a thread nor a database connection meanwhile.

A view returns ``stream_of`` a source. The source reads from the database what is new, in a thread and for as long as
that takes; between two readings the stream waits for live news.
"""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from time import monotonic
from typing import Any, ClassVar, Final

import orjson
from django.conf import settings
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request

from api.limits import LongAnswer, Places, client_of, reading
from games.realtime import Topic, Wake, subscription

__all__ = ["LAST_ID", "Source", "message", "open_streams", "stream_of"]

#: The id of the last message of a stream: whoever comes back with it has heard everything.
LAST_ID: Final = "end"

_MEDIA_TYPE: Final = "text/event-stream"

#: Neither kept nor held back: not by browsers, not by proxies (nginx heeds the last of these).
_HEADERS: Final = {"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"}

#: Clients come back after so many milliseconds.
_RETRY: Final = b"retry: 2000\n\n"

_HEARTBEAT: Final = b":\n\n"


class Source(ABC):
    """What one stream tells of; it remembers what has been told."""

    #: Seconds between two readings at least: what comes meanwhile is told together.
    pause: ClassVar[float] = 0.0

    @property
    @abstractmethod
    def topic(self) -> Topic:
        """What news to wait for."""

    @abstractmethod
    def read(self) -> bytes:
        """Return the messages that are new; called in a thread."""

    @property
    @abstractmethod
    def is_behind(self) -> bool:
        """Whether the last reading was cut short, so that there is more to read at once."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the last reading was the last."""


def message(event: str, data: Any, *, number: int | str | None = None) -> bytes:
    """Return one message as it goes over the wire; its data are one line of JSON."""
    lines = [] if number is None else [f"id: {number}\n".encode()]
    return b"".join((*lines, f"event: {event}\ndata: ".encode(), orjson.dumps(data), b"\n\n"))


def stream_of(request: Request, source: Source) -> HttpResponseBase:
    """
    Return the answer that tells of a source until it is over.

    Raises:
        ApiError: `too_many_at_once`, `too_many_streams`.
    """
    if request.method == "HEAD":
        return HttpResponse(headers=_HEADERS, content_type=_MEDIA_TYPE)
    place = _open.take(
        client_of(request), most=settings.API_MAX_STREAMS, most_own=settings.API_MAX_OWN_STREAMS
    )
    return LongAnswer(place, _messages(source), headers=_HEADERS, content_type=_MEDIA_TYPE)


def open_streams() -> int:
    """Return how many streams this process has open."""
    return _open.count


#: The streams this process has open.
_open: Final = Places(full="too_many_streams")


async def _messages(source: Source) -> AsyncIterator[bytes]:
    """
    Yield what is to be sent until the source is over, the process stops or the time is up; clients then come back.

    A client that goes away cancels this wherever it waits.
    """
    until = monotonic() + settings.API_STREAM_SECONDS
    async with subscription([source.topic]) as news:
        yield _RETRY
        while not news.is_closing:
            told = await reading(source.read)
            if told:
                yield told
            if source.is_over or monotonic() >= until:
                return
            if source.is_behind:
                continue
            if told and source.pause:
                await news.rest(source.pause)
            if await news.wait(settings.API_STREAM_HEARTBEAT) is Wake.TIMEOUT:
                yield _HEARTBEAT
