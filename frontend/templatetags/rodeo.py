"""Template tags and filters: the sprite, seats, and values in the words of the pages."""

from django import template

from frontend import presenters
from frontend.replay import Html, drawing, drawn_rulesets, letter
from frontend.replay import sprite as render_sprite

register = template.Library()

register.filter("blocker", presenters.describe_blocker)
register.filter("checks", presenters.describe_checks)
register.filter("clock", presenters.format_clock)
register.filter("decimal", presenters.format_decimal)
register.filter("halves", presenters.format_halves)
register.filter("join_items", presenters.join_items)
register.filter("moment", presenters.format_moment)
register.filter("percent", presenters.format_percent)
register.filter("period", presenters.format_period)
register.filter("progress", presenters.format_progress)
register.filter("seat_letter", letter)
register.filter("state", presenters.describe_state)
register.filter("thinking_time", presenters.format_thinking_time)
register.filter("time_left", presenters.format_time_left)
register.simple_tag(presenters.format_game_counts, name="game_counts")


@register.simple_tag
def sprite(*names: str) -> Html:
    """Return the hidden ``svg`` with the symbols that a page uses."""
    return render_sprite(names)


@register.filter
def seat_class(seat: int) -> str:
    """Return the class that gives a seat its colour and pattern."""
    return f"seat-{letter(seat).lower()}"


@register.filter
def ruleset_class(ruleset: str) -> str:
    """Return the class that gives seats the colours of a ruleset; empty if no drawing is registered for it."""
    return drawing(ruleset).slug if ruleset in drawn_rulesets() else ""
