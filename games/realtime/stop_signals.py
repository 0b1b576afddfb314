"""
Hearing of the signals that stop a process before whoever handles them does.

A web server waits for its answers to end when it is told to stop, and a stream has no end of its own.
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
    Calls ``heard`` at each stop signal, then the handler that was there before.

    Where no handler is there, the process ends at once and needs no word; a thread other than the main one can't ask.
    """

    def __init__(self, heard: Callable[[], object]) -> None:
        self._heard = heard
        self._is_attending = False
        self._before: dict[signal.Signals, _Handler] = {}

    def attend(self) -> None:
        """Begin to hear of the signals."""
        if threading.current_thread() is not threading.main_thread():
            return
        self._is_attending = True
        for number in _SIGNALS:
            before = signal.getsignal(number)
            if callable(before):
                self._before[number] = before
                signal.signal(number, self._handle)

    def leave(self) -> None:
        """Give the signals back, except those somebody else has taken meanwhile."""
        self._is_attending = False
        for number, before in self._before.items():
            if signal.getsignal(number) == self._handle:
                signal.signal(number, before)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self._is_attending:
            self._heard()
        self._before[signal.Signals(number)](number, frame)
