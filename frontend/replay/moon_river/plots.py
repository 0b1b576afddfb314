"""
Plots of Moon River: their descriptions and drawings, in a column, a storage or a ranch.

A plot is drawn in 96 units: resource plate top left; skull, circle or partner bottom left; cow bottom right.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from engine.rulesets.moon_river import Plot
from frontend.replay.moon_river.vocabulary import (
    count_cows,
    count_landscapes,
    count_partners,
    count_resources,
    name_landscape_object,
)
from frontend.replay.translation import Translator, add_details, join_items

__all__ = [
    "COLUMN_LETTERS",
    "UNIT",
    "Content",
    "describe_content",
    "describe_plot",
    "draw_content",
    "draw_plot",
    "name_cell",
    "name_plot_object",
]

#: Side of a plot in a ranch.
UNIT = 96
COLUMN_LETTERS = "abcde"


class Content(NamedTuple):
    """
    The content of a cell of a ranch: a plot or bonus tile, the cows on it, the partner on its circle.

    A named tuple, not a dataclass: it is a cache key, and hashes faster.
    """

    landscape: str
    cows: int
    skull: bool
    circle: bool
    partner: str | None
    resource: str | None
    resource_count: int
    is_bonus: bool


def name_cell(cell: Any) -> str:
    """Return the name of a cell given as [column, row]: column letter and row number, ``c4``."""
    return f"{COLUMN_LETTERS[cell[0]]}{cell[1] + 1}"


@lru_cache(maxsize=256)
def describe_plot(tr: Translator, plot: Plot) -> str:
    """Return a plot as a label: ``farm (cow, circle)``."""
    return add_details(tr, count_landscapes(tr, plot.landscape), _printed(tr, plot))


@lru_cache(maxsize=256)
def name_plot_object(tr: Translator, plot: Plot) -> str:
    """Return a plot as the object of a sentence: ``a farm (cow, circle)``."""
    return add_details(tr, name_landscape_object(tr, plot.landscape), _printed(tr, plot))


def _printed(tr: Translator, plot: Plot) -> list[str]:
    """Return the names of a plot's symbols."""
    printed = []
    if plot.cows:
        printed.append(tr.ngettext("cow", "{n} cows", plot.cows).format(n=plot.cows))
    return printed + _symbols(tr, plot.resource, plot.resource_count, skull=plot.skull, circle=plot.circle)


def _symbols(tr: Translator, resource: str | None, count: int, *, skull: bool, circle: bool) -> list[str]:
    names = []
    if skull:
        names.append(tr.gettext("skull"))
    if circle:
        names.append(tr.gettext("circle"))
    if resource:
        names.append(count_resources(tr, resource, count))
    return names


@lru_cache(maxsize=2048)
def describe_content(tr: Translator, content: Content) -> str:
    """Return a cell of a ranch as a label: ``farm (2 corn), 1 cow, trapper``."""
    symbols = _symbols(
        tr,
        content.resource,
        content.resource_count,
        skull=content.skull,
        circle=content.circle and not content.partner,
    )
    things = [add_details(tr, count_landscapes(tr, content.landscape), symbols)]
    if content.is_bonus:
        things.append(tr.gettext("bonus tile"))
    if content.cows:
        things.append(count_cows(tr, content.cows))
    if content.partner:
        things.append(count_partners(tr, content.partner))
    return join_items(tr, things)


@lru_cache(maxsize=256)
def draw_plot(plot: Plot) -> str:
    """Draw a plot outside a ranch: its symbols have not acted yet, so its cows are outlines."""
    corner = _skull() if plot.skull else _circle() if plot.circle else ""
    return (
        _landscape(plot.landscape)
        + _plate(plot.resource, plot.resource_count)
        + corner
        + _cows("cow-printed", plot.cows)
    )


@lru_cache(maxsize=2048)
def draw_content(content: Content) -> str:
    """Draw a plot in a ranch with the things on it."""
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
