"""
The embedded servers: one PostgreSQL and one Valkey for a data folder, and where to find them.

One process at a time runs them, holding a lock; others on the same machine use them through the same sockets. The
sockets' folder follows from the data folder's path, so nobody need tell anybody where it is; it is short, because a
socket's path may have about a hundred bytes only, and lies under /tmp whatever TMPDIR says, because both ends must
agree on it.
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
    """Return the folder of the sockets that belong to a data folder."""
    digest = hashlib.sha256(str(data_folder).encode()).hexdigest()[:12]
    return Path(f"/tmp/rodeo-{os.geteuid()}-{digest}")  # noqa: S108 - owner and mode are checked when it is made


def database_url(data_folder: Path, *, database: str = postgres.DATABASE) -> str:
    """Return the address of the embedded PostgreSQL's database."""
    return f"postgresql://{postgres.USER}@/{database}?host={quote(str(socket_folder(data_folder)), safe='')}"


def broker_url(data_folder: Path, *, number: int = 0) -> str:
    """Return the address of the embedded Valkey; its numbered databases keep users of one server apart."""
    return f"redis+socket://{valkey.socket_path(socket_folder(data_folder))}?virtual_host={number}"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which of the two servers are to be embedded; the other one is the user's own."""

    postgres: bool = True
    valkey: bool = True

    @classmethod
    def unless_given(cls) -> "Wanted":
        """Return the servers that the environment gives no address of."""
        return cls(postgres=not env.DATABASE_URL.read(), valkey=not env.BROKER_URL.read())

    @classmethod
    def none(cls) -> "Wanted":
        """Return no server at all."""
        return cls(postgres=False, valkey=False)


@contextlib.contextmanager
def serve(data_folder: Path, wanted: Wanted = Wanted(), *, is_durable: bool = True) -> Iterator[list[Server]]:
    """
    Run the embedded servers for the length of a block, and stop them at its end.

    Raises AlreadyServed while another process runs them, or another StartRefused.
    """
    with owned(data_folder), run(data_folder, wanted, is_durable=is_durable) as servers:
        yield servers


@contextlib.contextmanager
def run(data_folder: Path, wanted: Wanted, *, is_durable: bool = True) -> Iterator[list[Server]]:
    """Run the embedded servers as `serve` does. Call while holding the data folder with `owned`."""
    with contextlib.ExitStack() as stack:
        sockets = _make_socket_folder(data_folder)
        stack.callback(shutil.rmtree, sockets, ignore_errors=True)
        logs = data_folder / "logs"
        servers: list[Server] = []
        if wanted.postgres:
            servers.append(
                Postgres(
                    data_folder / "postgres",
                    sockets=sockets,
                    log=logs / "postgres.log",
                    is_durable=is_durable,
                )
            )
        if wanted.valkey:
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
def available(data_folder: Path, wanted: Wanted = Wanted()) -> Iterator[None]:
    """
    Make the embedded servers available for a block: those another process runs, or else ones run for the block.

    Servers run for one command are kept up at its end for as long as other commands use them.
    """
    if not (wanted.postgres or wanted.valkey):
        yield
        return
    _make_folder(data_folder)
    with contextlib.ExitStack() as stack:
        users = stack.enter_context((data_folder / "users.lock").open("a"))
        try:
            stack.enter_context(serve(data_folder, wanted))
        except AlreadyServed:
            _wait_for_others(data_folder, wanted)
        else:
            stack.callback(fcntl.flock, users, fcntl.LOCK_EX)  # waits for the commands that share the lock
        fcntl.flock(users, fcntl.LOCK_SH)
        yield


def _wait_for_others(data_folder: Path, wanted: Wanted) -> None:
    """Wait until servers that another process has just started answer."""
    sockets = socket_folder(data_folder)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        is_postgres_up = not wanted.postgres or postgres.answers(sockets)
        if is_postgres_up and (not wanted.valkey or valkey.answers(valkey.socket_path(sockets))):
            return
        time.sleep(0.05)
    raise ServerFailed(f"The servers of {data_folder} are run by another process, but do not answer.")


def _make_folder(data_folder: Path) -> None:
    try:
        data_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise DataFolderBroken(f"The data folder {data_folder} can't be made: {error.strerror}.") from error
    if not os.access(data_folder, os.R_OK | os.W_OK | os.X_OK):
        raise DataFolderBroken(f"The data folder {data_folder} can't be written to by this user.")


@contextlib.contextmanager
def owned(data_folder: Path) -> Iterator[None]:
    """
    Hold the lock that says who runs the servers; the kernel frees it when the holder dies.

    Raises AlreadyServed while another process holds it.
    """
    _make_folder(data_folder)
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


def _make_socket_folder(data_folder: Path) -> Path:
    """Make the folder of sockets, which only its owner can enter: that takes the place of passwords."""
    folder = socket_folder(data_folder)
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        raise ServerFailed(f"{folder} is not a folder of this user; remove it, sockets are to go there.")
    folder.chmod(0o700)
    return folder
