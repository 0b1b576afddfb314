"""Garbage collection of processes that live long and make many small values."""

import gc

__all__ = ["collect_less_often"]


def collect_less_often() -> None:
    """
    Leave what start-up has made out of garbage collection, and collect less often.

    By the default thresholds the collector walks over all of Django again and again while a request or a game makes its
    thousands of small values without cycles.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
