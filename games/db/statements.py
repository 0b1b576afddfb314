"""
Prepared statements and pipelines: for statements so frequent that planning them costs more than executing them.

They bypass Django's cursor, which writes the values into the statement's text, so that PostgreSQL cannot reuse a plan.
A pipeline sends several statements before it reads their results.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db import connection

__all__ = ["execute", "fetch_row", "pipeline"]

_Values = Mapping[str, Any] | Sequence[Any]


def execute(statement: str, values: _Values) -> "psycopg.Cursor[Any]":
    """
    Execute a statement, prepared on its connection at its first use, and return the cursor.

    Inside a ``pipeline`` the result is there only after its end, and a failure is raised there.
    """
    _connect()
    if connection.queries_logged:
        # Log it as Django logs its own, without the values, which may be secret.
        connection.queries_log.append({"sql": statement, "time": "0.000"})
    with connection.wrap_database_errors:
        return psycopg.Cursor(connection.connection).execute(statement, values, prepare=True)


def fetch_row(statement: str, values: _Values) -> tuple[Any, ...] | None:
    """Return a statement's first row; a BEGIN that precedes it travels in the same round trip."""
    with pipeline():
        cursor = execute(statement, values)
    row: tuple[Any, ...] | None = cursor.fetchone()
    return row


@contextmanager
def pipeline() -> Iterator[None]:
    """
    Send all statements that a block executes without waiting for a result before the next is sent.

    Nested blocks end with the outermost. No statement may COPY.

    Raises:
        DatabaseError: at the end of the block, for the first statement that failed; the others were not executed.
    """
    _connect()
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield


def _connect() -> None:
    """Connect if necessary and check the health of a persistent connection, as Django does for its own cursors."""
    connection.close_if_health_check_failed()
    connection.ensure_connection()
