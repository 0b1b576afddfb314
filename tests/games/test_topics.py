"""What live news look like on their way through the database."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.realtime import Subject, Topic, notify_subject, topics
from games.realtime.topics import parse_topics

pytestmark = pytest.mark.django_db


def payloads_told(subject, ids):
    with CaptureQueriesContext(connection) as queries:
        notify_subject(subject, ids)
    return queries.captured_queries


def test_what_is_written_is_read_again():
    assert parse_topics("game 3 15 40") == [Topic(Subject.GAME, number) for number in (3, 15, 40)]


@pytest.mark.parametrize("payload", ["", "game x", "horse 3", "game  3"])
def test_what_nobody_here_wrote_is_refused(payload):
    with pytest.raises(ValueError):
        parse_topics(payload)


@pytest.mark.long
def test_thousands_of_topics_are_told_by_one_statement_in_payloads_postgresql_takes():
    ids = range(10_000_000, 10_003_000)

    told = list(topics._payloads(Topic(Subject.GAME, number) for number in ids))

    assert max(map(len, told)) < 8_000
    assert [topic.id for payload in told for topic in parse_topics(payload)] == list(ids)
    assert len(payloads_told(Subject.GAME, ids)) == 1


def test_whom_alone_news_concern_is_read_again():
    told = {Topic(Subject.TURN, 3, 15), Topic(Subject.TURN, 4, 15), Topic(Subject.USER, 15)}

    payloads = list(topics._payloads(told))

    assert len(payloads) == 2
    assert {topic for payload in payloads for topic in parse_topics(payload)} == told


def test_nothing_to_tell_asks_the_database_nothing():
    assert not payloads_told(Subject.TOURNAMENT, [])
