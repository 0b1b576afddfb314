"""Long answers, made piece by piece: between two pieces no database connection is held and no thread works."""

import re
import zlib
from collections.abc import AsyncIterator, Callable
from typing import Final

from django.conf import settings
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request

from api.limits import LongAnswer, Places, client_of, reading

__all__ = ["streamed"]

#: Answers with the next piece, or None after the last. It may use the database.
Source = Callable[[], bytes | None]

_GZIP = re.compile(r"(?:^|,)\s*(?:gzip|\*)\s*(?!;\s*q=0(?:\.0*)?\s*(?:,|$))(?:;|,|$)", re.IGNORECASE)
#: Logs shrink to a fifth at this level, and to little less at those that take three times as long.
_LEVEL = 2
#: zlib's number for the form of gzip.
_GZIP_FORM = 31


#: The long answers this process is giving: each holds a piece of some megabytes while its reader is slow.
_open: Final = Places(full="too_many_exports")


def streamed(request: Request, source: Source, *, content_type: str, filename: str) -> HttpResponseBase:
    """
    Answer with all that a source gives, compressed by gzip if the client takes that.

    The first piece is made at once, so that what fails there is refused as usual; what fails later breaks the answer
    off without its end, which clients notice. A client that goes away ends it after the piece in hand.

    Raises:
        ApiError: `too_many_at_once`, `too_many_exports`.
    """
    is_gzip = _GZIP.search(request.headers.get("Accept-Encoding", "")) is not None
    headers = {"Content-Disposition": f'attachment; filename="{filename}"', "Vary": "Accept-Encoding"}
    if is_gzip:
        headers["Content-Encoding"] = "gzip"
    if request.method == "HEAD":
        return HttpResponse(content_type=content_type, headers=headers)
    place = _open.take(
        client_of(request), most=settings.API_MAX_EXPORTS, most_own=settings.API_MAX_OWN_EXPORTS
    )
    pieces = _compressed(source) if is_gzip else source
    try:
        first = pieces()
    except BaseException:
        place.give_back()
        raise
    return LongAnswer(place, _pieces(first, pieces), content_type=content_type, headers=headers)


async def _pieces(first: bytes | None, source: Source) -> AsyncIterator[bytes]:
    piece = first
    while piece is not None:
        yield piece
        piece = await reading(source)


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
