"""Waiting for conditions that other threads and processes fulfil."""

import time
from collections.abc import Callable

__all__ = ["wait_until"]


def wait_until(claim: Callable[[], bool], *, seconds: float = 60.0, doing: str = "it to come true") -> None:
    """Wait until a condition holds; fail after a timeout in seconds."""
    deadline = time.monotonic() + seconds
    while not claim():
        assert time.monotonic() < deadline, f"waited {seconds} s for {doing}"
        time.sleep(0.01)
