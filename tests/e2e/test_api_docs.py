"""
The page of the API's documentation, in a browser that keeps to our content security policy.

To load it, and to open an operation on it, takes seconds: the tests share one page, in their order.
"""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from tests.api.client import operations, user_named
from tests.e2e.browsing import heard, page_of, saying
from tests.games.factories import BotFactory
from tests.processes import RunningSite


@pytest.fixture(scope="module")
def page(browser: Browser, base_url: str, kept_site: RunningSite) -> Iterator[Page]:
    """The page as nobody in particular gets it."""
    for name in ("random", "greedy", "tried-out"):
        BotFactory.create(name=name)
    with page_of(browser, base_url=base_url) as opened:
        yield opened


@pytest.fixture(scope="module")
def faults(page: Page) -> Iterator[list[str]]:
    """What the browser complains about."""
    with heard(page) as complaints:
        page.goto("/api/v1/docs/")
        yield complaints


def markup(page: Page) -> str:
    """Return the page as it is served now, but for the token that differs each time."""
    return re.sub(r'data-csrf-token="\w+"', "", page.request.get("/api/v1/docs/").text())


def test_shows_every_operation_without_breaking_the_policy(page: Page, faults: list[str]):
    expect(page.locator(".opblock")).to_have_count(len(list(operations())))
    assert faults == []


@pytest.mark.flow
def test_tries_a_request_out(page: Page, faults: list[str]):
    block = page.locator("#operations-bots-bots_list")
    block.locator(".opblock-summary-control").click()
    block.get_by_role("button", name="Try it out").click()
    block.get_by_role("button", name="Execute").click()

    saying(block.locator(".live-responses-table"), "tried-out")
    assert faults == []


def test_who_is_logged_in_tries_out_what_changes_something(
    kept_site: RunningSite, page: Page, client: Client, faults: list[str]
):
    before = markup(page)
    client.force_login(user_named("organiser"))
    cookie = client.cookies["sessionid"]
    page.context.add_cookies([{"name": "sessionid", "value": cookie.value, "url": kept_site.url}])

    block = page.locator("#operations-tournaments-tournaments_create")
    block.locator(".opblock-summary-control").click()
    block.get_by_role("button", name="Try it out").click()
    block.get_by_role("button", name="Execute").click()

    saying(block.locator(".live-responses-table"), '"created_by": "organiser"')
    # A user who logs in first would have loaded the same page.
    assert markup(page) == before
    assert faults == []


def test_without_javascript_leads_to_the_schema(browser: Browser, base_url: str):
    with page_of(browser, base_url=base_url, java_script_enabled=False) as plain:
        plain.goto("/api/v1/docs/")

        expect(plain.get_by_role("link", name="/api/v1/schema/")).to_be_visible()
