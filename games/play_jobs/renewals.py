"""
Heartbeats: a daemon thread per process renews the leases the process holds while it plays.

A built-in bot may think for minutes in the thread of its worker. The renewing thread has a database connection of its
own, which it opens for each renewal: most leases end before the first one is due. It ends with its process, so the
lease of a killed worker expires. A lease that was cancelled is not renewed; its worker is refused at its next report.
"""

import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from operator import attrgetter
from threading import Condition, Thread
from time import monotonic

from django.db import connection

from games.play_jobs import statements
from games.play_jobs.leases import Lease

__all__ = ["jobs_hold"]

logger = logging.getLogger(__name__)

#: Renewals per duration of a lease: one that fails may be followed by another before the lease expires.
_RENEWALS = 3


@contextmanager
def jobs_hold(leases: Sequence[Lease]) -> Iterator[None]:
    """Renew leases in the background until the block ends."""
    renewals = _renewals
    try:
        renewals.add(leases)
        yield
    finally:
        renewals.remove(leases)


class _Renewals:
    """The leases of this process, and the thread that renews them; it starts with the first, and again if it ended."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._due: dict[Lease, float] = {}
        self._thread: Thread | None = None

    def add(self, leases: Sequence[Lease]) -> None:
        now = monotonic()
        with self._changed:
            self._due |= {lease: now + _pause(lease) for lease in leases}
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._run, name="lease renewals", daemon=True)
                self._thread.start()
            self._changed.notify()

    def remove(self, leases: Sequence[Lease]) -> None:
        with self._changed:
            for lease in leases:
                self._due.pop(lease, None)

    def _run(self) -> None:
        while True:
            leases = self._next()
            try:
                _renew(leases)
            except Exception:
                logger.exception("the leases of games %s are not renewed", [each.game_id for each in leases])

    def _next(self) -> list[Lease]:
        """Wait until leases are due; return them, to be renewed now."""
        with self._changed:
            while True:
                now = monotonic()
                leases = [lease for lease, due in self._due.items() if due <= now]
                if leases:
                    self._due |= {lease: now + _pause(lease) for lease in leases}
                    return leases
                self._changed.wait(min(self._due.values()) - now if self._due else None)


def _pause(lease: Lease) -> float:
    return lease.duration.total_seconds() / _RENEWALS


def _renew(leases: Sequence[Lease]) -> None:
    """Renew leases on this thread's own connection, and close it."""
    by_duration = attrgetter("duration")
    try:
        with connection.cursor() as cursor:
            for duration, some in groupby(sorted(leases, key=by_duration), key=by_duration):
                held = list(some)
                arguments = {
                    "games": [each.game_id for each in held],
                    "tokens": [each.token for each in held],
                    "seconds": duration.total_seconds(),
                }
                cursor.execute(statements.RENEW, arguments)
    finally:
        connection.close()


def _start_over() -> None:
    """Forget the leases and the thread of the parent process."""
    global _renewals
    _renewals = _Renewals()


_renewals = _Renewals()
os.register_at_fork(after_in_child=_start_over)
