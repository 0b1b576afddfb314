"""
Topics: what live news are about, and telling the database's listeners of them.

News say only that something has happened; what has happened is read from the tables. They are sent by NOTIFY inside the
transaction that makes them true, so that they are never about what was not committed, and never lost with the process
that wrote it. ``games.realtime.listener`` listens.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from games.db import execute

__all__ = ["CHANNEL", "Subject", "Topic", "topics_all_tell", "topics_read", "topics_tell"]

#: The one channel all news go through.
CHANNEL: Final = "rodeo_news"

#: PostgreSQL takes payloads below 8,000 bytes.
_MAX_PAYLOAD: Final = 7_900

_TELL: Final = "SELECT pg_notify(%s, payload) FROM unnest(%s::text[]) AS payload"


class Subject(StrEnum):
    """What kind of thing the news are about."""

    GAME = "game"
    #: A game is over.
    END = "end"
    #: A decision has fallen due in a game: of a bot of that user.
    TURN = "turn"
    TOURNAMENT = "tournament"
    USER = "user"


class Topic(NamedTuple):
    """The one thing the news are about."""

    subject: Subject
    id: int
    #: Whom alone it concerns, where that is said.
    user: int = 0


def topics_tell(subject: Subject, ids: Iterable[int]) -> None:
    """Tell whoever listens, once the current transaction has committed, of news about those; one statement."""
    topics_all_tell(Topic(subject, each) for each in ids)


def topics_all_tell(topics: Iterable[Topic]) -> None:
    """As ``topics_tell``, for several subjects at once."""
    payloads = list(_payloads(topics))
    if payloads:
        execute(_TELL, [CHANNEL, payloads])


def topics_read(payload: str) -> list[Topic]:
    """
    Return the topics of a payload.

    Raises:
        ValueError: nobody here has written it.
    """
    word, *rest = payload.split(" ")
    subject = Subject(word)
    return [Topic(subject, *map(int, each.split(":", 1))) for each in rest]


def _payloads(topics: Iterable[Topic]) -> Iterator[str]:
    """Yield the topics as words after their subject, in as few payloads as hold them."""
    for subject, group in groupby(sorted(set(topics)), key=attrgetter("subject")):
        payload = subject.value
        for topic in group:
            word = f" {topic.id}:{topic.user}" if topic.user else f" {topic.id}"
            if len(payload) + len(word) > _MAX_PAYLOAD:
                yield payload
                payload = subject.value
            payload += word
        yield payload
