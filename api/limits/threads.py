"""Threads of requests that wait: none is held, nor a database connection, while there is nothing to do."""

from collections.abc import Callable
from typing import TypeVar

from asgiref.sync import sync_to_async
from django.db import connections

__all__ = ["connections_give_back", "reading"]

_T = TypeVar("_T")


async def reading(read: Callable[[], _T]) -> _T:
    """Return what a function reads from the database, in a thread that is given back with its connection."""

    def alone() -> _T:
        try:
            return read()
        finally:
            connections_give_back()

    return await sync_to_async(alone, thread_sensitive=False)()


def connections_give_back() -> None:
    """Close this thread's connections, which gives pooled ones back; one with a transaction is somebody else's."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()
