"""
Stop signals: run a callback at SIGINT and SIGTERM before the process's own handler.

A web server that must stop waits for its responses to end, and a stream has no end of its own.
"""

import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

__all__ = ["StopSignals"]

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)

_Handler = Callable[[int, FrameType | None], Any]


class StopSignals:
    """
    Calls ``callback`` at each stop signal, then the handler that was installed before.

    Without such a handler the process ends at once, and nothing is installed. Only the main thread can install one.
    """

    def __init__(self, callback: Callable[[], object]) -> None:
        self._callback = callback
        self._is_installed = False
        self._before: dict[signal.Signals, _Handler] = {}

    def install(self) -> None:
        """Install the handlers."""
        if threading.current_thread() is not threading.main_thread():
            return
        self._is_installed = True
        for number in _SIGNALS:
            before = signal.getsignal(number)
            if callable(before):
                self._before[number] = before
                signal.signal(number, self._handle)

    def restore(self) -> None:
        """Restore the handlers of before, except where another handler was installed since."""
        self._is_installed = False
        for number, before in self._before.items():
            if signal.getsignal(number) == self._handle:
                signal.signal(number, before)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self._is_installed:
            self._callback()
        self._before[signal.Signals(number)](number, frame)
