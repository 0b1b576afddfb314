"""
Topics: publish notifications to the database's listeners by NOTIFY.

A notification says only that something changed; subscribers query the tables. NOTIFY runs inside the transaction that
makes the change, so nothing is published that was not committed, and no committed change is lost with its process.
``games.realtime.listener`` listens.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from games.db import execute

__all__ = ["CHANNEL", "Subject", "Topic", "notify", "notify_subject", "parse_topics"]

#: The channel of all notifications.
CHANNEL: Final = "rodeo_news"

#: PostgreSQL takes payloads below 8,000 bytes.
_MAX_PAYLOAD: Final = 7_900

_NOTIFY: Final = "SELECT pg_notify(%s, payload) FROM unnest(%s::text[]) AS payload"


class Subject(StrEnum):
    """Kind of thing that changed."""

    GAME = "game"
    #: A game is over.
    END = "end"
    #: A decision of a bot of that user is due in a game.
    TURN = "turn"
    TOURNAMENT = "tournament"
    USER = "user"


class Topic(NamedTuple):
    """What changed."""

    subject: Subject
    id: int
    #: The only user it concerns, 0 if it concerns everybody.
    user: int = 0


def notify_subject(subject: Subject, ids: Iterable[int]) -> None:
    """Notify the listeners of those ids of one subject, as ``notify``."""
    notify(Topic(subject, each) for each in ids)


def notify(topics: Iterable[Topic]) -> None:
    """Notify the listeners of topics when the current transaction commits; one statement."""
    payloads = list(_payloads(topics))
    if payloads:
        execute(_NOTIFY, [CHANNEL, payloads])


def parse_topics(payload: str) -> list[Topic]:
    """
    Return the topics of a payload.

    Raises:
        ValueError: ``notify`` has not written it.
    """
    word, *rest = payload.split(" ")
    subject = Subject(word)
    return [Topic(subject, *map(int, each.split(":", 1))) for each in rest]


def _payloads(topics: Iterable[Topic]) -> Iterator[str]:
    """Yield the payloads: the topics as words after their subject, as many as fit."""
    for subject, group in groupby(sorted(set(topics)), key=attrgetter("subject")):
        payload = subject.value
        for topic in group:
            word = f" {topic.id}:{topic.user}" if topic.user else f" {topic.id}"
            if len(payload) + len(word) > _MAX_PAYLOAD:
                yield payload
                payload = subject.value
            payload += word
        yield payload
