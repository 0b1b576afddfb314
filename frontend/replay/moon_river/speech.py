"""
Small words: numbers with nouns, lists, articles, points, names of partners.
"""

from collections.abc import Sequence

__all__ = ["counted", "listed", "partner_words", "points_words", "with_article"]


def counted(count: int, noun: str) -> str:
    """
    Return a number with its noun: ``1 plot``, ``20 plots``.
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def listed(words: Sequence[str]) -> str:
    """
    Return words as a list in a sentence: ``a, b and c``.
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def with_article(words: str) -> str:
    """
    Return a noun with ``a``: no noun of this game begins with a vowel.
    """
    return f"a {words}"


def partner_words(name: str) -> str:
    """
    Return a partner's name for people: ``cattle thief``.
    """
    return name.replace("_", " ")


def points_words(gain: int) -> str:
    """
    Return a change of points in words: ``+1 point``, ``−3 points``.
    """
    sign = "+" if gain > 0 else "−"
    return f"{sign}{counted(abs(gain), 'point')}"
