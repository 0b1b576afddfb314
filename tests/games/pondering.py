"""A Celery app with a built-in bot that thinks until its process is killed: ``celery -A tests.games.pondering``."""

import os
from collections.abc import Sequence
from pathlib import Path
from time import sleep
from typing import Any, cast

from config.celery import app
from engine.bots import BuiltinBot, registry

__all__ = ["PONDERER", "app"]

#: Variable that names the file which a thinking process touches; without it the bot is quick.
MARK = "PONDERING_MARK"


class Ponderer:
    """The random player, which takes longer in a worker than any test waits."""

    def __init__(self, ruleset: Any) -> None:
        self._mark = os.environ.get(MARK)

    def choose(self, observation: Any, legal: Sequence[int], rng: Any) -> int:
        if self._mark is not None:
            Path(self._mark).touch()
            sleep(600)
        answer: int = rng.choice(legal)
        return answer


PONDERER = BuiltinBot("ponderer", "Ponderer", "Takes its time.", None, Ponderer)

if MARK in os.environ:
    cast("dict[str, BuiltinBot]", registry._BOTS)[PONDERER.name] = PONDERER
