"""
Statements that are prepared, and those that are sent together.
"""

import psycopg
import pytest
from django.db import DataError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games.statements import execute, row_of, together

pytestmark = pytest.mark.django_db


def parameters():
    """
    Return how another connection to the test's database is made.
    """
    given = connection.get_connection_params()
    return {name: value for name, value in given.items() if name not in ("context", "cursor_factory")}


def test_a_row_or_none_is_returned():
    assert row_of("SELECT %(number)s::int", {"number": 7}) == (7,)
    assert row_of("SELECT 1 WHERE false", {}) is None


def test_statements_sent_together_are_answered_in_their_order_at_the_end():
    with together():
        answers = [execute("SELECT %s::int", [number]) for number in range(3)]

    assert [answer.fetchone() for answer in answers] == [(0,), (1,), (2,)]


def test_django_s_own_statements_may_stand_between():
    with together():
        first = execute("SELECT 1", [])
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('rodeo.noted', 'yes', true)")
        second = execute("SELECT current_setting('rodeo.noted')", [])

    assert (first.fetchone(), second.fetchone()) == ((1,), ("yes",))


def test_a_failure_is_raised_at_the_end_in_django_s_words_and_nothing_is_kept():
    with pytest.raises(DataError), transaction.atomic():
        with together():
            execute("SELECT set_config('rodeo.noted', 'kept', false)", [])
            execute("SELECT 1 / %s::int", [0])
            execute("SELECT set_config('rodeo.noted', 'late', false)", [])

    assert row_of("SELECT COALESCE(current_setting('rodeo.noted', true), '')", {}) == ("",)


def test_what_is_sent_counts_and_its_values_are_nobody_s_business():
    with CaptureQueriesContext(connection) as queries:
        row_of("SELECT %s::text", ["hidden"])

    assert [query["sql"] for query in queries] == ["SELECT %s::text"]


@pytest.mark.django_db(transaction=True)
def test_a_kept_connection_that_has_been_lost_is_made_anew():
    connection.ensure_connection()
    connection.health_check_enabled, connection.health_check_done = True, False
    lost = row_of("SELECT pg_backend_pid()", {})
    assert lost is not None
    connection.close_if_unusable_or_obsolete()  # as at the beginning of a request
    with psycopg.connect(**parameters(), autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", lost)

    assert row_of("SELECT pg_backend_pid() <> %s", lost) == (True,)
