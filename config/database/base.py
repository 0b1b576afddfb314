"""
PostgreSQL with pooled connections that are looked at, not asked, before they are used again.

Django's pool sends an empty statement over a connection each time it is taken, which many requests would notice. A
server that has ended has also closed its sockets: a connection on which nothing has come is as good as when it was put
back, and only one on which something has come is asked.
"""

import select
from typing import Any

import psycopg
from django.db.backends.postgresql.base import DatabaseWrapper as PostgresDatabaseWrapper
from psycopg_pool import ConnectionPool

__all__ = ["DatabaseWrapper"]


class DatabaseWrapper(PostgresDatabaseWrapper):
    """
    Django's backend, whose pool gives out no connection that has been broken off.
    """

    def get_new_connection(self, conn_params: Any) -> Any:
        """
        Return a connection of the pool, or a new one where there is none.

        Raises:
            OperationalError: there is none to be had.
        """
        connection = super().get_new_connection(conn_params)
        while self.pool and not _is_good(connection):
            connection.close()
            self.pool.putconn(connection)  # which replaces it
            connection = super().get_new_connection(conn_params)
        return connection


def _is_good(connection: psycopg.Connection[Any]) -> bool:
    if connection.closed:
        return False
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    if not poll.poll(0):
        return True
    try:
        ConnectionPool.check_connection(connection)
    except psycopg.Error:
        return False
    return True
