"""
The page of the API's documentation, in a browser that keeps to our content security policy.
"""

import pytest
from django.test import Client
from playwright.sync_api import ConsoleMessage, Page, expect

from tests.api.client import operations, user_named
from tests.games.factories import BotFactory
from tests.processes import RunningSite


@pytest.fixture
def faults(page: Page) -> list[str]:
    """
    What the browser complains about.
    """
    found: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            found.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


def test_shows_every_operation_without_breaking_the_policy(site: RunningSite, page: Page, faults: list[str]):
    page.goto("/api/v1/docs/")

    expect(page.locator(".opblock")).to_have_count(len(list(operations())))
    assert faults == []


def test_tries_a_request_out(site: RunningSite, page: Page, faults: list[str]):
    BotFactory.create(name="tried-out")
    page.goto("/api/v1/docs/")

    block = page.locator("#operations-bots-bots_list")
    block.locator(".opblock-summary-control").click()
    block.get_by_role("button", name="Try it out").click()
    block.get_by_role("button", name="Execute").click()

    expect(block.locator(".live-responses-table")).to_contain_text("tried-out")
    assert faults == []


def test_who_is_logged_in_tries_out_what_changes_something(
    site: RunningSite, page: Page, client: Client, faults: list[str]
):
    for name in ("random", "greedy"):
        BotFactory.create(name=name)
    client.force_login(user_named("organiser"))
    cookie = client.cookies["sessionid"]
    page.context.add_cookies([{"name": "sessionid", "value": cookie.value, "url": site.url}])
    page.goto("/api/v1/docs/")

    block = page.locator("#operations-tournaments-tournaments_create")
    block.locator(".opblock-summary-control").click()
    block.get_by_role("button", name="Try it out").click()
    block.get_by_role("button", name="Execute").click()

    expect(block.locator(".live-responses-table")).to_contain_text('"created_by": "organiser"')
    assert faults == []


def test_without_javascript_leads_to_the_schema(site: RunningSite, page: Page):
    context = page.context.browser.new_context(java_script_enabled=False)  # type: ignore[union-attr]
    plain = context.new_page()
    plain.goto(f"{site.url}/api/v1/docs/")

    expect(plain.get_by_role("link", name="/api/v1/schema/")).to_be_visible()
    context.close()
