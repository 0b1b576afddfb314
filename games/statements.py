"""
Statements asked so often that planning each anew costs more than answering it: PostgreSQL keeps their plans.

They bypass Django's cursor, which writes values into the text of a statement so that no two are the same.
"""

from collections.abc import Mapping
from typing import Any

import psycopg
from django.db import connection

__all__ = ["row_of"]


def row_of(statement: str, values: Mapping[str, Any]) -> tuple[Any, ...] | None:
    """
    Return the first row a statement yields, prepared on its connection when it is asked there first.
    """
    connection.ensure_connection()
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        cursor.execute(statement, values, prepare=True)
        return cursor.fetchone()
