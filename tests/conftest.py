"""Shared fixtures, and a report of the tests that a run left out."""

import contextlib
import os
import random
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.management import create_permissions
from django.contrib.contenttypes.management import create_contenttypes
from django.db.models.signals import post_migrate

from tests.chromium import chromium
from tests.processes import RunningWorker, environment_of_test
from tests.scheduling import (
    pytest_collection_modifyitems as pytest_collection_modifyitems,
)  # a hook: pytest finds it here

_E2E = Path(__file__).parent / "e2e"
_skipped: list[str] = []

#: Source of the seeds of games that this process creates.
_deals = random.Random()

#: Receivers that would check for rows after each committing test, which takes longer than most tests.
_MAKERS_OF_KEPT_ROWS = (
    (create_permissions, "django.contrib.auth.management.create_permissions"),
    (create_contenttypes, None),
)


def is_ci() -> bool:
    """Return whether this run decides about a change, so that no test may be left out."""
    return os.environ.get("CI", "").lower() in ("1", "true")


def pytest_configure() -> None:
    if is_ci() and chromium() is None:
        raise pytest.UsageError(
            "CI runs the browser tests, but there is no Chromium: `make chromium` installs it."
        )


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    is_browser_test = collection_path == _E2E or _E2E in collection_path.parents
    return True if is_browser_test and chromium() is None else None


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped and not hasattr(report, "wasxfail"):
        _skipped.append(report.nodeid)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.skipped:
        _skipped.append(report.nodeid)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    is_controller = not hasattr(session.config, "workerinput")
    if is_controller and is_ci() and _skipped and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if is_ci() and _skipped:
        terminalreporter.write_line(f"CI leaves nothing out, but skipped: {', '.join(_skipped)}", red=True)
    if chromium() is None:
        terminalreporter.write_line(
            "The browser tests in tests/e2e were left out: there is no Chromium on this machine; "
            "`make chromium` installs it on Debian and Ubuntu.",
            yellow=True,
        )


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    _deals.seed(item.nodeid)


@pytest.fixture(scope="session", autouse=True)
def _same_deals_in_every_run() -> Iterator[None]:
    """Derive the seeds of a test's games from its name, so that the result does not depend on luck."""
    from games.event_store import seeds

    assert vars(seeds)["token_bytes"] is secrets.token_bytes, "a site's seeds can't be foreseen"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seeds, "token_bytes", _deals.randbytes)
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """Create the database, and once its permissions and content types, which survive the flush between tests."""
    for receiver, dispatch_uid in _MAKERS_OF_KEPT_ROWS:
        is_known = post_migrate.disconnect(receiver, dispatch_uid=dispatch_uid)
        assert is_known, "Django makes these rows by these receivers"


@pytest.fixture
def celery_worker_of_test(transactional_db: None, tmp_path: Path) -> Iterator[Callable[..., RunningWorker]]:
    """
    Return a factory of real Celery workers on the test's database and broker; they end with the test.

    The broker's queue is emptied first, so that a worker finds nothing of earlier tests.
    """
    empty_broker()
    with contextlib.ExitStack() as stack:

        def start(
            *,
            concurrency: int = 1,
            app: str = "config.celery",
            queues: str | None = None,
            is_awaited: bool = True,
            **environment: str,
        ) -> RunningWorker:
            worker = RunningWorker(
                tmp_path,
                concurrency=concurrency,
                environment=environment_of_test(**environment),
                app=app,
                queues=queues,
            )
            stack.callback(worker.end)
            worker.start()
            if is_awaited:
                worker.wait_until_ready()
            return worker

        yield start


def empty_broker() -> None:
    """Remove every task from the numbered database of the broker that this process uses."""
    import redis

    path, _, query = settings.BROKER_URL.removeprefix("redis+socket://").partition("?")
    with redis.Redis(unix_socket_path=path, db=int(query.removeprefix("virtual_host="))) as broker:
        broker.flushdb()
