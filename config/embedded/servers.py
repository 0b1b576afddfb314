"""
The embedded servers: one PostgreSQL and one Valkey per data folder.

One process at a time holds the lock and runs them; other processes on the same machine connect to the same sockets. The
path of the sockets' folder is derived from the data folder's path. It is short, because a socket's path is limited to
about a hundred bytes, and under /tmp even if TMPDIR differs, because both ends must compute the same path.
"""

import contextlib
import fcntl
import hashlib
import os
import shutil
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from config import env
from config.embedded import postgres, valkey
from config.embedded.postgres import Postgres
from config.embedded.valkey import Valkey
from config.errors import AlreadyServed, DataFolderBroken, ServerFailed

Server = Postgres | Valkey


def socket_folder(data_folder: Path) -> Path:
    """Return the sockets' folder of a data folder."""
    digest = hashlib.sha256(str(data_folder).encode()).hexdigest()[:12]
    return Path(f"/tmp/rodeo-{os.geteuid()}-{digest}")  # noqa: S108 - owner and mode are checked when it is made


def database_url(data_folder: Path, *, database: str = postgres.DATABASE) -> str:
    """Return the URL of the embedded PostgreSQL's database."""
    return f"postgresql://{postgres.USER}@/{database}?host={quote(str(socket_folder(data_folder)), safe='')}"


def broker_url(data_folder: Path, *, number: int = 0) -> str:
    """Return the URL of a numbered database of the embedded Valkey."""
    return f"redis+socket://{valkey.socket_path(socket_folder(data_folder))}?virtual_host={number}"


@dataclass(frozen=True, slots=True)
class ServerSelection:
    """Which of the two servers to embed."""

    postgres: bool = True
    valkey: bool = True

    @classmethod
    def from_environment(cls) -> "ServerSelection":
        """Select the servers for which the environment has no URL."""
        return cls(postgres=not env.DATABASE_URL.read(), valkey=not env.BROKER_URL.read())

    @classmethod
    def none(cls) -> "ServerSelection":
        """Select no server."""
        return cls(postgres=False, valkey=False)


@contextlib.contextmanager
def serve(
    data_folder: Path, selection: ServerSelection = ServerSelection(), *, is_durable: bool = True
) -> Iterator[list[Server]]:
    """
    Run the embedded servers for a block.

    Raises AlreadyServed while another process runs them, or another StartRefused.
    """
    with hold_lock(data_folder), run(data_folder, selection, is_durable=is_durable) as servers:
        yield servers


@contextlib.contextmanager
def run(data_folder: Path, selection: ServerSelection, *, is_durable: bool = True) -> Iterator[list[Server]]:
    """Run the embedded servers for a block. The caller holds the lock (`hold_lock`)."""
    with contextlib.ExitStack() as stack:
        sockets = _create_socket_folder(data_folder)
        stack.callback(shutil.rmtree, sockets, ignore_errors=True)
        logs = data_folder / "logs"
        servers: list[Server] = []
        if selection.postgres:
            servers.append(
                Postgres(
                    data_folder / "postgres",
                    sockets=sockets,
                    log=logs / "postgres.log",
                    is_durable=is_durable,
                )
            )
        if selection.valkey:
            servers.append(
                Valkey(
                    data_folder / "valkey", sockets=sockets, log=logs / "valkey.log", is_durable=is_durable
                )
            )
        for server in servers:
            stack.callback(server.stop)
            server.start()
        yield servers


@contextlib.contextmanager
def ensure_running(data_folder: Path, selection: ServerSelection = ServerSelection()) -> Iterator[None]:
    """
    Use the embedded servers for a block; start them unless another process runs them.

    Servers started here run on at the end of the block until no other command uses them.
    """
    if not (selection.postgres or selection.valkey):
        yield
        return
    _create_folder(data_folder)
    with contextlib.ExitStack() as stack:
        users = stack.enter_context((data_folder / "users.lock").open("a"))
        try:
            stack.enter_context(serve(data_folder, selection))
        except AlreadyServed:
            _wait_until_answering(data_folder, selection)
        else:
            stack.callback(
                fcntl.flock, users, fcntl.LOCK_EX
            )  # waits for the commands that hold a shared lock
        fcntl.flock(users, fcntl.LOCK_SH)
        yield


def _wait_until_answering(data_folder: Path, selection: ServerSelection) -> None:
    """Wait until the servers that another process has started answer."""
    sockets = socket_folder(data_folder)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        is_postgres_up = not selection.postgres or postgres.is_answering(sockets)
        if is_postgres_up and (not selection.valkey or valkey.is_answering(valkey.socket_path(sockets))):
            return
        time.sleep(0.05)
    raise ServerFailed(f"The servers of {data_folder} are run by another process, but do not answer.")


def _create_folder(data_folder: Path) -> None:
    try:
        data_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise DataFolderBroken(f"The data folder {data_folder} can't be made: {error.strerror}.") from error
    if not os.access(data_folder, os.R_OK | os.W_OK | os.X_OK):
        raise DataFolderBroken(f"The data folder {data_folder} can't be written to by this user.")


@contextlib.contextmanager
def hold_lock(data_folder: Path) -> Iterator[None]:
    """
    Hold the lock of the process that runs the servers; the kernel releases it when the process dies.

    Raises AlreadyServed while another process holds it.
    """
    _create_folder(data_folder)
    with (data_folder / "servers.lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            lock.seek(0)
            raise AlreadyServed(
                f"Rodeo already runs with the data folder {data_folder} (process {lock.read() or 'unknown'})."
            ) from error
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield


def _create_socket_folder(data_folder: Path) -> Path:
    """Create the sockets' folder, which only its owner can enter; this replaces passwords."""
    folder = socket_folder(data_folder)
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        raise ServerFailed(f"{folder} is not a folder of this user; remove it, sockets are to go there.")
    folder.chmod(0o700)
    return folder
