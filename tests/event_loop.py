"""
An event loop of its own for one call: the browser tests leave one running in the thread of the tests.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import async_to_sync

__all__ = ["loop_put_aside", "run_apart", "waiting_for"]

_Result = TypeVar("_Result")
_Arguments = ParamSpec("_Arguments")


def run_apart(coroutine: Coroutine[Any, Any, _Result]) -> _Result:
    """
    Run a coroutine to its end in a thread that has no event loop yet.
    """
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


@contextmanager
def loop_put_aside() -> Iterator[None]:
    """
    Let this thread seem to run no event loop, as it does when no browser test came before.
    """
    left_running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(left_running)


def waiting_for(function: Callable[_Arguments, Awaitable[_Result]]) -> Callable[_Arguments, _Result]:
    """
    Return the function as one that is called and waited for, with this thread's database connection.

    As ``async_to_sync``, which refuses a thread whose loop is running.
    """

    def called(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
        with loop_put_aside():
            return async_to_sync(function)(*args, **kwargs)

    return called
