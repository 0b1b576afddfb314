"""
The pool of connections gives out none that the server has broken off, asks the server nothing to know that, and lets
nobody wait for a server that is away.
"""

import time
from collections.abc import Iterator
from copy import copy, deepcopy
from threading import Thread
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection

from config.database import pool
from config.database.base import DatabaseWrapper
from config.database.pool import Pool

pytestmark = pytest.mark.django_db


@pytest.fixture
def pooled(monkeypatch: pytest.MonkeyPatch) -> Iterator[DatabaseWrapper]:
    """A way to the test's database by a pool of one connection."""
    settings = deepcopy(connection.settings_dict)
    settings["CONN_MAX_AGE"], settings["CONN_HEALTH_CHECKS"] = 0, False
    settings["OPTIONS"] = {**settings["OPTIONS"], "pool": {"most": 1, "patience": 0.05}}
    wrapper = DatabaseWrapper(settings, alias="pooled")
    monkeypatch.setattr(wrapper, "_connection_pools", {})
    yield wrapper
    wrapper.close()
    wrapper.close_pool()


def process_of(wrapper: DatabaseWrapper) -> int:
    """Return which process of the server answers, and give the connection back."""
    with wrapper.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        process: int = cursor.fetchone()[0]
    wrapper.close()
    return process


def ended(process: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [process])
    return process


def parameters():
    """Return how another connection to the test's database is made."""
    address = connection.get_connection_params()
    return {name: value for name, value in address.items() if name not in ("context", "cursor_factory")}


def test_a_connection_that_is_good_is_given_out_again_unasked(pooled: DatabaseWrapper):
    first = process_of(pooled)
    pooled.ensure_connection()
    with connection.cursor() as cursor:
        cursor.execute("SELECT query, state FROM pg_stat_activity WHERE pid = %s", [first])
        assert cursor.fetchone() == ("SELECT pg_backend_pid()", "idle")
    assert process_of(pooled) == first


def test_one_the_server_has_ended_is_replaced(pooled: DatabaseWrapper):
    gone = ended(process_of(pooled))

    assert process_of(pooled) != gone


def test_one_that_is_lost_in_use_costs_its_user_an_error_and_the_next_nothing(pooled: DatabaseWrapper):
    pooled.ensure_connection()
    with pooled.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        gone = ended(cursor.fetchone()[0])
        with pytest.raises(OperationalError):
            cursor.execute("SELECT 1")
    pooled.close()

    assert process_of(pooled) != gone


def test_one_on_which_a_notice_has_come_is_asked_and_kept(pooled: DatabaseWrapper):
    with pooled.cursor() as cursor:
        cursor.execute("LISTEN somebody")
    before = process_of(pooled)
    with psycopg.connect(**parameters(), autocommit=True) as other:
        other.execute("NOTIFY somebody")

    assert process_of(pooled) == before


def test_a_transaction_that_was_left_open_is_ended(pooled: DatabaseWrapper):
    pooled.set_autocommit(False)
    with pooled.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE left_open ()")
    before = process_of(pooled)

    with pooled.cursor() as cursor:
        cursor.execute("SELECT to_regclass('left_open')")
        assert cursor.fetchone() == (None,)
    assert process_of(pooled) == before


def test_one_that_is_given_back_in_the_middle_of_sending_is_closed(pooled: DatabaseWrapper):
    before = process_of(pooled)
    pooled.ensure_connection()
    pooled.connection.pgconn.enter_pipeline_mode()
    pooled.close()

    assert process_of(pooled) != before


def test_without_a_server_there_is_an_error_at_once_and_with_one_an_answer(
    pooled: DatabaseWrapper, monkeypatch: pytest.MonkeyPatch
):
    there, away = pooled.settings_dict["HOST"], "/nowhere"
    gone = ended(process_of(pooled))
    began = time.monotonic()
    for _ in range(3):
        monkeypatch.setitem(pooled.settings_dict, "HOST", away)
        with pytest.raises(OperationalError, match=away):
            pooled.ensure_connection()
    assert time.monotonic() - began < 1

    monkeypatch.setitem(pooled.settings_dict, "HOST", there)
    assert process_of(pooled) != gone


def test_who_finds_all_in_use_waits_for_a_while(pooled: DatabaseWrapper):
    pooled.ensure_connection()
    other = copy(pooled)
    other.connection = None
    with pytest.raises(OperationalError, match="in use"):
        other.ensure_connection()

    assert pooled.pool is not None
    pooled.pool._patience = 10.0
    other.inc_thread_sharing()
    waiting = Thread(target=lambda: process_of(other))
    waiting.start()
    pooled.close()
    waiting.join(10)
    assert not waiting.is_alive()


def test_old_ones_and_those_nobody_needs_are_closed(monkeypatch: pytest.MonkeyPatch):
    made = Pool(lambda: psycopg.connect(**parameters()), most=3, patience=0)
    first, second, third = made.getconn(), made.getconn(), made.getconn()
    monkeypatch.setattr(pool, "_IDLE", -1.0)
    made.putconn(first)
    assert first.closed
    monkeypatch.undo()
    made.putconn(second)
    third._expire_at = 0.0
    made.putconn(third)
    assert (second.closed, third.closed) == (False, True)
    assert made.getconn() is second
    made.close()
    made.putconn(second)
    assert second.closed


def test_one_that_is_put_back_while_the_pool_is_closed_is_not_kept(monkeypatch: pytest.MonkeyPatch):
    made = Pool(lambda: psycopg.connect(**parameters()), most=1, patience=0)
    taken = made.getconn()

    def closing(connection: psycopg.Connection[Any]) -> bool:
        made.close()
        return True

    monkeypatch.setattr(pool, "_is_clean", closing)
    made.putconn(taken)

    assert taken.closed
