"""
The supervisor: starts the parts of a running Rodeo, starts again what dies, and stops all in order.

It runs in one process with one thread, which the kernel ties all children to: whatever kills it ends them as well.
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

#: A part that ends more often than this within a minute is broken, not unlucky.
_MOST_RESTARTS = 5
_STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopRequested(BaseException):
    """Somebody pressed Ctrl-C, closed the terminal or sent a signal to stop."""


@dataclass(slots=True)
class Part:
    """
    One process of a running Rodeo: how it is started, and how long it may take to stop.

    Without a log its output goes where this process's errors go.
    """

    name: str
    command: Sequence[str]
    log: Path | None
    environment: Mapping[str, str]
    pass_fds: Sequence[int] = ()
    patience: float = 3.0
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
        """Return how the process ended, in words, or nothing while it runs."""
        return how_it_ended(self.process)


class Supervisor:
    """The servers and parts under one roof."""

    def __init__(self, servers: Sequence[Server], say: Callable[[str], None]) -> None:
        self.servers = servers
        self.say = say
        self.parts: list[Part] = []
        self._server_restarts: list[float] = []

    def start(self, part: Part) -> None:
        """Start a part and look after it from now on."""
        self.parts.append(part)
        part.start()

    def look_after_all(self) -> None:
        """Start again whatever has ended. Raises ChildFailed for what ends again and again."""
        self.look_after_servers()
        for part in self.parts:
            if how := part.ended():
                self._refuse_if_hopeless(part.name, how, part.started, part.log)
                self.say(f"The {part.name} {how}; starting it again.")
                part.start()

    def look_after_servers(self) -> None:
        """Start again the servers that have ended. Raises ChildFailed for one that ends again and again."""
        for server in self.servers:
            if how := how_it_ended(server.process):
                self._server_restarts.append(time.monotonic())
                self._refuse_if_hopeless(server.name, how, self._server_restarts, server.log)
                self.say(f"{server.name} {how}; starting it again. Nothing is lost.")
                server.start()

    def restart_parts(self) -> None:
        """Stop all parts and start them again."""
        self.stop_parts()
        for part in self.parts:
            part.start()

    def stop_parts(self) -> None:
        """Stop all parts at the same time, then by force those that take too long."""
        running = [part for part in self.parts if part.process is not None]
        for part in running:
            assert part.process is not None, "only started parts are stopped"
            if part.process.poll() is None:
                part.process.terminate()
        deadline = time.monotonic() + max((part.patience for part in running), default=0)
        for part in running:
            assert part.process is not None, "only started parts are stopped"
            with contextlib.suppress(subprocess.TimeoutExpired):
                part.process.wait(max(0.0, deadline - time.monotonic()))
            embedded.kill_group(part.process)

    def _refuse_if_hopeless(self, name: str, how: str, times: list[float], log: Path | None) -> None:
        recent = [moment for moment in times if moment > time.monotonic() - 60]
        if len(recent) > _MOST_RESTARTS:
            raise ChildFailed(
                f"The {name} {how} for the {len(recent)}th time within a minute; its log is {log}."
            )


def how_it_ended(process: subprocess.Popen[bytes] | None) -> str:
    """Return how a process ended, in words that follow its name, or nothing while it runs or before it was started."""
    status = None if process is None else process.poll()
    if status is None:
        return ""
    if status < 0:
        return f"was killed by {signal.Signals(-status).name}"
    return f"ended with status {status}"


@contextlib.contextmanager
def stop_signals_raise() -> Iterator[None]:
    """Make the first signal to stop raise StopRequested, and have later ones ignored: stopping has begun."""

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
