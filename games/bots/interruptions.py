"""Exceptions that reach a bot in this process from outside it, and so are no fault of its own."""

from celery.exceptions import SoftTimeLimitExceeded

__all__ = ["is_interruption"]


def is_interruption(error: BaseException) -> bool:
    """Return whether an exception that a built-in bot raised came from the machine or from the worker's own limits."""
    return isinstance(error, MemoryError | SoftTimeLimitExceeded | SystemExit)
