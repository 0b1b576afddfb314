"""
The demo, `python -m config.demo`: a whole Rodeo in the foreground, starting from an empty folder.

It runs servers, migrations, static files, one worker with two processes, the beat, the site and tournaments of built-in
bots. Ctrl-C stops all of it; the next start continues with the same data.
"""

import argparse
import contextlib
import errno
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from config import embedded, env
from config.demo.reloading import restart_on_changes
from config.demo.supervisor import Part, StopRequested, Supervisor, raise_on_stop_signals
from config.errors import ChildFailed, PortTaken, ServerFailed, StartRefused
from config.secrets_kept import load_or_create_secret

if TYPE_CHECKING:
    from tournaments.models import Tournament

#: Seconds between checks of the parts, and minimum between lines of progress.
_POLL_SECONDS, _REPORT_SECONDS = 0.2, 2.0
ADMIN = "admin"


def main() -> None:
    """Run the demo until it is stopped; exit with one sentence if it can't start or continue."""
    parser = argparse.ArgumentParser(
        prog="python -m config.demo", description="Run a whole Rodeo in the foreground."
    )
    parser.add_argument(
        "--with-parent",
        action="store_true",
        help="stop when the parent process dies, for example make",
    )
    parser.add_argument(
        "--reload",
        action="store_true",
        help="develop: restart when a source file changes, write to the terminal, create no tournament",
    )
    arguments = parser.parse_args()
    if arguments.with_parent:
        embedded.die_with_parent(signal.SIGTERM)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    with raise_on_stop_signals():
        try:
            _run(reloads=arguments.reload)
        except StopRequested:
            say(f"Stopped. `make {'run' if arguments.reload else 'demo'}` continues from here.")
        except (StartRefused, env.EnvironmentInvalid) as error:
            sys.exit(str(error))


def say(line: str) -> None:
    """Print a line without buffering."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _run(*, reloads: bool) -> None:
    data_folder = env.data_folder()
    host, port = env.HOST.read(), env.read_number(env.PORT, 1, 65535)
    with contextlib.ExitStack() as stack:
        stack.enter_context(embedded.hold_lock(data_folder))
        listener = stack.enter_context(_listen(host, port))
        with _report_time("The servers run"):
            servers = stack.enter_context(
                embedded.run(data_folder, embedded.ServerSelection.from_environment())
            )
        _set_up_django()
        collecting = stack.enter_context(_collect_static_files(data_folder))
        with _report_time("The database has the current schema"):
            _migrate()
        supervisor = Supervisor(servers, say)
        stack.callback(_stop_parts, supervisor)
        site, *workers = _parts(data_folder, listener, reloads=reloads)
        for part in workers:
            supervisor.start(part)
        with _report_time("The static files are collected"):
            _wait_for_static_files(collecting, data_folder)
        if reloads:
            supervisor.start(site)
            say(_welcome(host, port, _admin_login(data_folder)))
            restart_on_changes(supervisor)
        supervisor.start(site)  # loads for a second or two, while the tournaments are created
        tournaments, login = _create_contents(data_folder)
        _wait_for_site(supervisor, _local_address(host), port)
        _supervise(supervisor, tournaments, _welcome(host, port, login))


@contextlib.contextmanager
def _report_time(step: str) -> Iterator[None]:
    began = time.monotonic()
    yield
    say(f"{step}  ({time.monotonic() - began:.1f} s)")


def _stop_parts(supervisor: Supervisor) -> None:
    say("Stopping ...")
    supervisor.stop_parts()


@contextlib.contextmanager
def _listen(host: str, port: int) -> Iterator[socket.socket]:
    """
    Listen on the site's port before starting anything, so that a taken port is reported first.

    The web server inherits the socket, so that the port stays open while the server restarts.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Connections inherit it. asyncio does not set it for an inherited socket: the second packet of a response would
        # wait up to 40 ms for the acknowledgement of the first.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            listener.bind((host, port))
            listener.listen(512)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise PortTaken(
                    f"Port {port} is taken by another program; choose another one, as in `make demo PORT={port + 1}`."
                ) from error
            raise PortTaken(f"{host} port {port} can't be used: {error.strerror}.") from error
        yield listener


def _set_up_django() -> None:
    import django
    from django.db import OperationalError, connection

    django.setup()
    try:
        connection.ensure_connection()
    except OperationalError as error:
        raise ServerFailed(
            f"The server DATABASE_URL names can't be used: {' '.join(str(error).split())}"
        ) from error


def _migrate() -> None:
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)


@contextlib.contextmanager
def _collect_static_files(data_folder: Path) -> Iterator[subprocess.Popen[bytes] | None]:
    """Collect the static files in a child process, if their sources have changed."""
    from django.conf import settings

    from config.web import compute_sources_digest

    stored = data_folder / "static.digest"
    is_current = (
        stored.exists() and stored.read_text() == compute_sources_digest() and settings.STATIC_ROOT.exists()
    )
    if settings.DEBUG or is_current:
        yield None
        return
    stored.unlink(missing_ok=True)
    command = (sys.executable, "manage.py", "collectstatic", "--noinput", "--clear", "--verbosity", "0")
    with embedded.open_log(data_folder / "logs" / "static.log") as log:
        process = embedded.start_process(
            command, log=log, folder=env.CHECKOUT, environment=_environment(data_folder)
        )
    try:
        yield process
    finally:
        embedded.kill_group(process)


