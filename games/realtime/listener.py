"""
Live news: one listener a process on the database's news (``games.realtime.topics``), and any number that wait for them.

A subscriber says what it wants to hear of, reads the tables, and waits; woken, it reads again. It holds no thread and
no database connection while it waits. Subscribe before the first reading, or take a mark before it, lest what happens
in between be missed::

    async with live.subscription([Topic(Subject.GAME, 7)]) as news:
        while ...:
            ...  # read the log
            if await news.wait(15.0) is Wake.CLOSING:
                break

The listener is started in the running event loop by the first subscriber and stops some seconds after the last one has
left. When its connection is lost it connects again and then wakes everybody: news may have been lost meanwhile.
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
from games.realtime.topics import CHANNEL, Topic, topics_read

__all__ = ["APPLICATION_NAME", "Subscription", "Wake", "mark", "subscription"]

#: How the listener's connection is called in PostgreSQL's ``pg_stat_activity``.
APPLICATION_NAME: Final = "rodeo listener"

_log = logging.getLogger(__name__)

#: Seconds between two attempts to connect, from the first to the longest pause.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 5.0

#: Seconds for which the listener stays when nobody listens: a page that is loaded again soon comes back.
_LINGER = 5.0

#: A server that vanished without a word is noticed within half a minute.
_KEEPALIVE: Final = {"keepalives_idle": 15, "keepalives_interval": 5, "keepalives_count": 3}


class Wake(Enum):
    """Why a wait has ended."""

    #: Something has happened, or may have.
    NEWS = auto()
    #: The time is up.
    TIMEOUT = auto()
    #: The process is about to stop: answer with what there is.
    CLOSING = auto()


class Subscription:
    """
    One that waits for news of some topics; ``topics`` may be changed at any time. Made by ``subscription``.

    News while nobody waits set a flag and are not counted, so that a slow subscriber costs nothing.
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
        """Wait for news, those included that came since the last wait, for so many seconds at most."""
        if not self.is_closing:
            try:
                async with asyncio.timeout(seconds):
                    await self._woken.wait()
            except TimeoutError:
                return Wake.TIMEOUT
        self._woken.clear()
        return Wake.CLOSING if self.is_closing else Wake.NEWS

    async def rest(self, seconds: float) -> None:
        """Hear nothing for so many seconds, unless the process is about to stop."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._listener.closing.wait()

    def wake(self) -> None:
        """End the current wait, or the next one."""
        self._woken.set()


class _Marks:
    """Numbers the moments at which this process heard something."""

    def __init__(self) -> None:
        self.last = 0

    def advance(self) -> int:
        self.last += 1
        return self.last


_marks = _Marks()


def mark() -> int:
    """
    Return what stands for now: take it before you read, and a subscription made afterwards can tell whether anything
    has been heard meanwhile. In any thread.
    """
    return _marks.last


@asynccontextmanager
async def subscription(topics: Iterable[Topic], *, since: int | None = None) -> AsyncIterator[Subscription]:
    """
    Subscribe to news of those topics for a block.

    It begins at once, even if the database is away: when the listener has connected, everybody is woken.

    Args:
        topics: what to hear of.
        since: the mark taken before the tables were read: the first wait ends at once if news may have come since then.
            Without, whoever subscribes reads the tables afterwards.
    """
    loop = asyncio.get_running_loop()
    listener = _listeners.get(loop)
    if listener is None:
        listener = _listeners[loop] = _Listener(loop)
    subscriber = Subscription(topics, listener)
    listener.join(subscriber)
    if since is not None and not listener.has_heard_nothing(since):
        subscriber.wake()
    try:
        yield subscriber
    finally:
        listener.leave(subscriber)


class _Listener:
    """The one connection of an event loop that listens, and those it wakes."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.closing = asyncio.Event()
        #: Since which mark it listens without a break; None while it does not.
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
            self._task = self._started()

    def has_heard_nothing(self, since: int) -> bool:
        """Whether all that happens after a mark still wakes who has just joined."""
        return self.since is None or self.since <= since == _marks.last

    def leave(self, subscriber: Subscription) -> None:
        self._subscribers.discard(subscriber)
        if not self._subscribers:
            pause = 0.0 if self.closing.is_set() else _LINGER
            self._stopping = self._loop.call_later(pause, self._stop)

    def close(self) -> None:
        """Tell everybody that the process is about to stop."""
        self.closing.set()
        self._wake_all()

    def _stop(self) -> None:
        self._stopping = None
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _started(self) -> asyncio.Task[None]:
        """
        Start to listen to the database, and before that to the signals: what is subscribed must end when they come.
        """
        signals = StopSignals(partial(self._loop.call_soon_threadsafe, self.close))
        signals.attend()
        task = self._loop.create_task(self._listen(), name=APPLICATION_NAME)
        task.add_done_callback(lambda _: signals.leave())
        return task

    async def _listen(self) -> None:
        """Listen for as long as somebody subscribes, whatever becomes of the connection."""
        pause = _FIRST_PAUSE
        while True:
            try:
                async with await _connection() as connection:
                    pause = _FIRST_PAUSE
                    self.since = _marks.advance()
                    self._wake_all()
                    async for notice in connection.notifies():
                        _marks.advance()
                        self._wake(notice.payload)
            except psycopg.Error as error:
                _log.warning("live news are interrupted: %s", " ".join(str(error).split()))
            finally:
                self.since = None
            # Not all processes of a site at the same moment, which would delay the server's own recovery.
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))  # noqa: S311 - no secret
            pause = min(pause * 2, _LONGEST_PAUSE)

    def _wake(self, payload: str) -> None:
        try:
            topics = set(topics_read(payload))
        except ValueError:
            _log.warning("somebody else wrote to the channel %s: %.100r", CHANNEL, payload)
            return
        for subscriber in self._subscribers:
            if not subscriber.topics.isdisjoint(topics):
                subscriber.wake()

    def _wake_all(self) -> None:
        for subscriber in self._subscribers:
            subscriber.wake()


#: A process has one event loop; tests have many, one after the other.
_listeners: WeakKeyDictionary[asyncio.AbstractEventLoop, _Listener] = WeakKeyDictionary()


async def _connection() -> psycopg.AsyncConnection[tuple[Any, ...]]:
    """Return a connection of its own that listens, outside of any pool: it is never given back."""
    parameters = connections["default"].get_connection_params()
    own = {name: value for name, value in parameters.items() if name not in ("context", "cursor_factory")}
    wanted = {"connect_timeout": 10, **_KEEPALIVE, **own, "application_name": APPLICATION_NAME}
    connection = await psycopg.AsyncConnection.connect(autocommit=True, **wanted)
    try:
        await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
    except BaseException:
        await connection.close()
        raise
    return connection
