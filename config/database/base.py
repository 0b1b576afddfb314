"""Django's backend for PostgreSQL with a pool of our own."""

from typing import Any

import psycopg
from django.db.backends.base.base import NO_DB_ALIAS
from django.db.backends.postgresql.base import DatabaseWrapper as PostgresDatabaseWrapper

from config.database.pool import Pool

__all__ = ["DatabaseWrapper"]


class DatabaseWrapper(PostgresDatabaseWrapper):
    """Django's backend, which takes its connections from ``Pool`` where the options name one."""

    @property
    def pool(self) -> Pool | None:
        """The pool of this process, made when it is first asked for; None where each thread keeps a connection."""
        wanted = self.settings_dict["OPTIONS"].get("pool")
        if self.alias == NO_DB_ALIAS or not wanted:
            return None
        known: dict[str, Pool] = self._connection_pools  # type: ignore[attr-defined]  # the stubs are older
        return known.get(self.alias) or known.setdefault(self.alias, Pool(self._pooled, **wanted))

    def _pooled(self) -> psycopg.Connection[Any]:
        parameters = {"connect_timeout": 10, **self.get_connection_params()}
        connection: psycopg.Connection[Any] = psycopg.connect(**parameters, autocommit=True)
        try:
            self._configure_connection(connection)  # type: ignore[attr-defined]  # the stubs are older
        except BaseException:
            connection.close()
            raise
        return connection
