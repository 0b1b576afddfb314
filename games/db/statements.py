"""
Statements asked so often that planning each anew costs more than answering it: PostgreSQL keeps their plans.

They bypass Django's cursor, which writes values into the text of a statement so that no two are the same. Several whose
answers nobody needs in between can be sent together.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db import connection

__all__ = ["execute", "row_of", "together"]

_Values = Mapping[str, Any] | Sequence[Any]


def execute(statement: str, values: _Values) -> "psycopg.Cursor[Any]":
    """
    Execute a statement, prepared on its connection when it is asked there first, and return its answer.

    Inside of ``together`` there is an answer only after its end, and a failure is raised there.
    """
    _connect()
    if connection.queries_logged:
        # Counted as Django counts its own; the values are nobody's business.
        connection.queries_log.append({"sql": statement, "time": "0.000"})
    with connection.wrap_database_errors:
        return psycopg.Cursor(connection.connection).execute(statement, values, prepare=True)


def row_of(statement: str, values: _Values) -> tuple[Any, ...] | None:
    """Return the first row a statement yields; what begins a transaction before it goes in the same exchange."""
    with together():
        answer = execute(statement, values)
    row: tuple[Any, ...] | None = answer.fetchone()
    return row


@contextmanager
def together() -> Iterator[None]:
    """
    Send all statements of a block by ``execute`` without waiting for the answer of one before the next is sent.

    Where blocks are nested, all is answered at the end of the outermost. No statement may COPY.

    Raises:
        DatabaseError: at the end of the block, for the first statement that failed; the others were not executed.
    """
    _connect()
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield


def _connect() -> None:
    """See to it that there is a connection, a kept one having been probed, as Django does for its own cursors."""
    connection.close_if_health_check_failed()
    connection.ensure_connection()
