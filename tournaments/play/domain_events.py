"""
News of tournaments, told after their transaction has committed to the callables listed in ``settings.SUBSCRIPTIONS``,
and to whoever watches the tournament live.

A subscriber that fails is logged and does not disturb the others; what it should have done the sweep does later.
"""

import logging
from collections.abc import Sequence
from enum import StrEnum
from functools import partial

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from games.realtime import Subject, notify_subject

__all__ = ["TournamentNews", "publish"]

logger = logging.getLogger(__name__)


class TournamentNews(StrEnum):
    """What can be told of a tournament; a subscriber is called with ``tournament_id``."""

    #: It has been started: its games can be played.
    STARTED = "tournament_started"
    #: Games are waiting that no worker may know of.
    WORK_WAITING = "tournament_work_waiting"
    FINISHED = "tournament_finished"
    CANCELLED = "tournament_cancelled"


def publish(news: TournamentNews, tournament_id: int) -> None:
    """Tell the subscribers once the current transaction has committed; at once outside of one."""
    notify_subject(Subject.TOURNAMENT, [tournament_id])
    subscribers = settings.SUBSCRIPTIONS.get(news.value, ())
    if subscribers:
        transaction.on_commit(partial(_tell, news, tournament_id, subscribers))


def _tell(news: TournamentNews, tournament_id: int, subscribers: Sequence[str]) -> None:
    for subscriber in subscribers:
        try:
            import_string(subscriber)(tournament_id=tournament_id)
        except Exception:
            logger.exception(
                "%s could not be told %s of tournament %s", subscriber, news.value, tournament_id
            )
