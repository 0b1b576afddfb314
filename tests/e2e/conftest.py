"""
Fixtures of the browser tests: the machine's Chromium, and a running site on the test's database.

`page` (of pytest-playwright) is a fresh page in a fresh context. Browser and Playwright end with the last of these
tests rather than of all: Playwright keeps an event loop in the thread of the tests, next to which nothing asynchronous
can be called, and Django's connections are others.

`site` is the site in a process of its own, with collected and hashed static files; `celery_worker_of_test()` starts a
real worker next to it. The site runs for the whole session, and each test that uses it starts with empty tables.
`kept_site` is the same site for a module of tests that share what they look at.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connections
from playwright.sync_api import Browser, BrowserContext, BrowserType, Playwright, sync_playwright
from pytest_django import DjangoDbBlocker

from tests.chromium import FLAGS, chromium
from tests.e2e.browsing import lead_away
from tests.processes import RunningSite, running_site

# pytest-playwright keeps an event loop in this thread, which makes Django refuse the database without need.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder: all drive a browser, and `make test` runs one flow per kind of page."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if item.get_closest_marker("flow") is None:
                item.add_marker(pytest.mark.long)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Launch the machine's Chromium instead of Playwright's own."""
    return {**browser_type_launch_args, "executable_path": chromium(), "args": list(FLAGS)}


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Playwright, as long as browser tests run."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser_type(playwright: Playwright, browser_name: str) -> BrowserType:
    """The kind of browser: Chromium, unless the command line says otherwise."""
    kind: BrowserType = getattr(playwright, browser_name)
    return kind


@pytest.fixture(scope="package")
def browser(browser_type: BrowserType, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
    """The browser of all these tests."""
    with browser_type.launch(**browser_type_launch_args) as browser:
        yield browser


@pytest.fixture(scope="package")
def browser_context_args(base_url: str) -> dict[str, Any]:
    """What every context begins with."""
    return {"base_url": base_url}


@pytest.fixture(scope="session")
def _site(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with running_site(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture
def site(_site: RunningSite, transactional_db: None) -> RunningSite:
    """The running site, with empty tables; what a test commits, it shows."""
    return _site


@pytest.fixture(scope="module")
def kept_site(_site: RunningSite, django_db_blocker: DjangoDbBlocker) -> Iterator[RunningSite]:
    """
    The running site for tests that only look: what a module's fixtures commit, it shows until the last of them.

    Tests that use `site` come before these, and find and leave empty tables.
    """
    with django_db_blocker.unblock():
        yield _site
        call_command("flush", interactive=False, reset_sequences=False, verbosity=0)
        connections.close_all()


@pytest.fixture(scope="session")
def base_url(_site: RunningSite) -> str:
    """The address that `page.goto("/...")` starts from."""
    return _site.url


@pytest.fixture
def context(context: BrowserContext) -> Iterator[BrowserContext]:
    """A fresh context, closed when its pages have been led away."""
    yield context
    lead_away(context)
