"""
What browser tests share: a tournament to look at, a watch over what a page complains about, and over whom it keeps out.

What is not there yet is waited for by `wait_for` and `wait_for_url`: each time `expect` misses an element or meets
another address, it describes the whole page to itself, which takes half a second on the page of a game.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from io import StringIO
from typing import Any

from django.core.management import call_command
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Request,
    Response,
    expect,
)

from tournaments.models import Tournament

__all__ = [
    "READY",
    "barriers",
    "heard",
    "lead_away",
    "page_of",
    "saying",
    "shows",
    "step_shown",
    "tournament_played",
]

#: The viewer, once its script has begun.
READY = "[data-viewer][data-ready]"

#: axe-core, as the package that ships it brings it.
_AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")

#: All of WCAG 2.0 to 2.2, levels A and AA. Of what repeats (events, rows, seats) only the first few are looked at.
_JUDGED = """async (elsewhere) => {
    const repeated = [
      ...elsewhere,
      "[data-events] li:nth-child(n+9):not(:has([aria-current]))", "tbody tr:nth-child(n+3)",
      ".ranches .place:nth-child(n+3)", "svg[aria-hidden=true] *",
    ];
    for (const each of document.querySelectorAll(repeated)) each.remove();
    const { violations } = await axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
      resultTypes: ["violations"],
    });
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
}"""


def tournament_played(name: str = "Dusty Cup", *, bots: str = "random greedy", seats: int = 2) -> Tournament:
    """Play a small tournament in this process and return it."""
    call_command(
        "run_tournament", name, bots=bots.split(), seats=seats, deals=1, local=True, stdout=StringIO()
    )
    return Tournament.objects.latest("pk")


def lead_away(context: BrowserContext) -> None:
    """
    Lead every page away before its context is closed.

    Chromium may never answer the closing of a context in which a page that follows a game renews itself at that moment.
    """
    for page in context.pages:
        # A page that renews itself at this moment may be the first to navigate, but not three times.
        for is_last in (False, False, True):
            try:
                page.goto("about:blank")
            except Error:
                if is_last:
                    raise
            else:
                break


@contextmanager
def page_of(browser: Browser, **options: Any) -> Iterator[Page]:
    """Open a page in a context of its own, of that kind, for a block."""
    context = browser.new_context(**options)
    try:
        yield context.new_page()
    finally:
        lead_away(context)
        context.close()


def saying(place: Locator, words: str) -> Locator:
    """Wait until a place can be seen and has those words in it, and return it."""
    found = place.filter(has_text=words)
    found.wait_for()
    return found


def shows(page: Page, step: int) -> None:
    """Wait until the viewer shows that step: in words, in the list of events and in the address."""
    expect(page.locator(".now .step")).to_have_text(re.compile(rf"^{step}\s*of"))
    expect(page.locator("[data-events] [aria-current=step]")).to_have_attribute("data-step", str(step))
    page.wait_for_url(re.compile(rf"[?]step={step}$"))


@contextmanager
def heard(page: Page) -> Iterator[list[str]]:
    """Collect what a page complains about: console errors (broken policies among them), exceptions, failed requests."""
    complaints: list[str] = []

    def console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(f"{message.type}: {message.text}")

    def response(answer: Response) -> None:
        if answer.status >= 400:
            complaints.append(f"{answer.status}: {answer.url}")

    def failed(request: Request) -> None:
        # A page that is left breaks off its stream and what it fetches ahead.
        if request.failure != "net::ERR_ABORTED":
            complaints.append(f"failed: {request.url}")

    page.on("console", console)
    page.on("pageerror", lambda error: complaints.append(f"exception: {error}"))
    page.on("requestfailed", failed)
    page.on("response", response)
    yield complaints


def barriers(page: Page, *elsewhere: str) -> list[str]:
    """
    Return what on a page breaks a rule of accessibility; the page is no longer whole then.

    Args:
        page: the page.
        elsewhere: selectors of what is judged on another page.
    """
    page.evaluate(_AXE)
    found: list[str] = page.evaluate(_JUDGED, elsewhere)
    return found


def step_shown(page: Page) -> int:
    """Return the step the viewer shows."""
    text = page.locator(".now .step").inner_text()
    found = re.match(r"\d+", text)
    assert found, f"the step stands first in {text!r}"
    return int(found.group())
