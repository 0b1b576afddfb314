"""
Topics: what live news are about, and telling the database's listeners of them.

News say only that something has happened; what has happened is read from the tables. They are sent by NOTIFY inside the
transaction that makes them true, so that they are never about what was not committed, and never lost with the process
that wrote it. ``games.live`` listens.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from django.db import connection

__all__ = ["CHANNEL", "Subject", "Topic", "topics_read", "topics_tell"]

#: The one channel all news go through.
CHANNEL: Final = "rodeo_news"

#: PostgreSQL takes payloads below 8,000 bytes.
_MAX_PAYLOAD: Final = 7_900

_TELL: Final = "SELECT pg_notify(%s, payload) FROM unnest(%s::text[]) AS payload"


class Subject(StrEnum):
    """
    What kind of thing the news are about.
    """

    GAME = "game"
    TOURNAMENT = "tournament"
    USER = "user"


class Topic(NamedTuple):
    """
    The one thing the news are about.
    """

    subject: Subject
    id: int


def topics_tell(subject: Subject, ids: Iterable[int]) -> None:
    """
    Tell whoever listens, once the current transaction has committed, of news about those; one statement.
    """
    payloads = list(_payloads(subject, ids))
    if payloads:
        with connection.cursor() as cursor:
            cursor.execute(_TELL, [CHANNEL, payloads])


def topics_read(payload: str) -> list[Topic]:
    """
    Return the topics of a payload.

    Raises:
        ValueError: nobody here has written it.
    """
    word, *ids = payload.split(" ")
    subject = Subject(word)
    return [Topic(subject, int(each)) for each in ids]


def _payloads(subject: Subject, ids: Iterable[int]) -> Iterator[str]:
    """
    Yield the ids as words after their subject, in as few payloads as hold them.
    """
    payload = subject.value
    for each in sorted(set(ids)):
        word = f" {each}"
        if len(payload) + len(word) > _MAX_PAYLOAD:
            yield payload
            payload = subject.value
        payload += word
    if payload != subject.value:
        yield payload
