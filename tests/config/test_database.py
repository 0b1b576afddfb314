"""
The pool of connections gives out none that the server has broken off, and asks the server nothing to know that.
"""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection
from psycopg_pool import ConnectionPool

from config.database.base import DatabaseWrapper

pytestmark = pytest.mark.django_db


@pytest.fixture
def pooled() -> Iterator[DatabaseWrapper]:
    """
    A way to the test's database by a pool of one connection.
    """
    settings = deepcopy(connection.settings_dict)
    settings["CONN_MAX_AGE"], settings["CONN_HEALTH_CHECKS"] = 0, False
    settings["OPTIONS"] = {**settings["OPTIONS"], "pool": {"min_size": 1, "max_size": 1, "timeout": 5}}
    wrapper = DatabaseWrapper(settings, alias="pooled")
    yield wrapper
    wrapper.close()
    wrapper.close_pool()


def process_of(wrapper: DatabaseWrapper) -> int:
    """
    Return which process of the server answers, and give the connection back.
    """
    with wrapper.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        process: int = cursor.fetchone()[0]
    wrapper.close()
    return process


def test_a_connection_that_is_good_is_given_out_again_unasked(
    pooled: DatabaseWrapper, monkeypatch: pytest.MonkeyPatch
):
    asked: list[Any] = []
    monkeypatch.setattr(ConnectionPool, "check_connection", asked.append)

    assert process_of(pooled) == process_of(pooled)

    assert not asked


def test_one_the_server_has_ended_is_replaced(pooled: DatabaseWrapper):
    ended = process_of(pooled)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [ended])

    assert process_of(pooled) != ended


def test_one_on_which_a_notice_has_come_is_asked_and_kept(pooled: DatabaseWrapper):
    with pooled.cursor() as cursor:
        cursor.execute("LISTEN somebody")
    before = process_of(pooled)
    address = connection.get_connection_params()
    own = {name: value for name, value in address.items() if name not in ("context", "cursor_factory")}
    with psycopg.connect(**own, autocommit=True) as other:
        other.execute("NOTIFY somebody")

    assert process_of(pooled) == before


def test_without_a_server_there_is_an_error_and_no_endless_search(
    pooled: DatabaseWrapper, monkeypatch: pytest.MonkeyPatch
):
    process_of(pooled)
    assert pooled.pool is not None
    pooled.pool.close()

    with pytest.raises(OperationalError):
        process_of(pooled)
