"""
An event loop of its own for one call: the browser tests leave one running in the thread of the tests.
"""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

_Result = TypeVar("_Result")


def run_apart(coroutine: Coroutine[Any, Any, _Result]) -> _Result:
    """
    Run a coroutine to its end in a thread that has no event loop yet.
    """
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()
