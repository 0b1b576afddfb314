"""The embedded servers, PostgreSQL and Valkey, and the child processes Rodeo starts."""

from config.embedded.processes import (
    die_with_parent,
    find_processes_in,
    kill_group,
    open_log,
    start_process,
    stop_process,
)
from config.embedded.servers import (
    Server,
    Wanted,
    available,
    broker_url,
    database_url,
    owned,
    run,
    serve,
    socket_folder,
)

__all__ = [
    "Server",
    "Wanted",
    "available",
    "broker_url",
    "database_url",
    "die_with_parent",
    "find_processes_in",
    "kill_group",
    "open_log",
    "owned",
    "run",
    "serve",
    "socket_folder",
    "start_process",
    "stop_process",
]
