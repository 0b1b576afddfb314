"""LRU cache of a process, shared by its threads."""

from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

__all__ = ["Cache"]

_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")


class Cache(Generic[_Key, _Value]):
    """
    LRU cache with a lock, which ``cachetools`` leaves to its caller.

    Threads share the values, so nobody changes one. A cached value is a shortcut: its caller checks that it is current.
    """

    def __init__(self, max_size: int) -> None:
        self._values: LRUCache[_Key, _Value] = LRUCache(max_size)
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: _Key) -> _Value | None:
        """Return the value of a key, None if there is none."""
        with self._lock:
            return self._values.get(key)

    def put(self, key: _Key, value: _Value) -> None:
        """Set the value of a key; evict the values that were not used for longest."""
        with self._lock:
            self._values[key] = value

    def drop(self, key: _Key) -> None:
        """Delete a key."""
        with self._lock:
            self._values.pop(key, None)

    def clear(self) -> None:
        """Delete every key."""
        with self._lock:
            self._values.clear()
