"""
A Celery app with a built-in bot that thinks until its process is killed, once: ``celery -A tests.games.pondering``.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from time import sleep
from typing import Any, cast

from config.celery import app
from engine.bots import registry
from engine.bots.registry import BuiltinBot

__all__ = ["PONDERER", "app"]

#: Names the file by which a process says that it thinks: the first to make it does so for ever.
MARK = "PONDERING_MARK"


class Ponderer:
    """
    The random player; its first decision of all takes longer than anybody waits.
    """

    def __init__(self, ruleset: Any) -> None:
        self._mark = os.environ.get(MARK)

    def choose(self, observation: Any, legal: Sequence[int], rng: Any) -> int:
        if self._mark is not None and self._is_first():
            sleep(600)
        answer: int = rng.choice(legal)
        return answer

    def _is_first(self) -> bool:
        """
        Whether no process has thought before; then the file names the worker that does.
        """
        assert self._mark is not None, "there is a file to make"
        try:
            with Path(self._mark).open("x") as mark:
                mark.write(str(os.getppid()))
        except FileExistsError:
            return False
        return True


PONDERER = BuiltinBot("ponderer", "Ponderer", "Takes its time, once.", None, Ponderer)

if MARK in os.environ:
    cast("dict[str, BuiltinBot]", registry._BOTS)[PONDERER.name] = PONDERER
