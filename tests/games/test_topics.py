"""Payloads of notifications."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.realtime import Subject, Topic, notify_subject, topics
from games.realtime.topics import parse_topics

pytestmark = pytest.mark.django_db


def queries_of(subject, ids):
    with CaptureQueriesContext(connection) as queries:
        notify_subject(subject, ids)
    return queries.captured_queries


def test_a_payload_is_parsed_into_its_topics():
    assert parse_topics("game 3 15 40") == [Topic(Subject.GAME, number) for number in (3, 15, 40)]


@pytest.mark.parametrize("payload", ["", "game x", "horse 3", "game  3"])
def test_an_unknown_payload_is_refused(payload):
    with pytest.raises(ValueError):
        parse_topics(payload)


@pytest.mark.long
def test_thousands_of_topics_are_one_statement_of_payloads_within_the_limit():
    ids = range(10_000_000, 10_003_000)

    returned = list(topics._payloads(Topic(Subject.GAME, number) for number in ids))

    assert max(map(len, returned)) < 8_000
    assert [topic.id for payload in returned for topic in parse_topics(payload)] == list(ids)
    assert len(queries_of(Subject.GAME, ids)) == 1


def test_the_user_of_a_topic_is_parsed():
    returned = {Topic(Subject.TURN, 3, 15), Topic(Subject.TURN, 4, 15), Topic(Subject.USER, 15)}

    payloads = list(topics._payloads(returned))

    assert len(payloads) == 2
    assert {topic for payload in payloads for topic in parse_topics(payload)} == returned


def test_no_topics_are_no_statement():
    assert not queries_of(Subject.TOURNAMENT, [])
