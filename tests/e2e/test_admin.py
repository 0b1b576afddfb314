"""The admin in a real browser: log in, look at a game's log, verify it, and leave."""

import pytest
from django.conf import global_settings
from django.contrib.auth import get_user_model
from django.test import override_settings
from playwright.sync_api import Page, expect

from games.models import GameVerdict
from tests.e2e.browsing import heard, saying
from tests.games.factories import finished_game
from tests.processes import RunningSite


@pytest.fixture
def superuser(site: RunningSite) -> None:
    """Create a superuser whose password the site can check: it does not know the quick hasher of the tests."""
    with override_settings(PASSWORD_HASHERS=global_settings.PASSWORD_HASHERS):
        get_user_model().objects.create_superuser("boss", password="a long secret")


@pytest.mark.flow
def test_a_superuser_logs_in_reads_a_log_and_verifies_a_game(page: Page, superuser: None):
    game = finished_game(seats=2)

    with heard(page) as complaints:
        page.goto("/admin/")
        page.get_by_label("Username").fill("boss")
        page.get_by_label("Password").fill("a long secret")
        page.get_by_role("button", name="Log in").click()
        page.locator("#content .model-game").get_by_role("link", name="Games").click()
        page.locator("#result_list").get_by_role("link", name=str(game.pk), exact=True).click()
        saying(page.locator("#log h2"), f"events 1 to 100 of {game.head_seq}")
        page.get_by_role("link", name="later events").click()
        saying(page.locator("#log h2"), "events 101 to")

        page.locator(".breadcrumbs a[href$='/game/']").click()
        page.locator("#result_list .action-select").check()
        page.locator("[name=action]").select_option("verify_now")
        page.locator(".actions button[name=index]").click()
        saying(page.locator(".messagelist"), "1 game was verified without a divergence")
        page.get_by_role("button", name="Log out").click()
        expect(page.get_by_role("link", name="Log in again")).to_be_visible()

    assert complaints == []
    game.refresh_from_db()
    assert game.verdict == GameVerdict.EXACT
