"""
Every page in a real browser: its links answer, nothing complains or scrolls sideways on a phone, nobody is kept out.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

import pytest
from django.core.management import call_command
from playwright.sync_api import Browser, Page, expect

from engine.core import Dealer
from games.event_store import PlannedSeat, game_secrets
from games.forks import ForkSeed, fork_start
from games.import_export import game_import
from games.models import Bot, Game
from games.verification import verify_game
from tests.e2e.browsing import barriers, heard, page_of, tournament_played
from tests.games.factories import BotFactory, finished_game, kept_seed, running_game, scheduled_game
from tests.games.goldgraeber_games import played, scheduled, stored
from tests.games.live_games import between, opened
from tests.games.records import record
from tests.games.tampering import change_event
from tests.processes import RunningSite
from tournaments.models import Tournament

#: Pages open at the first, and are judged by axe at the last.
WIDTHS = (380, 768, 1920, 1280)


@dataclass(frozen=True)
class Visit:
    """What was found on a page: visited once, judged by many tests."""

    address: str
    title: str
    headings: int
    hrefs: tuple[str, ...]
    links: frozenset[str]
    dead_fragments: tuple[str, ...]
    unreachable_regions: int
    width_needed: dict[int, int]
    complaints: tuple[str, ...]
    barriers: tuple[str, ...]


class Judged(Enum):
    """How much of a page axe is to judge: more of a kind would be judged alike."""

    WHOLLY = ()
    BUT_FOR_THE_TABLE = (".ranches", ".top")
    NOT = None


def addresses() -> dict[str, Judged]:
    """Fill the tables with games in every condition and return the addresses of all kinds of pages."""
    tournament = tournament_played(bots="random greedy random", seats=3)
    games = list(Game.objects.filter(planned_game__tournament=tournament).values_list("pk", flat=True))
    for game_id in games[:2]:
        verify_game(game_id)
    diverged = finished_game(seats=2)
    change_event(diverged.pk, 30, "payload", "'{}'")
    call_command("run_tournament", "Waiting", bots=["random", "greedy"], seats=2, no_wait=True)
    first = [
        "/",
        "/tournaments/",
        f"/tournaments/{Tournament.objects.latest('pk').pk}/",
        "/games/",
        f"/games/{games[0]}/",
        f"/games/{gold_game().pk}/",
        *(f"/games/{game_id}/" for game_id in live_games()),
        f"/games/{games[0]}/continue/?step=20",
        "/open/",
        "/bots/",
        "/bots/greedy/",
        "/how-a-game-is-checked/",
    ]
    same_table = [f"/games/{game_id}/" for game_id in (diverged.pk, *other_games())]
    again = [
        f"/tournaments/{tournament.pk}/",
        f"/games/{finished_game(seats=4).pk}/?step=50",
        f"/games/{running_game(12).pk}/",
        f"/games/{scheduled_game(seed=kept_seed()).pk}/",
    ]
    return (
        dict.fromkeys(first, Judged.WHOLLY)
        | dict.fromkeys(same_table, Judged.BUT_FOR_THE_TABLE)
        | dict.fromkeys(again, Judged.NOT)
    )


def gold_game() -> Game:
    """Return a game of the other ruleset that is over, with peeks."""
    game = scheduled(seed=kept_seed())
    return stored(game, played(game, Dealer(bytes(game_secrets([game.pk])[game.pk]))))


def other_games() -> list[int]:
    """Return a fork, and a game that came as a record with long names."""
    parent = finished_game(bots=[BotFactory.create(name=name) for name in ("first", "second")])
    seats = [PlannedSeat(bot.name, bot.pk) for bot in Bot.objects.filter(name__in=("first", "second"))]
    fork = fork_start(parent_id=parent.pk, step=40, seats=seats, seed=ForkSeed.NEW)
    text = record(9, players=("A" * 200, "a name of many words " * 9))
    submitted = game_import(text=text).game
    return [fork.pk, submitted.pk]


def live_games() -> list[int]:
    """Return a game that is played live, and one that waits for a player."""
    return [between("ann", "ben").pk, opened("ann", None).pk]


def visit(page: Page, address: str, judged: Judged) -> Visit:
    page.set_viewport_size({"width": WIDTHS[0], "height": 900})
    with heard(page) as complaints:
        page.goto(address)
        found = found_on(page, address)
        if judged is not Judged.NOT:
            found = replace(found, barriers=tuple(barriers(page, *judged.value)))
    return replace(found, complaints=tuple(complaints))


def found_on(page: Page, address: str) -> Visit:
    needed = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        needed[width] = page.evaluate("document.documentElement.scrollWidth")
    return Visit(
        address=address,
        title=page.title(),
        headings=page.locator("h1").count(),
        hrefs=tuple(
            page.evaluate("[...document.querySelectorAll('a')].map(link => link.getAttribute('href'))")
        ),
        links=frozenset(page.evaluate("[...document.querySelectorAll('a[href]')].map(link => link.href)")),
        dead_fragments=tuple(
            page.evaluate(
                "[...document.querySelectorAll('a[href^=\"#\"]')].map(link => link.getAttribute('href').slice(1))"
                ".filter(name => !document.getElementById(name))"
            )
        ),
        unreachable_regions=page.locator(".scroll:not([tabindex='0'][role=region][aria-label])").count(),
        width_needed=needed,
        complaints=(),
        barriers=(),
    )


def few_steps(links: set[str]) -> set[str]:
    """Leave out most of the links that lead to steps of one game: they differ in a number only."""
    kept: dict[str, int] = {}
    chosen = set()
    for link in sorted(links):
        path, _, query = link.partition("?")
        kept[path] = kept.get(path, 0) + ("step=" in query)
        if kept[path] <= 3:
            chosen.add(link)
    return chosen


@pytest.fixture(scope="module")
def visits(kept_site: RunningSite, browser: Browser, base_url: str) -> list[Visit]:
    with page_of(browser, base_url=base_url) as page:
        return [visit(page, address, judged) for address, judged in addresses().items()]


def test_every_link_on_every_page_answers(visits, base_url, playwright):
    links = few_steps({link.split("#")[0] for each in visits for link in each.links})

    client = playwright.request.new_context()
    statuses = {link: client.get(link).status for link in links}
    client.dispose()

    assert all(link.startswith(base_url) for link in links)
    assert {link: status for link, status in statuses.items() if status != 200} == {}


def test_no_link_leads_nowhere(visits):
    assert [each.address for each in visits if {"#", ""} & set(each.hrefs)] == []
    assert {each.address: each.dead_fragments for each in visits if each.dead_fragments} == {}


def test_no_page_complains(visits):
    assert {each.address: each.complaints for each in visits if each.complaints} == {}


def test_no_page_keeps_anybody_out(visits):
    assert {each.address: each.barriers for each in visits if each.barriers} == {}


@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_scrolls_sideways(visits, width):
    assert [each.address for each in visits if each.width_needed[width] > width] == []


def test_what_scrolls_sideways_can_be_reached_by_keyboard_and_has_a_name(visits):
    assert [each.address for each in visits if each.unreachable_regions] == []


def test_every_page_has_one_main_heading_and_a_title(visits):
    assert [each.address for each in visits if each.headings != 1] == []
    assert [each.address for each in visits if "Rodeo" not in each.title] == []


def test_pages_have_titles_of_their_own(visits):
    titles = [each.title for each in visits]

    assert len(titles) == len(set(titles))


@pytest.mark.flow
def test_the_main_pages_lead_to_each_other_on_a_phone(browser, base_url, site):
    tournament = tournament_played()
    size = {"width": 380, "height": 800}
    with page_of(browser, viewport=size, has_touch=True, is_mobile=True, base_url=base_url) as phone:
        with heard(phone) as complaints:
            phone.goto("/")
            for name in ("Games", "Tournaments", "Bots", "How a game is checked"):
                phone.get_by_role("navigation", name="Site").get_by_role("link", name=name).tap()
                phone.get_by_role("heading", level=1, name=name).wait_for()
                assert phone.evaluate("document.documentElement.scrollWidth") == 380
            phone.get_by_role("link", name="Rodeo").tap()
            phone.get_by_role("link", name=tournament.name).first.tap()
            phone.get_by_role("heading", level=1, name=tournament.name).wait_for()
            assert phone.evaluate("document.documentElement.scrollWidth") == 380
            assert barriers(phone) == []

    assert complaints == []


def test_the_skip_link_is_first_and_leads_to_the_content(page, site):
    page.goto("/")

    page.keyboard.press("Tab")

    expect(page.locator(":focus")).to_have_text("Skip to the content")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#main$"))


@pytest.fixture
def plain_page(browser: Browser, base_url: str) -> Iterator[Page]:
    with page_of(browser, java_script_enabled=False, base_url=base_url) as page:
        yield page


def test_without_scripts_no_page_claims_to_update_by_itself(plain_page, site):
    call_command("run_tournament", "Waiting", bots=["random", "greedy"], seats=2, no_wait=True)

    plain_page.goto("/")

    expect(plain_page.get_by_role("link", name="Waiting")).to_be_visible()
    expect(plain_page.get_by_text("updates by itself")).to_be_hidden()


def test_a_page_that_does_not_exist_says_where_to_go(page, site):
    answer = page.goto("/nowhere/")

    assert answer is not None
    assert answer.status == 404
    assert barriers(page) == []
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Games")


def test_a_tournament_being_played_is_followed_to_its_end(page, site, celery_worker_of_test):
    call_command("run_tournament", "Followed", bots=["random", "greedy"], seats=2, deals=2, no_wait=True)
    tournament = Tournament.objects.latest("pk")
    page.goto(f"/tournaments/{tournament.pk}/")
    expect(page.get_by_role("heading", name="Right now")).to_be_visible()

    with heard(page) as complaints:
        worker = celery_worker_of_test()
        page.get_by_role("heading", name="How it went").wait_for(timeout=60_000)
        expect(page.locator(".standings tbody tr").first).to_contain_text("4", timeout=15_000)
    worker.kill()  # it has done its work, and would take seconds to end in order

    assert complaints == []
