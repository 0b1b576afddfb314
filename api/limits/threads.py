"""Threads in which asynchronous code reads from the database: a fixed number, each with a connection it keeps."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from asgiref.sync import sync_to_async
from django.db import close_old_connections

__all__ = ["reading"]

_T = TypeVar("_T")

#: Streams and long polls of a process share these threads: a reading takes milliseconds.
_READERS: Final = ThreadPoolExecutor(6, "reading")


async def reading(read: Callable[[], _T]) -> _T:
    """Return what a function reads from the database in one of the reading threads."""

    def read_in_thread() -> _T:
        try:
            return read()
        finally:
            close_old_connections()  # as Django does after a request: drop a broken connection, check a good one

    return await sync_to_async(read_in_thread, thread_sensitive=False, executor=_READERS)()
