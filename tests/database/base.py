"""
PostgreSQL whose flush gets past the triggers that make events append-only.

Tests that commit leave rows behind, which Django removes after each of them. The triggers refuse that, as
they should; only a superuser may pass them by acting as a replica, and only the tests connect as one.
"""

from typing import Any

from django.db.backends.postgresql.base import DatabaseWrapper as PostgresDatabaseWrapper
from django.db.backends.postgresql.operations import DatabaseOperations as PostgresDatabaseOperations

#: Rows of the migrations that every test finds again: rewriting them takes longer than most tests.
_KEPT = frozenset({"auth_permission", "django_content_type"})


class DatabaseOperations(PostgresDatabaseOperations):
    """Operations that act as a replica while they empty the tables: no trigger refuses, and no order is asked for."""

    def sql_flush(
        self, style: Any, tables: Any, *, reset_sequences: bool = False, allow_cascade: bool = False
    ) -> list[str]:
        """Return the statement that empties the tables, by DELETE: TRUNCATE would recreate the file of each."""
        assert not reset_sequences, "no test asks where its numbers begin"
        deletes = [f"DELETE FROM {self.quote_name(table)}" for table in tables if table not in _KEPT]
        if not deletes:
            return []
        begin, end = "SET session_replication_role = replica", "SET session_replication_role = DEFAULT"
        return ["; ".join([begin, *deletes, end])]


class DatabaseWrapper(PostgresDatabaseWrapper):
    """The backend Django finds by this module's path."""

    ops_class = DatabaseOperations
