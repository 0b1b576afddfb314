"""
Long answers, made piece by piece: between two pieces no database connection is held and no thread works.
"""

import re
import zlib
from collections.abc import AsyncIterator, Callable
from typing import Any

from asgiref.sync import sync_to_async
from django.db import connections
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

__all__ = ["streamed"]

#: Answers with the next piece, or None after the last. It may use the database.
Source = Callable[[], bytes | None]

_GZIP = re.compile(r"(?:^|,)\s*(?:gzip|\*)\s*(?!;\s*q=0(?:\.0*)?\s*(?:,|$))(?:;|,|$)", re.IGNORECASE)
#: Logs shrink to a fifth at this level, and to little less at those that take three times as long.
_LEVEL = 2
#: zlib's number for the form of gzip.
_GZIP_FORM = 31


def streamed(request: HttpRequest, source: Source, *, content_type: str, filename: str) -> HttpResponseBase:
    """
    Answer with all that a source gives, compressed by gzip if the client takes that.

    The first piece is made at once, so that what fails there is refused as usual; what fails later breaks the answer
    off without its end, which clients notice. A client that goes away ends it after the piece in hand.
    """
    is_gzip = _GZIP.search(request.headers.get("Accept-Encoding", "")) is not None
    headers = {"Content-Disposition": f'attachment; filename="{filename}"', "Vary": "Accept-Encoding"}
    if is_gzip:
        headers["Content-Encoding"] = "gzip"
    if request.method == "HEAD":
        return HttpResponse(content_type=content_type, headers=headers)
    pieces = _compressed(source) if is_gzip else source
    body = _pieces(pieces(), pieces)
    # Else the connection that made the first piece would be held until the last is sent.
    _give_back_connections()
    return StreamingHttpResponse(body, content_type=content_type, headers=headers)


def _give_back_connections() -> None:
    """
    Do what Django does at the end of a request, except in a transaction of the caller's.
    """
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()


def _closing(work: Callable[..., Any]) -> Callable[..., Any]:
    """
    Return the work, done in a thread that another answer may use next, so that no connection is left there.
    """

    def done(*args: Any, **kwargs: Any) -> Any:
        try:
            return work(*args, **kwargs)
        finally:
            connections.close_all()

    return done


async def _pieces(first: bytes | None, source: Source) -> AsyncIterator[bytes]:
    piece = first
    while piece is not None:
        yield piece
        piece = await sync_to_async(_closing(source), thread_sensitive=False)()


def _compressed(source: Source) -> Source:
    compressor = zlib.compressobj(_LEVEL, wbits=_GZIP_FORM)
    is_over = False

    def piece() -> bytes | None:
        nonlocal is_over
        if is_over:
            return None
        made = b""
        while not made:  # a small piece stays in the compressor
            plain = source()
            if plain is None:
                is_over = True
                return made + compressor.flush()
            made = compressor.compress(plain)
        return made

    return piece
