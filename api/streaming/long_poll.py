"""
Long polls: a response that waits until there is something to report, and meanwhile holds no thread and no connection.

The first query runs in the request's thread. If there is nothing to report, the response waits in the event loop for a
notification and queries again in a thread. A poll that woke up with nothing new backs off.
"""

import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from time import monotonic
from typing import Final, NamedTuple

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from api.limits import reading
from games.realtime import Topic, Wake, checkpoint, subscribe

__all__ = ["Report", "count_polls", "respond_when_final"]

_log = logging.getLogger("api")

_MEDIA_TYPE: Final = "application/json"

#: Seconds that a poll backs off per open poll of its user. Without it, each turn of one bot would make all polls for
#: the user's other bots query at once, again and again.
_BACK_OFF: Final = 0.005


class Report(NamedTuple):
    """Result of a query: the JSON to send, and whether to send it now instead of waiting for more."""

    content: bytes
    is_final: bool


def respond_when_final(
    query: Callable[[], Report], *, user_id: int, topics: Iterable[Topic], timeout: float
) -> HttpResponseBase:
    """
    Respond with a query's report once it is final, after the timeout at the latest.

    A user who has `API_MAX_WAITS` polls open is answered at once. Call it at the end of a view.

    Args:
        query: returns the report; called in a thread each time, and may use the database.
        user_id: the user whose open polls are counted.
        topics: notifications of these repeat the query.
        timeout: seconds to wait; 0 responds at once.
    """
    since = checkpoint()
    report = query()
    if report.is_final or not timeout:
        return HttpResponse(report.content, content_type=_MEDIA_TYPE)
    poll = _Poll(query, user_id, frozenset(topics), since, monotonic() + timeout)
    return StreamingHttpResponse(_count(poll, report), content_type=_MEDIA_TYPE)


def count_polls() -> int:
    """Return how many polls of this process are waiting."""
    return _open.total()


class _Poll(NamedTuple):
    """A poll that waits: since which checkpoint, and until which time of the monotonic clock."""

    query: Callable[[], Report]
    user_id: int
    topics: frozenset[Topic]
    since: int
    until: float


#: Waiting polls of each user in this process, counted in its event loop.
_open: Counter[int] = Counter()


async def _count(poll: _Poll, report: Report) -> AsyncIterator[bytes]:
    """Count a poll while it waits; one above its user's limit does not."""
    user_id = poll.user_id
    if _open[user_id] >= settings.API_MAX_WAITS:
        yield report.content
        return
    _open[user_id] += 1
    try:
        yield await _wait(poll, report)
    finally:
        _open[user_id] -= 1
        if not _open[user_id]:
            del _open[user_id]


async def _wait(poll: _Poll, report: Report) -> bytes:
    """
    Return the content when the report is final, the time is up or the process is about to stop.

    If the database fails meanwhile, the first report is sent: the response has begun, and the client polls again.
    """
    content = report.content
    has_queried, back_off = False, 0.0
    try:
        async with subscribe(poll.topics, since=poll.since) as subscription:
            while not report.is_final and (left := poll.until - monotonic()) > 0:
                await subscription.pause(min(left, back_off))
                # Query after a heartbeat too: behind a pooler that shares sessions, notifications do not arrive.
                if await subscription.wait(min(left, settings.API_STREAM_HEARTBEAT)) is Wake.CLOSING:
                    break
                report = await reading(poll.query)
                # The first query may be due to what happened before the subscription.
                back_off = _BACK_OFF * _open[poll.user_id] if has_queried else 0.0
                has_queried = True
            content = report.content
    except (OperationalError, InterfaceError) as error:
        _log.warning("a long poll ends because the database failed: %s", error)
    return content
