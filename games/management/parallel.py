"""Work that several processes share: batches go out a few at a time, and their results come back in order."""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, islice
from multiprocessing import get_context
from typing import TypeVar

from django.db import connections

__all__ = ["count_processors", "map_in_processes"]

#: Batches that wait for each process: enough that none idles, and no more of them in memory.
_WAITING = 2

_Batch = TypeVar("_Batch")
_Result = TypeVar("_Result")


def count_processors() -> int:
    """Return how many processes this machine can run at the same time."""
    return os.cpu_count() or 1


def map_in_processes(
    work: Callable[[_Batch], _Result], batches: Iterable[_Batch], *, processes: int
) -> Iterator[_Result]:
    """
    Yield what the work returns for each of the batches, in their order.

    Args:
        work: a function of a module that can be imported before Django is set up.
        batches: taken as they are needed, so that there may be any number.
        processes: 1: all is done in this process. Else no process is started for a single batch.
    """
    waiting = iter(batches)
    first = list(islice(waiting, 2))
    if processes == 1 or len(first) < 2:
        yield from map(work, chain(first, waiting))
        return
    # New processes rather than forked ones: a fork would share this process's connection.
    database = connections["default"].settings_dict["NAME"]
    pool = ProcessPoolExecutor(
        processes, mp_context=get_context("spawn"), initializer=_set_up, initargs=(database,)
    )
    pending: deque[Future[_Result]] = deque()
    try:
        for batch in chain(first, waiting):
            pending.append(pool.submit(work, batch))
            if len(pending) >= processes * _WAITING:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _set_up(database: str) -> None:
    """
    Make Django ready in a new process, on the database of the process that started it, which alone is interrupted.
    """
    import django

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    django.setup()
    connections["default"].settings_dict["NAME"] = database