def _wait_for_static_files(collecting: subprocess.Popen[bytes] | None, data_folder: Path) -> None:
    from config.web import compute_sources_digest

    if collecting is None:
        return
    if collecting.wait() != 0:
        raise ChildFailed(
            f"The static files could not be collected; {data_folder / 'logs' / 'static.log'} says why."
        )
    (data_folder / "static.digest").write_text(compute_sources_digest())


def _create_contents(data_folder: Path) -> "tuple[list[Tournament], str]":
    """Return the demo's tournaments and how to log in to the admin; create what does not exist yet."""
    from config.demo.tournaments import demo_tournaments_ensure

    return demo_tournaments_ensure(), _admin_login(data_folder)


def _environment(data_folder: Path) -> dict[str, str]:
    return env.build_child_environment(DJANGO_SETTINGS_MODULE="config.settings", DATA_FOLDER=str(data_folder))


def _parts(data_folder: Path, listener: socket.socket, *, reloads: bool) -> list[Part]:
    """Return the processes of the demo: site, worker and beat. With `reloads`, the first two write to the terminal."""
    logs = data_folder / "logs"
    environment = _environment(data_folder)
    python = (sys.executable, "-m")
    celery = (*python, "celery", "-A", "config.celery", *(["--quiet"] if reloads else []))
    site = (*python, "uvicorn", "config.asgi:application", "--fd", str(listener.fileno()))
    quiet = () if reloads else ("--no-access-log", "--log-level", "warning")
    # Bots use all the time they have, and pages must not wait for them: so the worker has a lower priority.
    worker = ("nice", "-n", "10", *celery, "worker", *_WORKER)
    beat = (*celery, "beat", "--pidfile=")
    return [
        Part(
            "site",
            (*site, *_UVICORN, *quiet),
            None if reloads else logs / "web.log",
            environment,
            pass_fds=(listener.fileno(),),
        ),
        # A worker ends after its current task, which takes a few seconds.
        Part(
            "worker",
            worker,
            None if reloads else logs / "worker.log",
            environment,
            timeout=1.0 if reloads else 6.0,
        ),
        Part("beat", beat, logs / "beat.log", environment),
    ]


_UVICORN = "--lifespan off --timeout-graceful-shutdown 1".split()
_WORKER = (
    "--pool prefork --concurrency 2 --hostname demo@%h --without-gossip --without-mingle --without-heartbeat"
).split()


def _admin_login(data_folder: Path) -> str:
    """Return how to log in to the admin; create its user if there is none."""
    from django.contrib.auth import get_user_model

    password = load_or_create_secret(data_folder, "admin_password", length=9)
    users = get_user_model()._default_manager
    user = users.filter(username=ADMIN).first()
    if user is None:
        users.create_superuser(ADMIN, password=password)
    elif not user.check_password(password):
        return f"user {ADMIN}, with the password you set"
    return f"user {ADMIN}, password {password}"


def _welcome(host: str, port: int, login: str) -> str:
    shown = f"[{_local_address(host)}]" if ":" in host else _local_address(host)
    address = f"http://{shown}:{port}"
    return (
        f"\n  Rodeo is open:  {address}/\n  Admin:          {address}/admin/  ({login})\n  Ctrl-C stops it.\n"
    )


def _supervise(supervisor: Supervisor, tournaments: "list[Tournament]", welcome: str) -> None:
    """Supervise the parts until a signal to stop, and report the progress of the tournaments."""
    say(welcome)
    reported: dict[int, str] = {}
    next_report = 0.0
    is_over = False
    while True:
        supervisor.restart_ended()
        if not is_over and time.monotonic() >= next_report:
            is_over = _report_progress(tournaments, reported)
            next_report = time.monotonic() + _REPORT_SECONDS
            if is_over:
                say(welcome)
        time.sleep(_POLL_SECONDS)


def _wait_for_site(supervisor: Supervisor, host: str, port: int) -> None:
    """Wait until the site answers a request; connections are accepted earlier."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        supervisor.restart_ended()
        connection = http.client.HTTPConnection(host, port, timeout=5)
        try:
            connection.request("GET", "/")
            status = connection.getresponse().status
        except (OSError, http.client.HTTPException):
            time.sleep(0.1)
            continue
        finally:
            connection.close()
        if status >= 500:
            raise ServerFailed(f"The site answers with status {status}; its log says why.")
        return
    raise ServerFailed("The site did not answer within a minute; its log says why.")


def _report_progress(tournaments: "list[Tournament]", reported: dict[int, str]) -> bool:
    """Print a line for each tournament with progress, and return whether all are over."""
    from django.db import DatabaseError, connection

    from tournaments.selectors import tournament_progress

    is_over = True
    try:
        for tournament in tournaments:
            progress = tournament_progress(tournament)
            is_over = is_over and progress.is_over
            line = f"{tournament.name}: {progress.finished} of {progress.planned} games played"
            line += "".join(f"; {blocker}" for blocker in progress.blockers)
            if reported.get(tournament.pk) != line:
                reported[tournament.pk] = line
                say(line)
    except DatabaseError:
        return False  # the server restarts, as the supervisor has reported
    finally:
        connection.close()  # not kept, because the server may restart
    return is_over


def _local_address(host: str) -> str:
    """Return the address at which this machine connects to a listening host."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - compared, not bound
