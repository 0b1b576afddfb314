"""Template tags and filters: the sprite, seats, numbers and times as the pages write them."""

from datetime import datetime

from django import template

from frontend.presenters import times
from frontend.replay import Html, drawing, drawn_rulesets, letter
from frontend.replay import sprite as sprite_of

register = template.Library()


@register.simple_tag
def sprite(*names: str) -> Html:
    """Return the hidden ``svg`` with the symbols a page uses."""
    return sprite_of(names)


@register.filter
def seat_letter(seat: int) -> str:
    """Return the letter of a seat: A for seat 0."""
    return letter(seat)


@register.filter
def seat_class(seat: int) -> str:
    """Return the class that gives a seat its colour and pattern."""
    return f"seat-{letter(seat).lower()}"


@register.filter
def ruleset_class(ruleset: str) -> str:
    """Return the class that gives seats the colours of a ruleset; none for one that is not drawn any more."""
    return drawing(ruleset).slug if ruleset in drawn_rulesets() else ""


@register.filter
def seconds(milliseconds: int) -> str:
    """Return the time a player took."""
    return times.seconds(milliseconds)


@register.filter
def span(milliseconds: int) -> str:
    """Return the time a clock gives."""
    return times.span(milliseconds)


@register.filter
def moment(at: datetime) -> str:
    """Return a moment to the minute."""
    return times.moment(at)


@register.filter
def moments(start: datetime, end: datetime | None = None) -> str:
    """Return a moment to the second, or from when to when."""
    return times.moments(start, end)


@register.filter
def roughly(seconds_left: float) -> str:
    """Return how long something will take, roughly."""
    return times.roughly(seconds_left)


@register.filter
def percent(share: float | None) -> str:
    """Return a share as a whole percentage: ``62 %``; a dash for none."""
    return "–" if share is None else f"{100 * share:.0f} %"


@register.filter
def decimal(value: float | None, places: int = 1) -> str:
    """Return a number with fixed decimals and a real minus sign; a dash for none."""
    return "–" if value is None else f"{value:.{places}f}".replace("-", "−")


@register.filter
def halves(points: float) -> str:
    """Return a number of half points: ``55½``."""
    whole, half = divmod(round(points * 2), 2)
    if half and not whole:
        return "½"
    return f"{whole}{'½' if half else ''}"
