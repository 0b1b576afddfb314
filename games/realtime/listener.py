"""
Pub/sub over LISTEN/NOTIFY: one connection per process, any number of subscribers.

A subscriber names topics (``games.realtime.topics``), queries the tables, and waits; woken, it queries again. It holds
no thread and no database connection while it waits. Subscribe before the first query, or take a checkpoint before it,
so that no notification in between is missed::

    async with subscribe([Topic(Subject.GAME, 7)]) as subscription:
        while ...:
            ...  # query the log
            if await subscription.wait(15.0) is Wake.CLOSING:
                break

The first subscriber starts the listener in the running event loop; it stops some seconds after the last one has left.
If its connection is lost, it reconnects and then wakes all subscribers, because notifications may have been lost.
"""

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from enum import Enum, auto
from functools import partial
from typing import Any, Final
from weakref import WeakKeyDictionary

import psycopg
from django.db import connections
from psycopg import sql

from games.realtime.stop_signals import StopSignals
from games.realtime.topics import CHANNEL, Topic, parse_topics

__all__ = ["APPLICATION_NAME", "Subscription", "Wake", "checkpoint", "subscribe"]

#: Name of the listener's connection in PostgreSQL's ``pg_stat_activity``.
APPLICATION_NAME: Final = "rodeo listener"

_log = logging.getLogger(__name__)

#: Seconds between two attempts to connect: they double from the first to the maximum.
_FIRST_PAUSE, _MAX_PAUSE = 0.1, 5.0

#: Seconds for which the listener stays without subscribers: a page that is reloaded subscribes again at once.
_LINGER = 5.0


class Wake(Enum):
    """Why a wait has ended."""

    #: Something has changed, or may have.
    NOTIFIED = auto()
    #: The time is up.
    TIMEOUT = auto()
    #: The process is about to stop: respond with what there is.
    CLOSING = auto()


