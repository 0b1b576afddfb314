"""Heartbeats of workers, the processes that play games."""

from django.db import connection

__all__ = ["worker_record_heartbeat"]


def worker_record_heartbeat(name: str) -> None:
    """Store a heartbeat of a worker; delete workers without a heartbeat for a day."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tournaments_worker (name, heard_at) VALUES (%s, statement_timestamp())"
            " ON CONFLICT (name) DO UPDATE SET heard_at = statement_timestamp()",
            [name],
        )
        cursor.execute(
            "DELETE FROM tournaments_worker WHERE heard_at < statement_timestamp() - interval '1 day'"
        )
