"""
Pages that follow what is being played: by a stream, by polling where there is none, and only while somebody looks.
"""

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import Browser, Page, Request, expect

from games.models import Game
from tests.e2e.browsing import READY, page_of, shows
from tests.games.factories import game_append, log_of, running_game
from tests.processes import RunningSite
from tests.tournaments.entry_builders import make_open_play, submit_records
from tournaments.models import Tournament
from tournaments.play import WorkerLoop

#: Keeps the streams a page opens where a test can look at them.
WATCHED = """
    const Real = window.EventSource;
    window.streams = [];
    window.EventSource = class extends Real {
      constructor(...given) { super(...given); window.streams.push(this); }
    };
"""

#: Makes the page believe that it is hidden, or seen again.
SEEN = """hidden => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture
def game(site: RunningSite) -> Game:
    return running_game(20, seats=2)


def opened(page: Page, game: Game, query: str = "") -> None:
    page.goto(f"/games/{game.pk}/{query}")
    page.wait_for_selector(READY)


def streaming(page: Page) -> None:
    """Wait until the page's last stream is open; the page's policy forbids Playwright's own way to wait for this."""
    deadline = time.monotonic() + 20
    while not page.evaluate("window.streams.at(-1)?.readyState === EventSource.OPEN"):
        assert time.monotonic() < deadline, "the page opens no stream"
        page.wait_for_timeout(20)


def append(game: Game, count: int) -> None:
    game.refresh_from_db()
    seq = game.head_seq
    game_append(game_id=game.pk, expected_seq=seq, events=log_of(game)[seq : seq + count])


def asked(page: Page, words: str) -> list[str]:
    """Return the list of addresses with those words in them that the page will have asked for from now on."""
    addresses: list[str] = []

    def note(request: Request) -> None:
        if words in request.url:
            addresses.append(request.url)

    page.on("request", note)
    return addresses


@pytest.mark.flow
def test_who_stands_on_the_last_step_goes_along_by_the_stream_without_polling(page: Page, game: Game):
    page.add_init_script(WATCHED)
    page.clock.install()
    opened(page, game)
    streaming(page)
    frames = asked(page, "/frames/")

    page.clock.run_for(2500)  # longer than the pause between two polls
    page.wait_for_timeout(100)
    assert frames == []
    append(game, 3)

    shows(page, 23)
    assert page.locator('[data-events] a[data-step="23"]').count() == 1
    append(game, 1)
    shows(page, 24)
    expect(page.locator("[data-fresh]")).to_be_hidden()


def test_a_reader_who_stepped_back_stays_and_sees_how_many_steps_have_come(page: Page, game: Game):
    page.add_init_script(WATCHED)
    opened(page, game)
    streaming(page)
    page.keyboard.press("ArrowLeft")
    shows(page, 19)

    append(game, 1)
    page.get_by_role("button", name="New steps: 1").wait_for()
    append(game, 3)
    fresh = page.get_by_role("button", name="New steps: 4")
    fresh.wait_for()

    shows(page, 19)
    expect(page.locator("[data-fresh-said]")).to_have_text("There are new steps.")
    fresh.click()
    shows(page, 24)
    expect(page.locator("[data-fresh]")).to_be_hidden()


@pytest.mark.parametrize("way", ["refused", "missing"])
def test_without_a_stream_the_game_is_followed_by_polling(way: str, page: Page, game: Game):
    if way == "refused":
        page.route("**/stream/**", lambda route: route.fulfill(status=503, body="{}"))
    else:
        page.add_init_script("delete window.EventSource")
    page.clock.install()
    opened(page, game)

    append(game, 2)
    page.clock.run_for(2000)  # the pause between two polls

    shows(page, 22)


def test_a_page_nobody_sees_closes_its_stream_and_catches_up_when_it_is_seen_again(page: Page, game: Game):
    page.add_init_script(WATCHED)
    opened(page, game)
    streaming(page)

    page.evaluate(SEEN, True)
    assert page.evaluate("window.streams[0].readyState === EventSource.CLOSED")
    append(game, 2)
    page.evaluate(SEEN, False)

    shows(page, 22)
    streaming(page)
    assert page.evaluate("window.streams.length") == 2


