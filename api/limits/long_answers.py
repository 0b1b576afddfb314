"""
Long answers: how many of a kind a process gives at the same time, how many of those one client has, and what they hold
while their reader is slow: a place among them, neither a thread nor a database connection.
"""

import weakref
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import aclosing
from threading import Lock, RLock
from typing import Any, Final

from django.http import StreamingHttpResponse

from api.problems import ApiError

__all__ = ["LongAnswer", "Place", "Places"]

#: Seconds after which one may ask again for a place.
_AGAIN: Final = {"Retry-After": "30"}


class Places:
    """The places there are in a process for long answers of one kind."""

    def __init__(self, *, full: str) -> None:
        """
        Begin without any taken.

        Args:
            full: the code of the problem that tells that the process has no place left.
        """
        self._full = full
        self._taken: Counter[str] = Counter()
        # One that may be taken again: what is left of an answer may be thrown away while a place is being taken.
        self._lock = RLock()

    @property
    def count(self) -> int:
        """How many are taken."""
        return self._taken.total()

    def take(self, client: str, *, most: int, most_own: int) -> "Place":
        """
        Take a place for a client; looking and taking is one step, however many ask at once.

        Args:
            client: who asks.
            most: so many there are.
            most_own: so many one client may have.

        Raises:
            ApiError: `too_many_at_once`, or that there is none left.
        """
        with self._lock:
            if self._taken[client] >= most_own:
                raise ApiError("too_many_at_once", headers=_AGAIN)
            if self._taken.total() >= most:
                raise ApiError(self._full, headers=_AGAIN)
            self._taken[client] += 1
        return Place(self, client)

    def give_back(self, client: str) -> None:
        """Let a client have one place less."""
        with self._lock:
            self._taken[client] -= 1
            if not self._taken[client]:
                del self._taken[client]


class Place:
    """One place, until it is given back."""

    def __init__(self, places: Places, client: str) -> None:
        self._places = places
        self._client = client
        self._lock = Lock()

    def give_back(self) -> None:
        """Give the place back; once more does nothing."""
        # Taken once and never released: of several that give back, one gets it.
        if self._lock.acquire(blocking=False):
            self._places.give_back(self._client)


class LongAnswer(StreamingHttpResponse):
    """
    An answer whose content takes its time.

    The place is given back with the last piece, when the client has gone away, and when the answer is not sent at all.
    """

    def __init__(self, place: Place, content: AsyncIterator[bytes], **more: Any) -> None:
        super().__init__(_held(place, content), **more)
        self._place = place
        # Of a client that is gone before the answer begins, Django forgets the answer without closing it.
        weakref.finalize(self, place.give_back)

    def close(self) -> None:
        """Give the place back, whatever became of the content."""
        super().close()
        self._place.give_back()


async def _held(place: Place, content: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    try:
        async with aclosing(content) as pieces:  # type: ignore[type-var]
            async for piece in pieces:
                yield piece
    finally:
        place.give_back()
