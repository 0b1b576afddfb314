"""Garbage collection of long-lived processes that create many small values."""

import gc

__all__ = ["collect_less_often"]


def collect_less_often() -> None:
    """
    Exclude all present objects from garbage collection, and raise its thresholds.

    With the default thresholds, the collector traverses all of Django many times while a request or a game creates
    thousands of small values without cycles.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
