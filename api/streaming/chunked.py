"""Downloads in chunks: between two chunks the response holds no database connection and no thread."""

import re
import zlib
from collections.abc import AsyncIterator, Callable
from typing import Final

from django.conf import settings
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request

from api.limits import LongResponse, SlotPool, identify_client, reading

__all__ = ["stream_download"]

#: Returns the next chunk, None after the last. It may use the database.
Source = Callable[[], bytes | None]

_GZIP = re.compile(r"(?:^|,)\s*(?:gzip|\*)\s*(?!;\s*q=0(?:\.0*)?\s*(?:,|$))(?:;|,|$)", re.IGNORECASE)
#: Logs shrink to a fifth at this level; the levels that take three times as long save little more.
_LEVEL = 2
#: zlib's ``wbits`` for the gzip format.
_GZIP_FORMAT = 31


#: Downloads of this process: each holds a chunk of some megabytes while its client is slow.
_open: Final = SlotPool(full_code="too_many_exports")


def stream_download(
    request: Request, source: Source, *, content_type: str, filename: str
) -> HttpResponseBase:
    """
    Respond with all chunks of a source, compressed by gzip if the client accepts that.

    The first chunk is made at once, so that its failure is reported as a problem. A later failure cuts the response off
    without its end, which clients detect. A client that disconnects ends it after the current chunk.

    Raises:
        ApiError: `too_many_at_once`, `too_many_exports`.
    """
    is_gzip = _GZIP.search(request.headers.get("Accept-Encoding", "")) is not None
    headers = {"Content-Disposition": f'attachment; filename="{filename}"', "Vary": "Accept-Encoding"}
    if is_gzip:
        headers["Content-Encoding"] = "gzip"
    if request.method == "HEAD":
        return HttpResponse(content_type=content_type, headers=headers)
    slot = _open.acquire(
        identify_client(request),
        max_total=settings.API_MAX_EXPORTS,
        max_per_client=settings.API_MAX_OWN_EXPORTS,
    )
    chunks = _compress(source) if is_gzip else source
    try:
        first = chunks()
    except BaseException:
        slot.release()
        raise
    return LongResponse(slot, _send(first, chunks), content_type=content_type, headers=headers)


async def _send(first: bytes | None, source: Source) -> AsyncIterator[bytes]:
    chunk = first
    while chunk is not None:
        yield chunk
        chunk = await reading(source)


def _compress(source: Source) -> Source:
    compressor = zlib.compressobj(_LEVEL, wbits=_GZIP_FORMAT)
    is_over = False

    def compress_next() -> bytes | None:
        nonlocal is_over
        if is_over:
            return None
        made = b""
        while not made:  # the compressor keeps a small chunk
            plain = source()
            if plain is None:
                is_over = True
                return made + compressor.flush()
            made = compressor.compress(plain)
        return made

    return compress_next
