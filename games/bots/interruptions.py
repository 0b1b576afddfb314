"""Exceptions that reach a bot in this process from outside it, and so are no fault of its own."""

from threading import current_thread, main_thread

from celery.exceptions import SoftTimeLimitExceeded

__all__ = ["is_interruption"]


def is_interruption(error: BaseException) -> bool:
    """
    Return whether an exception that a built-in bot raised came from the machine or from the worker's own limits.

    Signal handlers run in the main thread only, so in another thread ``SystemExit`` is the bot's own ``sys.exit()``. A
    web server answers in such threads, and would end with a ``SystemExit`` raised there.
    """
    if isinstance(error, SystemExit):
        return current_thread() is main_thread()
    return isinstance(error, MemoryError | SoftTimeLimitExceeded)
