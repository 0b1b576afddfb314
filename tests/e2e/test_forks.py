"""Continuing a game from a step, in a real browser: on a desk and on a phone, and by whom nobody knows."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from playwright.sync_api import Locator, Page, ViewportSize, expect

from games.models import Game
from tests.e2e.browsing import READY, heard, saying
from tests.games.factories import BotFactory, finished_game
from tournaments.forks import ForkWorkerLoop

SIZES: dict[str, ViewportSize] = {
    "desk": {"width": 1440, "height": 900},
    "phone": {"width": 380, "height": 780},
}


@pytest.fixture
def game(site) -> Game:
    return finished_game(seats=2, bots=[BotFactory.create(name=name) for name in ("greedy", "random")])


@pytest.fixture
def known(page: Page, site) -> None:
    """Log the browser in."""
    client = Client()
    client.force_login(get_user_model().objects.create_user("ida"))
    cookie = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": site.url}])


def touched(page: Page, link: Locator) -> None:
    """Follow a link that nothing covers, and past which nothing scrolls sideways, on a desk and on a phone."""
    for name, size in SIZES.items():
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        link.click(trial=name == "desk")


def is_wholly_inside(page: Page, selector: str) -> bool:
    """Tell whether an element lies within the window's width and can be touched."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    assert page.viewport_size is not None
    return box["x"] >= 0 and box["x"] + box["width"] <= page.viewport_size["width"] and box["height"] >= 44


@pytest.mark.flow
def test_from_a_step_to_a_new_game_and_back(page: Page, game: Game, known: None):
    with heard(page) as complaints:
        page.goto(f"/games/{game.pk}/?step=40")
        page.wait_for_selector(READY)
        page.keyboard.press("ArrowRight")
        button = page.get_by_role("link", name="Continue from here")
        expect(button).to_have_attribute("href", f"/games/{game.pk}/continue/?step=41")
        for size in SIZES.values():
            page.set_viewport_size(size)
            assert is_wholly_inside(page, ".onward")
        touched(page, button)

        expect(page.get_by_role("heading", level=1)).to_have_text("Continue from here")
        expect(page.get_by_label("Step")).to_have_value("41")
        page.get_by_label("played by greedy so far").select_option("random")
        page.get_by_label("A new one").check()
        touched(page, page.get_by_role("button", name="Start the new game"))

        saying(page.locator(".leaving"), f"up to step 41 it has the log of game {game.pk}")
    assert complaints == []

    # The page follows the fork and renews itself when it is over: another one looks at it then.
    ForkWorkerLoop("worker").run(seconds=60)
    there_and_back(page.context.new_page(), game)


def there_and_back(page: Page, game: Game) -> None:
    fork = Game.objects.get(parent=game)
    with heard(page) as complaints:
        page.goto(f"/games/{fork.pk}/?step=60")
        page.wait_for_selector(READY)
        expect(page.locator(".track .left")).to_be_attached()
        saying(page.locator("[data-events] .left"), f"The fork left game {game.pk} here")
        touched(page, page.locator(".leaving").get_by_role("link", name=f"game {game.pk}"))

        page.wait_for_url(re.compile(rf"/games/{game.pk}/\?step=41$"))
        touched(page, page.locator("#forks").get_by_role("link", name=str(fork.pk), exact=True))
        page.wait_for_url(re.compile(rf"/games/{fork.pk}/$"))

    assert complaints == []


def test_a_visitor_finds_the_button_off_at_the_end_and_instructions_before_it(page: Page, game: Game):
    page.goto(f"/games/{game.pk}/?step=10")
    page.wait_for_selector(READY)
    page.keyboard.press("End")
    expect(page.locator(".onward")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    step = game.head_seq - 2
    expect(page.locator(".onward")).to_have_attribute("href", re.compile(rf"step={step}$"))

    page.get_by_role("link", name="Continue from here").click()

    page.get_by_role("link", name="log in").wait_for()
    expect(page.locator("pre")).to_contain_text(f'"step": {step}')
    expect(page.get_by_role("button", name="Start the new game")).to_have_count(0)


def test_a_filter_of_events_leaves_the_mark(page: Page, game: Game, known: None):
    client = Client()
    client.force_login(get_user_model().objects.get(username="ida"))
    fields = {"step": 40, "seat-0": "random", "seat-1": "random", "seed": "new"}
    client.post(f"/games/{game.pk}/continue/?step=40", fields)
    ForkWorkerLoop("worker").run(seconds=60)
    page.goto(f"/games/{Game.objects.get(parent=game).pk}/?step=60")
    page.wait_for_selector(READY)
    page.locator("#by-seat").select_option("0")

    page.locator("[data-events] .left").wait_for()
