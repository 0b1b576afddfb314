"""Prepared statements and pipelines."""

import psycopg
import pytest
from django.db import DataError, OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games.db import execute, fetch_row, pipeline

pytestmark = pytest.mark.django_db


def parameters():
    """Return how another connection to the test's database is made."""
    given = connection.get_connection_params()
    return {name: value for name, value in given.items() if name not in ("context", "cursor_factory")}


def test_a_row_or_none_is_returned():
    assert fetch_row("SELECT %(number)s::int", {"number": 7}) == (7,)
    assert fetch_row("SELECT 1 WHERE false", {}) is None


def test_a_pipeline_returns_results_in_order_at_its_end():
    with pipeline():
        answers = [execute("SELECT %s::int", [number]) for number in range(3)]

    assert [answer.fetchone() for answer in answers] == [(0,), (1,), (2,)]


def test_django_s_own_statements_can_run_inside_a_pipeline():
    with pipeline():
        first = execute("SELECT 1", [])
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('rodeo.noted', 'yes', true)")
        second = execute("SELECT current_setting('rodeo.noted')", [])

    assert (first.fetchone(), second.fetchone()) == ((1,), ("yes",))


def test_a_failure_is_raised_at_the_end_as_django_s_error_and_nothing_is_stored():
    with pytest.raises(DataError), transaction.atomic():
        with pipeline():
            execute("SELECT set_config('rodeo.noted', 'kept', false)", [])
            execute("SELECT 1 / %s::int", [0])
            execute("SELECT set_config('rodeo.noted', 'late', false)", [])

    assert fetch_row("SELECT COALESCE(current_setting('rodeo.noted', true), '')", {}) == ("",)


def test_a_statement_is_prepared_once():
    for number in (1, 2, 3):
        assert fetch_row("SELECT %s::int AS asked_often", [number]) == (number,)

    assert fetch_row(
        "SELECT count(*), sum(generic_plans + custom_plans)::int FROM pg_prepared_statements WHERE statement LIKE %s",
        ["%asked_often"],
    ) == (1, 3)


def test_a_statement_whose_preparation_was_skipped_is_prepared_the_next_time():
    for _ in range(2):
        with pytest.raises(DataError), transaction.atomic(), pipeline():
            execute("SELECT 1 / %s::int", [0])
            execute("SELECT %s::int AS comes_too_late", [1])
        assert fetch_row("SELECT %s::int AS comes_too_late", [2]) == (2,)


def test_a_lock_timeout_is_an_error_and_the_connection_stays_usable():
    with psycopg.connect(**parameters(), autocommit=True) as other:
        other.execute("SELECT pg_advisory_lock(100)")
        with pytest.raises(OperationalError, match="lock timeout"), transaction.atomic(), pipeline():
            execute("SET LOCAL lock_timeout = '1ms'", [])
            execute("SELECT pg_advisory_xact_lock(100)", [])
            execute("SELECT set_config('rodeo.noted', 'late', false)", [])

    assert fetch_row("SELECT COALESCE(current_setting('rodeo.noted', true), ''), 7", {}) == ("", 7)


def test_an_exception_inside_a_pipeline_is_raised_and_nothing_is_stored():
    with pytest.raises(LookupError), transaction.atomic(), pipeline():
        execute("SELECT set_config('rodeo.noted', 'kept', false)", [])
        execute("SELECT 1 / %s::int", [0])
        raise LookupError

    assert fetch_row("SELECT COALESCE(current_setting('rodeo.noted', true), '')", {}) == ("",)


def test_statements_are_logged_without_their_values():
    with CaptureQueriesContext(connection) as queries:
        fetch_row("SELECT %s::text", ["hidden"])

    assert [query["sql"] for query in queries] == ["SELECT %s::text"]


@pytest.mark.django_db(transaction=True)
def test_a_lost_persistent_connection_is_replaced():
    connection.ensure_connection()
    connection.health_check_enabled, connection.health_check_done = True, False
    lost = fetch_row("SELECT pg_backend_pid()", {})
    assert lost is not None
    connection.close_if_unusable_or_obsolete()  # as at the beginning of a request
    with psycopg.connect(**parameters(), autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", lost)

    assert fetch_row("SELECT pg_backend_pid() <> %s", lost) == (True,)
