"""
Limit the long responses that a process sends at once, in total and per client.

A long response holds a slot while its client reads slowly, but neither a thread nor a database connection.
"""

import weakref
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import aclosing
from threading import Lock, RLock
from typing import Any, Final

from django.http import StreamingHttpResponse

from api.problems import ApiError

__all__ = ["LongResponse", "Slot", "SlotPool"]

_RETRY_LATER: Final = {"Retry-After": "30"}


class SlotPool:
    """The slots of a process for long responses of one kind."""

    def __init__(self, *, full_code: str) -> None:
        """Create a pool; ``full_code`` is the code of the problem when no slot is free."""
        self._full_code = full_code
        self._held: Counter[str] = Counter()
        # Reentrant: the garbage collector may release a slot while this thread acquires one.
        self._lock = RLock()

    @property
    def count(self) -> int:
        """The number of slots held."""
        return self._held.total()

    def acquire(self, client: str, *, max_total: int, max_per_client: int) -> "Slot":
        """
        Acquire a slot for a client.

        Raises:
            ApiError: `too_many_at_once` or the pool's code.
        """
        with self._lock:
            if self._held[client] >= max_per_client:
                raise ApiError("too_many_at_once", headers=_RETRY_LATER)
            if self._held.total() >= max_total:
                raise ApiError(self._full_code, headers=_RETRY_LATER)
            self._held[client] += 1
        return Slot(self, client)

    def release(self, client: str) -> None:
        """Release a slot of a client."""
        with self._lock:
            self._held[client] -= 1
            if not self._held[client]:
                del self._held[client]


class Slot:
    """One slot of a pool."""

    def __init__(self, pool: SlotPool, client: str) -> None:
        self._pool = pool
        self._client = client
        self._lock = Lock()

    def release(self) -> None:
        """Release the slot; later calls do nothing."""
        # The lock stays acquired, so one of several callers gets it.
        if self._lock.acquire(blocking=False):
            self._pool.release(self._client)


class LongResponse(StreamingHttpResponse):
    """
    A streaming response that holds a slot.

    It releases the slot after the last chunk, when the client disconnects, and when the response is never sent.
    """

    def __init__(self, slot: Slot, content: AsyncIterator[bytes], **options: Any) -> None:
        super().__init__(_release_after(slot, content), **options)
        self._slot = slot
        # Django drops the response without closing it if the client disconnects before it starts.
        weakref.finalize(self, slot.release)

    def close(self) -> None:
        """Release the slot."""
        super().close()
        self._slot.release()


async def _release_after(slot: Slot, content: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    try:
        async with aclosing(content) as chunks:  # type: ignore[type-var]
            async for chunk in chunks:
                yield chunk
    finally:
        slot.release()
