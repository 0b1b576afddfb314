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
    ServerSelection,
    broker_url,
    database_url,
    ensure_running,
    hold_lock,
    run,
    serve,
    socket_folder,
)

__all__ = [
    "Server",
    "ServerSelection",
    "broker_url",
    "database_url",
    "die_with_parent",
    "ensure_running",
    "find_processes_in",
    "hold_lock",
    "kill_group",
    "open_log",
    "run",
    "serve",
    "socket_folder",
    "start_process",
    "stop_process",
]
