"""
News of games, told after their transaction has committed to the callables in ``settings.SUBSCRIPTIONS``.

A subscriber that fails is logged and does not disturb the others. News may be lost with the process that
carries it: what a subscriber keeps must also be derivable from the tables, by a sweep of its own.
"""

import logging
from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import partial

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

__all__ = ["GameNews", "publish"]

logger = logging.getLogger(__name__)


class GameNews(StrEnum):
    """What can be told of games; a subscriber is called with ``game_ids``, a list."""

    STARTED = "games_started"
    APPENDED = "games_appended"
    #: Games go on from steps of others and are to be played.
    FORKED = "games_forked"
    FINISHED = "games_finished"
    VOIDED = "games_voided"
    #: Built-in bots are to decide in live games.
    WORK_DUE = "live_work_due"


def publish(news: GameNews, game_ids: Iterable[int]) -> None:
    """Tell the subscribers once the current transaction has committed; at once outside of one."""
    ids = sorted(set(game_ids))
    subscribers = settings.SUBSCRIPTIONS.get(news.value, ())
    if ids and subscribers:
        transaction.on_commit(partial(_tell, news, ids, subscribers))


def _tell(news: GameNews, game_ids: list[int], subscribers: Sequence[str]) -> None:
    for subscriber in subscribers:
        try:
            import_string(subscriber)(game_ids=game_ids)
        except Exception:
            logger.exception("%s could not be told %s of games %s", subscriber, news.value, game_ids)
