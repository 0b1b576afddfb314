"""Small words of every game: numbers with nouns, lists, points."""

from collections.abc import Sequence

__all__ = ["counted", "listed", "points_words"]


def counted(count: int, noun: str) -> str:
    """Return a number with its noun: ``1 plot``, ``20 plots``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def listed(words: Sequence[str]) -> str:
    """Return words as a list in a sentence: ``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def points_words(gain: int) -> str:
    """Return a change of points in words: ``+1 point``, ``−3 points``."""
    sign = "+" if gain > 0 else "−"
    return f"{sign}{counted(abs(gain), 'point')}"