@pytest.mark.parametrize("stands", ["at the end", "before it"])
def test_a_game_that_ends_shows_its_result_to_who_has_come_to_its_end(page: Page, game: Game, stands: str):
    opened(page, game)
    if stands == "before it":
        page.keyboard.press("ArrowLeft")
        shows(page, 19)
    last = len(log_of(game))

    append(game, last - 20)

    if stands == "before it":
        fresh = page.get_by_role("button", name=f"New steps: {last - 20}")
        fresh.wait_for()
        shows(page, 19)
        fresh.click()
    expect(page.locator("[data-viewer][data-stream]")).to_have_count(0)
    shows(page, last)
    expect(page.locator("#facts .rank").first).not_to_have_text("–")


def test_steps_of_an_earlier_response_are_in_the_list_too(page: Page, game: Game):
    page.route("**/stream/**", lambda route: route.fulfill(status=503, body="{}"))
    page.clock.install()
    opened(page, game)

    append(game, 3)
    page.keyboard.press("ArrowLeft")
    shows(page, 19)
    page.clock.run_for(2000)  # the pause between two polls
    page.get_by_role("button", name="New steps: 3").wait_for()

    lines = [page.locator(f'[data-events] a[data-step="{step}"]').count() for step in (21, 22, 23)]
    assert lines == [1, 1, 1]


@pytest.fixture
def phone(browser: Browser, base_url: str) -> Iterator[Page]:
    size = {"width": 380, "height": 800}
    with page_of(browser, viewport=size, has_touch=True, is_mobile=True, base_url=base_url) as page:
        yield page


def test_on_a_phone_new_steps_are_announced_without_moving_anything(phone: Page, game: Game):
    opened(phone, game, "?step=10")
    places = "[...document.querySelectorAll('.now, .controls, .ranch')].map(part => part.getBoundingClientRect().top)"
    before = phone.evaluate(places)

    append(game, 2)
    fresh = phone.get_by_role("button", name="New steps: 2")
    fresh.wait_for()

    box: Any = fresh.bounding_box()
    assert box["height"] >= 44
    assert phone.evaluate(places) == before
    assert phone.evaluate("document.documentElement.scrollWidth") == 380


class TestTournament:
    @pytest.fixture
    def tournament(self, site: RunningSite) -> Tournament:
        call_command("run_tournament", "Live", bots=["random", "greedy"], seats=2, deals=2, no_wait=True)
        return Tournament.objects.latest("pk")

    @pytest.mark.parametrize("way", ["stream", "refused"])
    def test_a_tournament_is_followed_to_its_end(self, way: str, page: Page, tournament: Tournament):
        page.add_init_script(WATCHED)
        if way == "refused":
            page.route("**/stream/**", lambda route: route.fulfill(status=503, body="{}"))
            page.clock.install()
        page.goto(f"/tournaments/{tournament.pk}/")
        if way == "stream":
            streaming(page)

        WorkerLoop("here").run(tournament.pk, seconds=60)
        if way == "refused":
            page.clock.run_for(2000)  # the pause between two polls

        page.get_by_role("heading", name="How it went").wait_for()
        expect(page.locator(".standings tbody tr").first).to_contain_text("4")
        expect(page.locator("[data-stream]")).to_contain_text("4 of 4 games finished")

    def test_a_submitted_game_that_counts_shows_by_itself(self, page: Page, site: RunningSite):
        tournament = make_open_play()
        page.goto(f"/tournaments/{tournament.pk}/")
        expect(page.locator("#progress .sum")).to_have_text(re.compile(r"^\s*0 submitted games count"))

        submit_records(tournament)

        expect(page.locator("#progress .sum")).to_have_text(
            re.compile(r"^\s*1 submitted game counts"), timeout=10_000
        )
        expect(page.locator("#tables .title").first).to_contain_text("after 1 game, 1 of them submitted")

    def test_what_was_focused_and_scrolled_stays_so(self, phone: Page, tournament: Tournament):
        phone.add_init_script(WATCHED)
        phone.goto(f"/tournaments/{tournament.pk}/")
        streaming(phone)
        phone.locator(".standings tbody a").first.focus()
        name = phone.locator(":focus").inner_text()
        phone.evaluate("document.querySelector('#tables .scroll').scrollLeft = 60")

        WorkerLoop("here").run(tournament.pk, seconds=60)

        expect(phone.locator(".standings tbody tr").first).to_contain_text("4")
        expect(phone.locator(":focus")).to_have_text(name)
        assert phone.evaluate("document.querySelector('#tables .scroll').scrollLeft") == 60
