"""
Plots of Moon River: what they are called and how they look, in a column, a storage or a ranch.

A plot is drawn in 96 units: resource plate top left; skull, circle or partner bottom left; cow bottom right.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from engine.rulesets.moon_river import Plot

__all__ = [
    "COLUMN_LETTERS",
    "UNIT",
    "Content",
    "cell_name",
    "content_drawing",
    "content_words",
    "landscape_words",
    "plot_drawing",
    "plot_words",
    "resource_words",
]

#: Side of a plot in a ranch.
UNIT = 96
COLUMN_LETTERS = "abcde"


class Content(NamedTuple):
    """
    What stands on a cell of a ranch: a plot or bonus tile, the cows on it, the partner on its circle.

    A named tuple, not a dataclass: it is the key under which drawings are remembered, and hashes faster.
    """

    landscape: str
    cows: int
    skull: bool
    circle: bool
    partner: str | None
    resource: str | None
    resource_count: int
    is_bonus: bool


def cell_name(cell: Any) -> str:
    """Return the name of a cell given as [column, row]: column letter and row number, ``c4``."""
    return f"{COLUMN_LETTERS[cell[0]]}{cell[1] + 1}"


def landscape_words(landscape: str) -> str:
    """Return a landscape's name for people: ``corn field``."""
    return landscape.replace("_", " ")


def resource_words(resource: str, count: int) -> str:
    """Return a number of resource symbols in words: ``2 beaver``."""
    return f"{count} {resource}"


@lru_cache(maxsize=256)
def plot_words(plot: Plot) -> str:
    """Return a plot in words: ``farm (cow, circle)``."""
    printed = []
    if plot.cows:
        printed.append("cow" if plot.cows == 1 else f"{plot.cows} cows")
    if plot.skull:
        printed.append("skull")
    if plot.circle:
        printed.append("circle")
    if plot.resource:
        printed.append(resource_words(plot.resource, plot.resource_count))
    name = landscape_words(plot.landscape)
    return f"{name} ({', '.join(printed)})" if printed else name


@lru_cache(maxsize=2048)
def content_words(content: Content) -> str:
    """Return a cell of a ranch in words: ``farm (2 corn), 1 cow, trapper``."""
    printed = []
    if content.skull:
        printed.append("skull")
    if content.circle and not content.partner:
        printed.append("circle")
    if content.resource:
        printed.append(resource_words(content.resource, content.resource_count))
    words = [landscape_words(content.landscape) + (f" ({', '.join(printed)})" if printed else "")]
    if content.is_bonus:
        words.append("bonus tile")
    if content.cows:
        words.append("1 cow" if content.cows == 1 else f"{content.cows} cows")
    if content.partner:
        words.append(content.partner.replace("_", " "))
    return ", ".join(words)


@lru_cache(maxsize=256)
def plot_drawing(plot: Plot) -> str:
    """Return a plot that is not in a ranch: its symbols have not acted yet, so its cows are outlines."""
    corner = _skull() if plot.skull else _circle() if plot.circle else ""
    return (
        _landscape(plot.landscape)
        + _plate(plot.resource, plot.resource_count)
        + corner
        + _cows("cow-printed", plot.cows)
    )


@lru_cache(maxsize=2048)
def content_drawing(content: Content) -> str:
    """Return a plot in a ranch with what stands on it."""
    if content.partner:
        corner = f'<use href="#partner-{content.partner}" x="4" y="50" width="43" height="43"/>'
    elif content.circle:
        corner = _circle()
    else:
        corner = _skull() if content.skull else ""
    star = _bonus_star() if content.is_bonus else ""
    return (
        _landscape(content.landscape)
        + _plate(content.resource, content.resource_count)
        + star
        + corner
        + _cows("cow", content.cows)
    )


def _landscape(landscape: str) -> str:
    return f'<use href="#land-{landscape}" width="96" height="96"/>'


def _plate(resource: str | None, count: int) -> str:
    if not resource or not count:
        return ""
    width = 34 if count == 1 else 50
    plate = (
        f'<rect x="4" y="4" width="{width}" height="32" rx="3" fill="var(--block)" stroke="var(--print)"'
        f' stroke-width="2.5"/><use href="#{resource}" x="6.5" y="5.5" width="29" height="29"/>'
    )
    return plate if count == 1 else f'{plate}<text x="43" y="28.5" font-size="24" class="tn">{count}</text>'


def _skull() -> str:
    return '<use href="#skull" x="6" y="52" width="42" height="42"/>'


def _circle() -> str:
    return '<use href="#circle" x="5" y="51" width="41" height="41"/>'


def _bonus_star() -> str:
    return (
        '<circle cx="19" cy="19" r="14" fill="var(--block)" stroke="var(--print)" stroke-width="2.5"/>'
        '<use href="#star" color="var(--gold)" x="8" y="8" width="22" height="22"/>'
    )


def _cows(symbol: str, count: int) -> str:
    if not count:
        return ""
    cow = f'<use href="#{symbol}" x="40" y="54" width="53" height="40"/>'
    if count == 1:
        return cow
    return (
        f'{cow}<circle cx="80" cy="54" r="14" fill="var(--block)" stroke="var(--print)" stroke-width="3"/>'
        f'<text x="80" y="62" font-size="22" class="tn">{count}</text>'
    )
