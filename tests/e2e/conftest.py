"""
Fixtures of the browser tests: the machine's Chromium, and a running site on the test's database.

`page` (of pytest-playwright) is a fresh page in a fresh context. `site` is the site in a process of its own, with
collected and hashed static files; `celery_worker_of_test()` starts a real worker beside it. The site runs for the
whole session, and each test that uses it starts with empty tables.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Error

from tests.chromium import FLAGS, chromium
from tests.processes import RunningSite, running_site

# pytest-playwright keeps an event loop in this thread, which makes Django refuse the database without need.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """
    Launch the machine's Chromium instead of Playwright's own.
    """
    return {**browser_type_launch_args, "executable_path": chromium(), "args": list(FLAGS)}


@pytest.fixture(scope="session")
def _site(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with running_site(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture
def site(_site: RunningSite, transactional_db: None) -> RunningSite:
    """
    The running site, with empty tables; what a test commits, it shows.
    """
    return _site


@pytest.fixture(scope="session")
def base_url(_site: RunningSite) -> str:
    """
    The address that `page.goto("/...")` starts from.
    """
    return _site.url


@pytest.fixture(autouse=True)
def pages_left(context: BrowserContext) -> Iterator[None]:
    """
    Lead every page away before its context is closed.

    Chromium may never answer the closing of a context in which a page that follows a game renews itself at that moment.
    """
    yield
    for page in context.pages:
        # Whoever renews itself at this moment may be the first to navigate, but not thrice.
        for is_last in (False, False, True):
            try:
                page.goto("about:blank")
            except Error:
                if is_last:
                    raise
            else:
                break
