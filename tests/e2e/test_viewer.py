"""
The replay viewer in a real browser: with its script, without scripts, by keyboard, on a phone.

One game is looked at by all, and most tests share one page: to load a page takes longer than what is done on it.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from games.models import Game
from tests.e2e.browsing import READY, heard, page_of, saying, shows, step_shown, tournament_played
from tests.games.factories import finished_game
from tests.processes import RunningSite

#: Leads a page back to how it opens at a step, but for what it has fetched.
AFRESH = """step => {
    document.querySelector("[data-play][data-playing]")?.click();
    document.activeElement.blur();
    for (const field of document.querySelectorAll("select")) {
      const first = [...field.options].findIndex((option) => option.defaultSelected);
      if (field.selectedIndex === Math.max(first, 0)) continue;
      field.selectedIndex = Math.max(first, 0);
      field.dispatchEvent(new Event("change"));
    }
    const slider = document.querySelector("[data-slider]");
    slider.value = step;
    slider.dispatchEvent(new Event("input"));
}"""

#: Notes when addresses are written, and tells it in the end.
WATCH_WRITES = """() => {
    const write = history.replaceState;
    window.written = [];
    history.replaceState = function (...said) {
      window.written.push(performance.now());
      write.apply(this, said);
    };
}"""

TELL_WRITES = "() => { delete history.replaceState; return window.written; }"

#: The parts of the page that change from step to step: as the script has put them together, and as the server does.
PARTS_SHOWN = (
    "[...document.querySelectorAll('[data-part]')].map(at => [at.dataset.part, at.innerHTML.trim()])"
)
PARTS_SERVED = """async () => {
    const served = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
    return [...served.querySelectorAll("[data-part]")].map(at => [at.dataset.part, at.innerHTML.trim()]);
}"""


@pytest.fixture(scope="module")
def game(kept_site: RunningSite) -> Game:
    return finished_game(seats=4)


@pytest.fixture(scope="module")
def _desk(browser: Browser, base_url: str, game: Game) -> Iterator[Page]:
    with page_of(browser, base_url=base_url) as page:
        opened(page, game, 40)
        yield page


@pytest.fixture
def desk(_desk: Page) -> Page:
    """The page of the game that tests share, at step 40 as if just opened."""
    at(_desk, 40)
    return _desk


def opened(page: Page, game: Game, step: int) -> None:
    page.goto(f"/games/{game.pk}/?step={step}")
    page.wait_for_selector(READY)


def at(page: Page, step: int) -> None:
    page.evaluate(AFRESH, step)
    expect(page.locator(".now .step")).to_have_text(re.compile(rf"^{step}\s*of"))


@pytest.mark.flow
def test_from_a_tournament_to_a_step_of_its_game_and_back_by_link(page: Page, site: RunningSite):
    tournament = tournament_played()

    with heard(page) as complaints:
        page.goto("/")
        page.get_by_role("link", name=tournament.name).first.click()
        page.locator("#games tbody th a").first.click()
        page.wait_for_selector(READY)
        page.get_by_role("link", name="First step").click()
        expect(page.locator(".now h2")).to_have_text("Before the first event")
        page.get_by_role("link", name="Next step").click()
        shows(page, 1)
        page.get_by_role("link", name="Next turn").click()
        expect(page.locator(".now h2 .seat")).to_be_visible()
        page.locator(".gamehead").get_by_role("link", name=tournament.name).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(tournament.name)

    assert complaints == []


def test_the_browser_hashes_the_seed_too(desk: Page):
    expect(desk.locator("[data-seedcheck]")).to_have_text("Your browser has computed the same hash.")


def test_the_step_in_the_address_is_the_step_shown(desk: Page, game: Game):
    opened(desk, game, 57)

    shows(desk, 57)


def test_keys_step_jump_and_play(desk: Page, game: Game):
    desk.keyboard.press("ArrowRight")
    shows(desk, 41)
    desk.keyboard.press("ArrowLeft")
    desk.keyboard.press("ArrowLeft")
    shows(desk, 39)
    desk.keyboard.press("Home")
    expect(desk.locator(".now h2")).to_have_text("Before the first event")
    desk.keyboard.press("End")
    shows(desk, game.head_seq)
    desk.get_by_label("Speed").select_option("10")
    desk.keyboard.press("Home")
    desk.keyboard.press("Space")
    expect(desk.get_by_role("button", name="Pause")).to_be_visible()
    desk.wait_for_url(re.compile("step=[2-9]$"))
    desk.keyboard.press("Space")
    expect(desk.get_by_role("button", name="Play")).to_be_visible()


def test_shifted_arrows_go_from_turn_to_turn(desk: Page):
    desk.keyboard.press("Shift+ArrowRight")
    expect(desk.locator(".now .step")).not_to_have_text(re.compile(r"^40"))
    later = step_shown(desk)
    desk.keyboard.press("Shift+ArrowLeft")
    expect(desk.locator(".now .step")).not_to_have_text(re.compile(rf"^{later}"))

    assert later > 40
    assert step_shown(desk) < later


def test_many_presses_in_a_row_end_where_they_should_and_write_few_addresses(desk: Page):
    # A browser refuses an address that is written a hundred times in a few seconds, and the script would break off.
    desk.evaluate(WATCH_WRITES)

    for _ in range(25):
        desk.keyboard.press("ArrowRight")

    shows(desk, 65)
    assert desk.evaluate(PARTS_SHOWN) == desk.evaluate(PARTS_SERVED), "the script shows what the server shows"
    for _ in range(16):
        desk.keyboard.press("ArrowLeft")
    shows(desk, 49)
    written = desk.evaluate(TELL_WRITES)
    assert len(written) >= 2
    assert min(later - earlier for earlier, later in pairwise(written)) > 100


def test_who_pauses_and_plays_on_while_a_step_is_fetched_plays_no_faster(page: Page, game: Game):
    held: list[Route] = []
    page.clock.install()
    page.route("**/frames/**", lambda route: held.append(route), times=1)
    opened(page, game, 40)
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    page.keyboard.press("Space")
    page.clock.run_for(1300)  # the first step is being fetched
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    held[0].continue_()
    expect(page.locator(".now .step")).to_have_text(re.compile(r"^41"))

    page.clock.run_for(1300)
    page.clock.run_for(1300)

    expect(page.locator(".now .step")).to_have_text(re.compile(r"^43"))


def test_who_comes_to_the_end_by_a_link_keeps_their_place(desk: Page, game: Game):
    at(desk, game.head_seq - 1)
    link = desk.get_by_role("link", name="Next step")
    link.focus()

    desk.keyboard.press("Enter")

    shows(desk, game.head_seq)
    expect(link).to_be_focused()
    expect(link).to_have_attribute("aria-disabled", "true")
    desk.keyboard.press("ArrowLeft")
    shows(desk, game.head_seq - 1)
    expect(link).to_be_focused()


def test_keys_in_a_field_do_not_move_the_replay(desk: Page):
    desk.get_by_label("Speed").focus()
    desk.keyboard.press("ArrowRight")
    desk.keyboard.press("Home")

    shows(desk, 40)


def test_space_on_a_focused_link_is_left_to_the_link(desk: Page):
    desk.get_by_role("link", name="Facts", exact=True).focus()
    desk.keyboard.press("Space")

    expect(desk.get_by_role("button", name="Play")).to_be_visible()


def test_the_slider_and_the_list_of_events_lead_to_steps(desk: Page):
    desk.get_by_label("Step", exact=True).fill("77")
    shows(desk, 77)
    desk.locator('[data-events] a[data-step="80"]').click()
    shows(desk, 80)


def test_back_returns_to_where_a_jump_began_and_walking_leaves_no_trail(page: Page, game: Game):
    page.goto("/games/")
    opened(page, game, 40)

    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    shows(page, 42)
    page.locator('[data-events] a[data-step="60"]').click()
    shows(page, 60)
    page.go_back()
    shows(page, 42)
    page.go_forward()
    shows(page, 60)
    page.go_back()
    page.go_back()

    page.wait_for_url(re.compile(r"/games/$"))


def test_the_pace_is_chosen(desk: Page):
    at(desk, 5)

    desk.get_by_label("Speed").select_option("10")
    desk.get_by_role("button", name="Play").click()

    # Ten times as fast is eight steps a second; at the usual pace this would take twelve seconds.
    desk.wait_for_url(re.compile(r"step=(1[5-9]|[2-9]\d)$"), timeout=9_000)


def test_playing_stops_at_the_end_and_starts_over_from_there(desk: Page, game: Game):
    last = game.head_seq
    at(desk, last - 1)

    desk.get_by_label("Speed").select_option("10")
    desk.get_by_role("button", name="Play").click()
    shows(desk, last)
    expect(desk.get_by_role("button", name="Play")).to_be_visible()
    desk.get_by_role("button", name="Play").click()
    desk.wait_for_url(re.compile("step=[1-9]$"))


def test_filters_hide_lines_of_other_seats(desk: Page):
    desk.get_by_label("Seat", exact=True).select_option("1")

    assert desk.locator('[data-events] li[data-seat="0"]:visible').count() == 0
    assert desk.locator('[data-events] li[data-seat="1"]:visible').count() > 0


def test_a_step_is_announced_and_playing_is_not(desk: Page):
    at(desk, 5)
    expect(desk.locator(".now")).to_have_attribute("aria-live", "polite")

    desk.keyboard.press("Space")

    expect(desk.locator(".now")).to_have_attribute("aria-live", "off")
    desk.keyboard.press("Space")
    expect(desk.locator(".now")).to_have_attribute("aria-live", "polite")


def test_a_lost_connection_is_reported_and_stepping_works_again_after_it(page: Page, game: Game):
    opened(page, game, 5)
    page.context.set_offline(True)

    page.keyboard.press("End")

    saying(page.locator("[data-trouble]"), "could not be loaded")
    shows(page, 5)
    page.context.set_offline(False)
    page.keyboard.press("End")
    shows(page, game.head_seq)
    expect(page.locator("[data-trouble]")).to_be_hidden()


@pytest.fixture(scope="module")
def _plain_page(browser: Browser, base_url: str, game: Game) -> Iterator[Page]:
    with page_of(browser, java_script_enabled=False, base_url=base_url) as page:
        yield page


@pytest.fixture
def plain_page(_plain_page: Page, game: Game) -> Page:
    """A page without scripts, at step 40."""
    if not _plain_page.url.endswith(f"/games/{game.pk}/?step=40"):
        _plain_page.goto(f"/games/{game.pk}/?step=40")
    return _plain_page


def test_without_scripts_nothing_is_offered_that_needs_them(plain_page: Page):
    for part in plain_page.locator("[data-scripted]").all():
        expect(part).to_be_hidden()


def test_without_scripts_every_step_is_reached_by_links_and_a_form(plain_page: Page, game: Game):
    page = plain_page

    page.get_by_role("link", name="Next step").click()
    shows(page, 41)
    page.get_by_role("link", name="Next turn").click()
    assert step_shown(page) > 41
    page.get_by_role("link", name="First step").click()
    expect(page.locator(".now h2")).to_have_text("Before the first event")
    page.get_by_role("link", name="Last step").click()
    shows(page, game.head_seq)
    page.get_by_label("Go to step").fill("33")
    page.get_by_role("button", name="Go").click()
    shows(page, 33)
    page.locator('[data-events] a[data-step="36"]').click()
    shows(page, 36)


@pytest.fixture(scope="module")
def phone(browser: Browser, base_url: str, game: Game) -> Iterator[Page]:
    """A phone that shows step 60; no test leads it elsewhere."""
    size = {"width": 380, "height": 800}
    with page_of(browser, viewport=size, has_touch=True, is_mobile=True, base_url=base_url) as page:
        opened(page, game, 60)
        yield page


def test_on_a_phone_the_seat_that_moved_comes_first_and_nothing_scrolls_sideways(phone: Page):
    tops = phone.evaluate(
        "[...document.querySelectorAll('.ranch')].map(r => [r.classList.contains('on'), r.getBoundingClientRect().top])"
    )

    first = min(tops, key=lambda each: each[1])

    assert first[0] is True
    assert phone.evaluate("document.documentElement.scrollWidth") == 380


def test_arrows_scroll_a_focused_table_and_do_not_step(phone: Page):
    table = phone.get_by_role("region", name="Result by seat")
    table.evaluate("table => table.addEventListener('scroll', () => { table.dataset.scrolled = ''; })")
    table.focus()

    phone.keyboard.press("ArrowRight")

    expect(table).to_have_attribute("data-scrolled", "")
    assert step_shown(phone) == 60


def test_on_a_phone_the_controls_are_big_enough_to_touch(phone: Page):
    for control in phone.locator(".steps .btn").all():
        box = control.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["width"] >= 44


def test_with_reduced_motion_nothing_is_animated(browser: Browser, base_url: str, game: Game):
    with page_of(browser, reduced_motion="reduce", base_url=base_url) as page:
        opened(page, game, 40)

        assert page.evaluate("document.getAnimations().length") == 0
