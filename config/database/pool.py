"""
A pool of connections that connects for whoever asks, and at once: nobody waits for a server that is away.

psycopg's own pool connects in threads of its own, after pauses that grow for as long as a server is away, and lets
everybody wait meanwhile: requests that could have been refused hold their threads, and after an outage the pauses go
on. Nor does it know of a broken connection before it has sent a statement over it. Here a server that has ended, which
closes its sockets, is noticed by looking: a connection on which nothing has come is as good as when it was put back,
and only one on which something has come is asked.
"""

import random
import select
from collections.abc import Callable
from contextlib import suppress
from threading import BoundedSemaphore, Lock
from time import monotonic
from typing import Any, Final, NamedTuple

import psycopg
from psycopg.pq import PipelineStatus, TransactionStatus

__all__ = ["Pool"]

_Connection = psycopg.Connection[Any]

#: Seconds after which a connection is not used again: what its process of the server has gathered goes with it.
_LIFETIME: Final = 3600.0
#: Seconds after which one that nobody has needed is closed.
_IDLE: Final = 600.0


class _Kept(NamedTuple):
    """A connection nobody uses, and since when by the monotonic clock."""

    since: float
    connection: _Connection


class Pool:
    """The connections of a process to one database; threads share it. Django's backend calls it as psycopg's."""

    def __init__(self, connect: Callable[[], _Connection], *, most: int, patience: float) -> None:
        """
        Begin without a connection.

        Args:
            connect: makes one.
            most: so many there may be.
            patience: for so many seconds one waits if all of them are in use.
        """
        self._connect = connect
        self._places = BoundedSemaphore(most)
        self._patience = patience
        self._lock = Lock()
        #: The one put back last is at the end and is taken first: few stay in use, and those hold what is prepared.
        self._kept: list[_Kept] = []
        self._is_open = True

    def open(self) -> None:
        """Do nothing: there is nothing to begin."""

    def getconn(self) -> _Connection:
        """
        Return a connection that nobody else uses until it is put back.

        Raises:
            OperationalError: the server is away, or all are in use for too long.
        """
        if not self._places.acquire(timeout=self._patience):
            raise psycopg.OperationalError(f"all connections are in use for {self._patience:g} seconds")
        try:
            connection = self._good() or self._made()
        except BaseException:
            self._places.release()
            raise
        connection._pool = self
        return connection

    def putconn(self, connection: _Connection) -> None:
        """Take a connection back, once; it is kept for the next who asks if it is good."""
        lent_by: object = connection._pool
        assert lent_by is self, "only what was taken is put back, and once"
        connection._pool = None
        try:
            is_good = monotonic() < connection._expire_at and _is_clean(connection)
            if not (is_good and self._keeps(connection)):
                connection.close()
        finally:
            self._places.release()

    def close(self) -> None:
        """Close the connections nobody uses, and from now on those that are put back."""
        with self._lock:
            self._is_open = False
            unused, self._kept = self._kept, []
        for kept in unused:
            kept.connection.close()

    def _good(self) -> _Connection | None:
        while True:
            with self._lock:
                if not self._kept:
                    return None
                connection = self._kept.pop().connection
            if _is_good(connection):
                return connection
            connection.close()

    def _made(self) -> _Connection:
        connection = self._connect()
        connection._expire_at = monotonic() + _LIFETIME * random.uniform(0.9, 1.0)  # noqa: S311 - no secret
        return connection

    def _keeps(self, connection: _Connection) -> bool:
        """Keep a connection for the next who asks, and close those nobody needs; return whether it is kept."""
        with self._lock:
            if not self._is_open:
                return False
            now = monotonic()
            self._kept.append(_Kept(now, connection))
            unneeded = [kept for kept in self._kept if kept.since < now - _IDLE]
            del self._kept[: len(unneeded)]  # they were put back in this order
        for kept in unneeded:
            kept.connection.close()
        return True


def _is_clean(connection: _Connection) -> bool:
    """
    Return whether a connection that is put back can be used by others, after ending a transaction that was left open.
    """
    status = connection.pgconn.transaction_status
    if status in (TransactionStatus.INTRANS, TransactionStatus.INERROR):
        with suppress(psycopg.Error):
            connection.rollback()
    is_idle = connection.pgconn.transaction_status == TransactionStatus.IDLE
    return is_idle and connection.pgconn.pipeline_status == PipelineStatus.OFF


def _is_good(connection: _Connection) -> bool:
    """Return whether a connection that was kept still is what it was."""
    try:
        poll = select.poll()
        poll.register(connection.fileno(), select.POLLIN)
        if poll.poll(0):
            connection.autocommit = True
            connection.execute("")
    except psycopg.Error:
        return False
    return True
