"""
Domain events: call the subscribers listed in ``settings.SUBSCRIPTIONS`` after the transaction has committed.

A subscriber that fails is logged and does not disturb the others. An event may be lost with the process that carries
it: what a subscriber keeps must also be derivable from the tables, by a sweep of its own.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

__all__ = ["GameDomainEvent", "publish"]

logger = logging.getLogger(__name__)


class GameDomainEvent(StrEnum):
    """Events of games; a subscriber is called with ``game_ids``, a sorted list."""

    STARTED = "games_started"
    FINISHED = "games_finished"
    VOIDED = "games_voided"
    #: Forks wait for workers.
    FORKED = "games_forked"
    #: Planned games that were held back wait for workers.
    PLANNED_WAITING = "planned_games_waiting"
    #: Built-in bots must decide in live games.
    WORK_DUE = "live_work_due"


def publish(event: StrEnum, *, game_ids: Iterable[int] | None = None, **fields: Any) -> None:
    """
    Call an event's subscribers once the current transaction has committed; at once outside of one.

    Args:
        event: its value is the name in ``settings.SUBSCRIPTIONS``; each app has an enum of its own.
        game_ids: the games it is about; an event about an empty list of games is not published.
        fields: further keyword arguments of the subscribers.
    """
    if game_ids is not None:
        fields["game_ids"] = sorted(set(game_ids))
        if not fields["game_ids"]:
            return
    subscribers = settings.SUBSCRIPTIONS.get(event.value, ())
    if subscribers:
        transaction.on_commit(partial(_call, subscribers, event, fields))


def _call(subscribers: Sequence[str], event: StrEnum, fields: Mapping[str, Any]) -> None:
    for subscriber in subscribers:
        try:
            import_string(subscriber)(**fields)
        except Exception:
            said = ", ".join(f"{name}={value}" for name, value in fields.items())
            logger.exception("%s failed as a subscriber of %s (%s)", subscriber, event.value, said)
