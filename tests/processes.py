"""Processes of a running Rodeo on the database and broker of a test: a worker, a site."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import override_settings

from config import embedded, env
from config import settings as site_settings

_CELERY = (sys.executable, "-m", "celery")


def environment_of_test(**more: str) -> dict[str, str]:
    """Return the environment in which a process uses this test's database and broker."""
    database = connection.settings_dict
    address = f"postgresql://{database['USER']}@/{database['NAME']}?host={quote(database['HOST'], safe='')}"
    return env.build_child_environment(
        DJANGO_SETTINGS_MODULE="config.settings",
        DATABASE_URL=address,
        BROKER_URL=settings.BROKER_URL,
        SECRET_KEY=settings.SECRET_KEY,
        **{"DATA_FOLDER": str(settings.DATA_FOLDER), **more},
    )


class RunningWorker:
    """A Celery worker in processes of its own, on the database and broker of the test."""

    def __init__(
        self,
        folder: Path,
        *,
        concurrency: int,
        environment: Mapping[str, str],
        app: str = "config.celery",
        queues: str | None = None,
    ) -> None:
        """
        Args:
            folder: folder of its log.
            concurrency: number of processes that play.
            environment: its whole environment.
            app: the module of the Celery app.
            queues: comma-separated queues that it consumes; None for all.
        """
        self.log = folder / f"worker-{os.urandom(4).hex()}.log"
        self._command = (
            *_CELERY,
            *("-A", app),
            *(
                "worker",
                "--pool",
                "prefork",
                "--concurrency",
                str(concurrency),
                "--hostname",
                f"{self.log.stem}@test",
            ),
            *("--without-gossip", "--without-mingle", "--without-heartbeat"),
            *(("--queues", queues) if queues is not None else ()),
        )
        self._environment = environment
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the worker."""
        with embedded.open_log(self.log) as log:
            self.process = embedded.start_process(self._command, log=log, environment=self._environment)

    def wait_until_ready(self) -> None:
        """Wait until the worker takes tasks."""
        assert self.process is not None, "only a started worker gets ready"
        deadline = time.monotonic() + 60
        while " ready." not in self.output():
            assert self.process.poll() is None, f"the worker ended at its start:\n{self.output()}"
            assert time.monotonic() < deadline, f"the worker is not ready after a minute:\n{self.output()}"
            time.sleep(0.05)

    def output(self) -> str:
        """Return the output of the worker so far."""
        return self.log.read_text(errors="replace")

    def pool(self) -> list[int]:
        """Return the ids of the processes that play; Linux only."""
        assert self.process is not None, "a worker has processes after its start"
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(word) for word in children.split()]

    def kill(self) -> None:
        """Kill the worker and its pool with SIGKILL, like a machine failure."""
        assert self.process is not None, "only a started worker can be killed"
        self.process.kill()
        self.process.wait()

    def end(self) -> None:
        """Terminate the worker and its pool at once, in the middle of tasks."""
        if self.process is not None:
            embedded.kill_group(self.process)

    def stop(self) -> None:
        """Stop the worker gracefully; the running task gets a few seconds."""
        if self.process is not None:
            embedded.stop_process(self.process, [(signal.SIGTERM, 10.0)])


class RunningSite:
    """The site in a process of its own, on the database and broker of the test."""

    def __init__(
        self, folder: Path, *, environment: Mapping[str, str], sibling: "RunningSite | None" = None
    ) -> None:
        self.log = folder / f"site-{os.urandom(4).hex()}.log"
        self._environment = environment
        self._listener = _listener(0 if sibling is None else sibling._port)
        self._port: int = self._listener.getsockname()[1]
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address of the site, without a slash at its end."""
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Start the site; requests made before it is ready wait for it."""
        number = self._listener.fileno()
        with embedded.open_log(self.log) as log:
            self.process = embedded.start_process(
                (
                    sys.executable,
                    "-m",
                    "uvicorn",
                    "config.asgi:application",
                    "--fd",
                    str(number),
                    "--lifespan",
                    "off",
                    "--no-access-log",
                ),
                log=log,
                environment=self._environment,
                pass_fds=(number,),
            )
        # Close the socket here, so that only the process holds it and the port works without it when it is killed.
        self._listener.close()

    def output(self) -> str:
        """Return the output of the site so far."""
        return self.log.read_text(errors="replace")

    def kill(self) -> None:
        """Kill the site with SIGKILL, like a machine failure."""
        assert self.process is not None, "only a started site can be killed"
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Stop the site."""
        self._listener.close()
        if self.process is not None:
            embedded.stop_process(self.process, [(signal.SIGTERM, 3.0)])


@contextlib.contextmanager
def running_site(folder: Path) -> Iterator[RunningSite]:
    """Run the site for a block, with its static files collected and hashed as in production."""
    environment = environment_of_test(ALLOWED_HOSTS="127.0.0.1", DATA_FOLDER=str(folder))
    # With the site's own settings, but in this process: another process would take longer to start than to collect.
    with override_settings(STATIC_ROOT=folder / "static", STORAGES=site_settings.STORAGES):
        call_command("collectstatic", interactive=False, verbosity=0)
    site = RunningSite(folder, environment=environment)
    site.start()
    try:
        yield site
    finally:
        site.stop()


@contextlib.contextmanager
def running_sites(folder: Path, count: int, **more: str) -> Iterator[list[RunningSite]]:
    """Run a number of processes of the site behind one address for a block; for the API, without static files."""
    environment = environment_of_test(ALLOWED_HOSTS="127.0.0.1", DATA_FOLDER=str(folder), **more)
    sites: list[RunningSite] = []
    try:
        for _ in range(count):
            sites.append(RunningSite(folder, environment=environment, sibling=sites[0] if sites else None))
            sites[-1].start()
        yield sites
    finally:
        for site in sites:
            site.stop()


def _listener(port: int) -> socket.socket:
    """Return a socket on a port, or on a free one for 0; the kernel distributes clients among sockets on one port."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # as the demo's; see there
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen(128)
    return listener
