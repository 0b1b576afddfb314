"""Waiting for what other threads and processes bring about."""

import time
from collections.abc import Callable

__all__ = ["wait_until"]


def wait_until(claim: Callable[[], bool], *, seconds: float = 60.0, doing: str = "it to come true") -> None:
    """Wait for a claim to come true; fail after so many seconds."""
    deadline = time.monotonic() + seconds
    while not claim():
        assert time.monotonic() < deadline, f"waited {seconds} s for {doing}"
        time.sleep(0.01)
