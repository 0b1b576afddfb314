"""An event loop in another thread, so that a test can write to the database while subscribers wait there."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, TypeVar

from games.realtime import Topic, Wake
from games.realtime import listener as live

__all__ = ["Elsewhere", "Listener", "elsewhere"]

_T = TypeVar("_T")


class Elsewhere:
    """Runs coroutines in the other thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.is_listening = False

    def start(self, coroutine: Coroutine[Any, Any, _T]) -> Future[_T]:
        """Start a coroutine there."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop)

    def run(self, coroutine: Coroutine[Any, Any, _T]) -> _T:
        """Run a coroutine there to its end."""
        return self.start(coroutine).result(20)


@contextmanager
def elsewhere() -> Iterator[Elsewhere]:
    """Run the other thread for a block; cancel its remaining tasks at the end."""
    stop = asyncio.Event()
    ready = threading.Event()
    loops: list[asyncio.AbstractEventLoop] = []

    async def main() -> None:
        loops.append(asyncio.get_running_loop())
        ready.set()
        await stop.wait()

    thread = threading.Thread(target=lambda: asyncio.run(main()))
    thread.start()
    ready.wait(10)
    try:
        yield Elsewhere(loops[0])
    finally:
        loops[0].call_soon_threadsafe(stop.set)
        thread.join(10)
        assert not thread.is_alive(), "the other thread ends with the block"


class Listener:
    """A subscriber in the other thread."""

    def __init__(self, there: Elsewhere, *topics: Topic, since: int | None = None) -> None:
        self._there = there
        self._manager = live.subscribe(topics, since=since)
        self.news = there.run(self._manager.__aenter__())
        if not there.is_listening:
            assert self.wait() is Wake.NOTIFIED, "the listener wakes all subscribers when it has connected"
            there.is_listening = True

    def wait(self, seconds: float = 10.0) -> Wake:
        """Wait for a notification."""
        return self._there.run(self.news.wait(seconds))

    def leave(self) -> None:
        """Leave the subscription."""
        self._there.run(self._manager.__aexit__(None, None, None))
