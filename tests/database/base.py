"""
PostgreSQL whose flush gets past the triggers that make events append-only.

Tests that commit leave rows behind, which Django removes by TRUNCATE after each of them. The triggers refuse that, as
they should; only a superuser may pass them by acting as a replica, and only the tests connect as one.
"""

from typing import Any

from django.db.backends.postgresql.operations import DatabaseOperations as PostgresDatabaseOperations

from config.database.base import DatabaseWrapper as SiteDatabaseWrapper


class DatabaseOperations(PostgresDatabaseOperations):
    """
    Operations that act as a replica while they empty the tables.
    """

    def sql_flush(self, *args: Any, **kwargs: Any) -> list[str]:
        """
        Return the statements that empty the tables, past the triggers.
        """
        statements = super().sql_flush(*args, **kwargs)
        if not statements:
            return []
        return [
            "SET session_replication_role = replica",
            *statements,
            "SET session_replication_role = DEFAULT",
        ]


class DatabaseWrapper(SiteDatabaseWrapper):
    """
    The backend Django finds by this module's path.
    """

    ops_class = DatabaseOperations
