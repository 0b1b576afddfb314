"""Markup: text that is already HTML or SVG, apart from text that still has to be escaped."""

from typing import Self

__all__ = ["Html", "escaped", "number"]

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})


class Html(str):
    """
    Markup that is safe to put into a page as it stands. A plain ``str`` is not.

    Templates know it by ``__html__``: they escape every other string, so words about players stay plain
    strings and only drawings are ``Html``.
    """

    __slots__ = ()

    def __html__(self) -> Self:
        return self


def escaped(text: str) -> str:
    """Return text from outside as it may stand in an element or a quoted attribute."""
    return text.translate(_ESCAPES)


def number(value: float) -> str:
    """Return a coordinate with at most two decimals and no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))
