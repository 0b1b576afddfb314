"""
The replay viewer in a real browser: with its script, without scripts, by keyboard, on a phone.
"""

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from games.models import Game
from tests.e2e.browsing import heard, step_shown, tournament_played
from tests.games.factories import finished_game, log_of, running_game

READY = "[data-viewer][data-ready]"


@pytest.fixture
def game(site) -> Game:
    return finished_game(seats=4)


def opened(page: Page, game: Game, step: int | None = None) -> None:
    page.goto(f"/games/{game.pk}/" + ("" if step is None else f"?step={step}"))
    page.wait_for_selector(READY)


def shows(page: Page, step: int) -> None:
    expect(page.locator(".now .step")).to_have_text(re.compile(rf"^{step}\s*of"))
    expect(page.locator("[data-events] [aria-current=step]")).to_have_attribute("data-step", str(step))
    expect(page).to_have_url(re.compile(rf"[?]step={step}$"))


def test_from_a_tournament_to_a_step_of_its_game_and_back_by_link(page, site):
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


def test_the_browser_hashes_the_seed_too(page, game):
    opened(page, game)

    expect(page.locator("[data-seedcheck]")).to_have_text(
        "Your browser has hashed it too, and says the same."
    )


def test_the_step_in_the_address_is_the_step_shown(page, game):
    opened(page, game, 40)

    shows(page, 40)


def test_keys_step_jump_and_play(page, game):
    opened(page, game, 40)

    page.keyboard.press("ArrowRight")
    shows(page, 41)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    shows(page, 39)
    page.keyboard.press("Home")
    expect(page.locator(".now h2")).to_have_text("Before the first event")
    page.keyboard.press("End")
    shows(page, game.head_seq)
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    shows(page, 2)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_shifted_arrows_go_from_turn_to_turn(page, game):
    opened(page, game, 40)

    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".now .step")).not_to_have_text(re.compile(r"^40"))
    later = step_shown(page)
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator(".now .step")).not_to_have_text(re.compile(rf"^{later}"))

    assert later > 40
    assert step_shown(page) < later


def test_many_presses_in_a_row_end_where_they_should_and_write_few_addresses(page, game):
    # A browser refuses an address that is written a hundred times in a few seconds, and the script would break off.
    page.add_init_script(
        "const write = history.replaceState; window.written = 0;"
        "history.replaceState = function (...said) { window.written += 1; write.apply(this, said); };"
    )
    opened(page, game, 10)

    for _ in range(30):
        page.keyboard.press("ArrowRight")

    shows(page, 40)
    for _ in range(16):
        page.keyboard.press("ArrowLeft")
    shows(page, 24)
    assert page.evaluate("window.written") < 12


def test_who_pauses_and_plays_on_while_a_step_is_fetched_plays_no_faster(page, game):
    held: list[Route] = []
    page.clock.install()
    page.route("**/frames/**", lambda route: held.append(route), times=1)
    opened(page, game, 40)
    page.keyboard.press("Space")
    page.clock.run_for(1300)  # the first step is being fetched
    page.keyboard.press("Space")
    page.keyboard.press("Space")
    held[0].continue_()
    expect(page.locator(".now .step")).to_have_text(re.compile(r"^41"))

    page.clock.run_for(1300)
    page.clock.run_for(1300)

    expect(page.locator(".now .step")).to_have_text(re.compile(r"^43"))


def test_who_comes_to_the_end_by_a_link_keeps_their_place(page, game):
    opened(page, game, game.head_seq - 1)
    link = page.get_by_role("link", name="Next step")
    link.focus()

    page.keyboard.press("Enter")

    shows(page, game.head_seq)
    expect(link).to_be_focused()
    expect(link).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("ArrowLeft")
    shows(page, game.head_seq - 1)
    expect(link).to_be_focused()


def test_keys_in_a_field_do_not_move_the_replay(page, game):
    opened(page, game, 40)

    page.get_by_label("Speed").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")

    shows(page, 40)


def test_space_on_a_focused_link_is_left_to_the_link(page, game):
    opened(page, game, 40)

    page.get_by_role("link", name="Facts", exact=True).focus()
    page.keyboard.press("Space")

    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_the_slider_and_the_list_of_events_lead_to_steps(page, game):
    opened(page, game, 40)

    page.get_by_label("Step", exact=True).fill("77")
    shows(page, 77)
    page.locator('[data-events] a[data-step="80"]').click()
    shows(page, 80)


def test_back_returns_to_where_a_jump_began_and_walking_leaves_no_trail(page, game):
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

    expect(page).to_have_url(re.compile(r"/games/$"))


def test_what_the_script_shows_is_what_the_server_shows(page, game):
    opened(page, game, 40)
    for _ in range(25):
        page.keyboard.press("ArrowRight")
    shows(page, 65)
    stepped = page.evaluate(
        "[...document.querySelectorAll('[data-part]')].map(place => [place.dataset.part, place.innerHTML.trim()])"
    )

    page.reload()
    loaded = page.evaluate(
        "[...document.querySelectorAll('[data-part]')].map(place => [place.dataset.part, place.innerHTML.trim()])"
    )

    assert stepped == loaded


def test_the_pace_is_chosen(page, game):
    opened(page, game, 5)

    page.get_by_label("Speed").select_option("10")
    page.get_by_role("button", name="Play").click()

    # Ten times as fast is eight steps a second; at the usual pace this would take half a minute.
    page.wait_for_url(re.compile("step=3[0-9]$"), timeout=20_000)


