"""Process pool: map a function over batches in several processes, with bounded memory and results in order."""

import os
import signal
from argparse import ArgumentTypeError
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, islice
from multiprocessing import get_context
from typing import TypeVar

from django.core.management.base import CommandParser
from django.db import connections

__all__ = ["add_processes_argument", "count_processors", "map_in_processes"]

#: Maximum number of processes.
_MAX_PROCESSES = 64

#: Pending batches per process: enough that no process idles, few enough to fit in memory.
_PENDING_PER_PROCESS = 2

_Batch = TypeVar("_Batch")
_Result = TypeVar("_Result")


def count_processors() -> int:
    """Return the number of processors of this machine."""
    return os.cpu_count() or 1


def add_processes_argument(parser: CommandParser) -> None:
    """Add the option ``--processes`` to a command."""
    parser.add_argument(
        "--processes",
        type=_parse_count,
        default=count_processors(),
        help="Number of processes that share the work; default: the number of processors.",
    )


def map_in_processes(
    work: Callable[[_Batch], _Result], batches: Iterable[_Batch], *, processes: int
) -> Iterator[_Result]:
    """
    Yield the result of the function for each batch, in the order of the batches.

    Args:
        work: a function of a module that can be imported before Django is set up.
        batches: read lazily, so that they need not fit in memory.
        processes: number of processes; with 1, or with a single batch, all work is done in this process.
    """
    waiting = iter(batches)
    first = list(islice(waiting, 2))
    if processes == 1 or len(first) < 2:
        yield from map(work, chain(first, waiting))
        return
    # Spawn processes instead of forking: a fork would share this process's database connection.
    database = connections["default"].settings_dict["NAME"]
    pool = ProcessPoolExecutor(
        processes, mp_context=get_context("spawn"), initializer=_set_up, initargs=(database,)
    )
    pending: deque[Future[_Result]] = deque()
    try:
        for batch in chain(first, waiting):
            pending.append(pool.submit(work, batch))
            if len(pending) >= processes * _PENDING_PER_PROCESS:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _set_up(database: str) -> None:
    """Set up Django in a new process, on its parent's database. SIGINT is ignored: only the parent handles it."""
    import django

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    django.setup()
    connections["default"].settings_dict["NAME"] = database


def _parse_count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= _MAX_PROCESSES:
        raise ArgumentTypeError(f"a whole number from 1 to {_MAX_PROCESSES} is expected")
    return int(text)