class Subscription:
    """
    A subscriber of some topics; ``topics`` may be changed at any time. Made by ``subscribe``.

    Notifications outside of a wait set a flag and are not counted, so that a slow subscriber costs nothing.
    """

    def __init__(self, topics: Iterable[Topic], listener: "_Listener") -> None:
        self.topics = frozenset(topics)
        self._listener = listener
        self._woken = asyncio.Event()

    @property
    def is_closing(self) -> bool:
        """Whether the process is about to stop."""
        return self._listener.closing.is_set()

    async def wait(self, seconds: float) -> Wake:
        """Wait up to that many seconds for a notification; one since the last wait ends it at once."""
        if not self.is_closing:
            try:
                async with asyncio.timeout(seconds):
                    await self._woken.wait()
            except TimeoutError:
                return Wake.TIMEOUT
        self._woken.clear()
        return Wake.CLOSING if self.is_closing else Wake.NOTIFIED

    async def pause(self, seconds: float) -> None:
        """Sleep, notifications or not; only the end of the process ends it sooner."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._listener.closing.wait()

    def wake(self) -> None:
        """End the current wait, or the next one."""
        self._woken.set()


class _Checkpoints:
    """Numbers the moments at which this process received a notification."""

    def __init__(self) -> None:
        self.last = 0

    def advance(self) -> int:
        self.last += 1
        return self.last


_checkpoints = _Checkpoints()


def checkpoint() -> int:
    """Return a checkpoint; take it before querying and pass it as ``since=``. Safe in any thread."""
    return _checkpoints.last


@asynccontextmanager
async def subscribe(topics: Iterable[Topic], *, since: int | None = None) -> AsyncIterator[Subscription]:
    """
    Subscribe to topics for the length of a block.

    The block is entered at once, even if the database is unreachable: all are woken when the listener has connected.

    Args:
        topics: what to be notified of.
        since: a checkpoint taken before the tables were queried: the first wait ends at once if a notification may have
            been missed since. Without it, query the tables inside the block.
    """
    loop = asyncio.get_running_loop()
    listener = _listeners.get(loop)
    if listener is None:
        listener = _listeners[loop] = _Listener(loop)
    subscriber = Subscription(topics, listener)
    listener.join(subscriber)
    if since is not None and not listener.has_missed_nothing(since):
        subscriber.wake()
    try:
        yield subscriber
    finally:
        listener.leave(subscriber)


class _Listener:
    """The connection of an event loop that listens, and its subscribers."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.closing = asyncio.Event()
        #: Checkpoint since which it has listened without interruption; None while it does not.
        self.since: int | None = None
        self._loop = loop
        self._subscribers: set[Subscription] = set()
        self._task: asyncio.Task[None] | None = None
        self._stopping: asyncio.TimerHandle | None = None

    def join(self, subscriber: Subscription) -> None:
        self._subscribers.add(subscriber)
        if self._stopping is not None:
            self._stopping.cancel()
            self._stopping = None
        if self._task is None or self._task.done():
            self._task = self._start()

    def has_missed_nothing(self, since: int) -> bool:
        """Whether every notification after a checkpoint still wakes a subscriber that has just joined."""
        return self.since is None or self.since <= since == _checkpoints.last

    def leave(self, subscriber: Subscription) -> None:
        self._subscribers.discard(subscriber)
        if not self._subscribers:
            pause = 0.0 if self.closing.is_set() else _LINGER
            self._stopping = self._loop.call_later(pause, self._stop)

    def close(self) -> None:
        """Wake all subscribers because the process is about to stop."""
        self.closing.set()
        self._wake_all()

    def _stop(self) -> None:
        self._stopping = None
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _start(self) -> asyncio.Task[None]:
        """Start to listen to the database, and first to the stop signals, at which every subscription must end."""
        signals = StopSignals(partial(self._loop.call_soon_threadsafe, self.close))
        signals.install()
        task = self._loop.create_task(self._listen(), name=APPLICATION_NAME)
        task.add_done_callback(lambda _: signals.restore())
        return task

    async def _listen(self) -> None:
        """Listen until cancelled; reconnect when the connection is lost."""
        pause = _FIRST_PAUSE
        while True:
            try:
                async with await _connect() as connection:
                    pause = _FIRST_PAUSE
                    self.since = _checkpoints.advance()
                    self._wake_all()
                    async for notice in connection.notifies():
                        _checkpoints.advance()
                        self._wake(notice.payload)
            except psycopg.Error as error:
                _log.warning("the listener's connection is lost: %s", " ".join(str(error).split()))
            finally:
                self.since = None
            # Random, so that the processes of a site do not reconnect at the same moment.
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))  # noqa: S311 - no secret
            pause = min(pause * 2, _MAX_PAUSE)

    def _wake(self, payload: str) -> None:
        try:
            topics = set(parse_topics(payload))
        except ValueError:
            _log.warning("another program wrote to the channel %s: %.100r", CHANNEL, payload)
            return
        for subscriber in self._subscribers:
            if not subscriber.topics.isdisjoint(topics):
                subscriber.wake()

    def _wake_all(self) -> None:
        for subscriber in self._subscribers:
            subscriber.wake()


#: A process has one event loop; tests have several, one after another.
_listeners: WeakKeyDictionary[asyncio.AbstractEventLoop, _Listener] = WeakKeyDictionary()


async def _connect() -> psycopg.AsyncConnection[tuple[Any, ...]]:
    """Return a new connection that listens, outside of any pool because it is never released."""
    parameters = connections["default"].get_connection_params()
    own = {name: value for name, value in parameters.items() if name not in ("context", "cursor_factory")}
    wanted = {"connect_timeout": 10, **own, "application_name": APPLICATION_NAME}
    connection = await psycopg.AsyncConnection.connect(autocommit=True, **wanted)
    try:
        await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
    except BaseException:
        await connection.close()
        raise
    return connection
