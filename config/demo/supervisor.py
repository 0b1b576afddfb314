"""
Supervisor of the processes of a running Rodeo: starts them, restarts those that end, and stops them in order.

It runs in the main thread, whose death the kernel signals to all children.
"""

import contextlib
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from config import embedded
from config.embedded import Server
from config.errors import ChildFailed

#: Restarts per minute above which the supervisor gives up.
_MAX_RESTARTS = 5
_STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopRequested(BaseException):
    """The process received a signal to stop, for example by Ctrl-C."""


@dataclass(slots=True)
class Part:
    """
    One process of a running Rodeo: its command, its log and the seconds it may take to stop.

    Without a log, it writes to the standard error of this process.
    """

    name: str
    command: Sequence[str]
    log: Path | None
    environment: Mapping[str, str]
    pass_fds: Sequence[int] = ()
    timeout: float = 3.0
    process: subprocess.Popen[bytes] | None = None
    started: list[float] = field(default_factory=list)

    def start(self) -> None:
        """Start the process."""
        output = embedded.open_log(self.log) if self.log else contextlib.nullcontext(sys.stderr.buffer)
        with output as log:
            self.process = embedded.start_process(
                self.command, log=log, environment=self.environment, pass_fds=self.pass_fds
            )
        self.started.append(time.monotonic())

    def ended(self) -> str:
        """Return how the process ended, or an empty string while it runs."""
        return describe_exit(self.process)


class Supervisor:
    """The servers and parts of a running Rodeo."""

    def __init__(self, servers: Sequence[Server], say: Callable[[str], None]) -> None:
        self.servers = servers
        self.say = say
        self.parts: list[Part] = []
        self._server_restarts: list[float] = []

    def start(self, part: Part) -> None:
        """Start a part and supervise it."""
        self.parts.append(part)
        part.start()

    def restart_ended(self) -> None:
        """Restart the servers and parts that have ended. Raises ChildFailed for one that ends too often."""
        self.restart_ended_servers()
        for part in self.parts:
            if how := part.ended():
                self._give_up_after_too_many(part.name, how, part.started, part.log)
                self.say(f"The {part.name} {how}; restarting it.")
                part.start()

    def restart_ended_servers(self) -> None:
        """Restart the servers that have ended. Raises ChildFailed for one that ends too often."""
        for server in self.servers:
            if how := describe_exit(server.process):
                self._server_restarts.append(time.monotonic())
                self._give_up_after_too_many(server.name, how, self._server_restarts, server.log)
                self.say(f"{server.name} {how}; restarting it. Nothing is lost.")
                server.start()

    def restart_parts(self) -> None:
        """Stop all parts and start them again."""
        self.stop_parts()
        for part in self.parts:
            part.start()

    def stop_parts(self) -> None:
        """Stop all parts at the same time, by force after their timeouts."""
        running = [part for part in self.parts if part.process is not None]
        for part in running:
            assert part.process is not None, "only started parts are stopped"
            if part.process.poll() is None:
                part.process.terminate()
        deadline = time.monotonic() + max((part.timeout for part in running), default=0)
        for part in running:
            assert part.process is not None, "only started parts are stopped"
            with contextlib.suppress(subprocess.TimeoutExpired):
                part.process.wait(max(0.0, deadline - time.monotonic()))
            embedded.kill_group(part.process)

    def _give_up_after_too_many(self, name: str, how: str, times: list[float], log: Path | None) -> None:
        recent = [moment for moment in times if moment > time.monotonic() - 60]
        if len(recent) > _MAX_RESTARTS:
            raise ChildFailed(
                f"The {name} {how} for the {len(recent)}th time within a minute; its log is {log}."
            )


def describe_exit(process: subprocess.Popen[bytes] | None) -> str:
    """Return how a process ended, to be read after its name, or an empty string if it has not ended."""
    status = None if process is None else process.poll()
    if status is None:
        return ""
    if status < 0:
        return f"was killed by {signal.Signals(-status).name}"
    return f"ended with status {status}"


@contextlib.contextmanager
def raise_on_stop_signals() -> Iterator[None]:
    """Raise StopRequested at the first signal to stop, and ignore later ones."""

    def request_stop(number: int, frame: FrameType | None) -> None:
        for each in _STOP_SIGNALS:
            signal.signal(each, signal.SIG_IGN)
        raise StopRequested

    signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOP_SIGNALS)  # a parent may have blocked them
    before = {each: signal.signal(each, request_stop) for each in _STOP_SIGNALS}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
