"""Safe markup (HTML, SVG) as a type of its own, and escaping of text."""

import html
from functools import lru_cache
from typing import Self

__all__ = ["Html", "escaped", "format_markup", "number"]


class Html(str):
    """
    Markup that is safe to put into a page as it is. A plain ``str`` is not.

    Templates recognise it by ``__html__`` and escape every other string, so sentences stay plain strings and only
    drawings are ``Html``.
    """

    __slots__ = ()

    def __html__(self) -> Self:
        return self


@lru_cache(maxsize=4096)
def escaped(text: str) -> str:
    """Escape text for an element or a quoted attribute; cached, since pages repeat a few words over and over."""
    return html.escape(text)


def format_markup(message: str, **values: Html) -> Html:
    """Fill the placeholders of a message with markup; the message itself is escaped."""
    return Html(escaped(message).format(**values))


def number(value: float) -> str:
    """Return a coordinate with at most two decimals and no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))