def test_playing_stops_at_the_end_and_starts_over_from_there(page, game):
    last = game.head_seq
    opened(page, game, last - 1)

    page.get_by_label("Speed").select_option("10")
    page.get_by_role("button", name="Play").click()
    shows(page, last)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.get_by_role("button", name="Play").click()
    page.wait_for_url(re.compile("step=[1-9]$"))


def test_filters_hide_lines_of_other_seats(page, game):
    opened(page, game, 40)

    page.get_by_label("Seat", exact=True).select_option("1")

    assert page.locator('[data-events] li[data-seat="0"]:visible').count() == 0
    assert page.locator('[data-events] li[data-seat="1"]:visible').count() > 0


def test_a_step_is_announced_and_playing_is_not(page, game):
    opened(page, game, 5)
    expect(page.locator(".now")).to_have_attribute("aria-live", "polite")

    page.keyboard.press("Space")

    expect(page.locator(".now")).to_have_attribute("aria-live", "off")
    page.keyboard.press("Space")
    expect(page.locator(".now")).to_have_attribute("aria-live", "polite")


def test_a_lost_connection_is_told_and_stepping_works_again_after_it(page, game):
    opened(page, game, 5)
    page.context.set_offline(True)

    page.keyboard.press("End")

    expect(page.locator("[data-trouble]")).to_contain_text("could not be fetched")
    shows(page, 5)
    page.context.set_offline(False)
    page.keyboard.press("End")
    shows(page, game.head_seq)
    expect(page.locator("[data-trouble]")).to_be_hidden()


def test_a_running_game_is_followed(page, site):
    from games.services import game_append

    game = running_game(20, seats=2)
    opened(page, game)
    expect(page.locator(".now .step")).to_have_text(re.compile(r"^20"))

    game_append(game_id=game.pk, expected_seq=20, events=log_of(game)[20:26])

    shows(page, 26)
    assert page.locator('[data-events] a[data-step="26"]').count() == 1


@pytest.mark.parametrize("stands", ["at the end", "before it"])
def test_a_running_game_that_ends_shows_its_result_to_who_has_come_to_its_end(page, site, stands):
    from games.services import game_append

    game = running_game(20, seats=2)
    log = log_of(game)
    opened(page, game)
    if stands == "before it":
        page.keyboard.press("ArrowLeft")
        shows(page, 19)

    game_append(game_id=game.pk, expected_seq=20, events=log[20:])

    if stands == "before it":
        fresh = page.get_by_role("button", name=f"{len(log) - 20} new steps")
        expect(fresh).to_be_visible(timeout=15_000)
        shows(page, 19)
        fresh.click()
    expect(page.locator("[data-viewer][data-stream]")).to_have_count(0)
    shows(page, len(log))
    expect(page.locator("#facts .rank").first).not_to_have_text("–")


def test_steps_that_an_earlier_answer_told_of_are_in_the_list_too(page, site):
    from games.services import game_append

    game = running_game(20, seats=2)
    page.route("**/stream/**", lambda route: route.fulfill(status=503, body="{}"))
    opened(page, game)

    game_append(game_id=game.pk, expected_seq=20, events=log_of(game)[20:23])
    page.keyboard.press("ArrowLeft")
    shows(page, 19)
    expect(page.get_by_role("button", name="3 new steps")).to_be_visible()

    assert [page.locator(f'[data-events] a[data-step="{step}"]').count() for step in (21, 22, 23)] == [
        1,
        1,
        1,
    ]


@pytest.fixture
def plain_page(browser: Browser, base_url: str):
    context = browser.new_context(java_script_enabled=False, base_url=base_url)
    yield context.new_page()
    context.close()


def test_without_scripts_every_step_is_reached_by_links_and_a_form(plain_page, game):
    page = plain_page
    page.goto(f"/games/{game.pk}/?step=40")

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


def test_without_scripts_nothing_is_offered_that_needs_them(plain_page, game):
    plain_page.goto(f"/games/{game.pk}/?step=40")

    for part in plain_page.locator("[data-scripted]").all():
        expect(part).to_be_hidden()


@pytest.fixture
def phone(browser: Browser, base_url: str):
    context = browser.new_context(
        viewport={"width": 380, "height": 800}, has_touch=True, is_mobile=True, base_url=base_url
    )
    yield context.new_page()
    context.close()


def test_on_a_phone_the_seat_that_moved_comes_first_and_nothing_scrolls_sideways(phone, game):
    opened(phone, game, 60)
    tops = phone.evaluate(
        "[...document.querySelectorAll('.ranch')].map(r => [r.classList.contains('on'), r.getBoundingClientRect().top])"
    )

    first = min(tops, key=lambda each: each[1])

    assert first[0] is True
    assert phone.evaluate("document.documentElement.scrollWidth") == 380


def test_arrows_scroll_a_focused_table_and_do_not_step(phone, game):
    opened(phone, game, 60)
    table = phone.get_by_role("region", name="Result by seat")
    table.evaluate("table => table.addEventListener('scroll', () => { table.dataset.scrolled = ''; })")
    table.focus()

    phone.keyboard.press("ArrowRight")

    expect(table).to_have_attribute("data-scrolled", "")
    assert step_shown(phone) == 60


def test_on_a_phone_the_controls_are_big_enough_to_touch(phone, game):
    opened(phone, game, 60)

    for control in phone.locator(".steps .btn").all():
        box = control.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["width"] >= 44


def test_with_reduced_motion_nothing_is_animated(browser, base_url, game):
    context = browser.new_context(reduced_motion="reduce", base_url=base_url)
    page = context.new_page()
    opened(page, game, 40)

    animated = page.evaluate("document.getAnimations().length")
    context.close()

    assert animated == 0
