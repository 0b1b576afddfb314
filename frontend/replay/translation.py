"""
Translator interface (gettext), open placeholders, and patterns that join messages.

A message id is a literal at the call, so that an extractor such as Babel's finds it. A message is a whole sentence,
heading, label or noun phrase with named placeholders. Messages without words of their own are patterns: they have a
context.
"""

import gettext
from collections.abc import Sequence
from typing import Protocol

__all__ = [
    "ENGLISH",
    "PLAYER",
    "RESULT",
    "Translator",
    "add_details",
    "add_seat",
    "fill",
    "gettext_noop",
    "join_and",
    "join_clauses",
    "join_items",
]


class Translator(Protocol):
    """
    What ``gettext.NullTranslations`` and ``gettext.GNUTranslations`` of the standard library offer.

    Drawings are cached per translator: make one object per language and keep it.
    """

    def __hash__(self) -> int: ...

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, singular: str, plural: str, n: int, /) -> str: ...

    def pgettext(self, context: str, message: str, /) -> str: ...

    def npgettext(self, context: str, singular: str, plural: str, n: int, /) -> str: ...


#: The default: every message in the language of its id.
ENGLISH: Translator = gettext.NullTranslations()

#: Placeholders that stay open when a message is formatted, so that a page can fill them with text or markup.
#: The acting player: a badge with a name, a badge alone, or a seat's letter.
PLAYER = "{player}"
#: The new value of a change, which a page emphasises.
RESULT = "{result}"


def fill(text: str, placeholder: str, value: str) -> str:
    """Return text with an open placeholder filled."""
    return text.replace(placeholder, value)


def gettext_noop(message: str) -> str:
    """Mark a message that is translated where it is shown."""
    return message


def join_and(tr: Translator, items: Sequence[str]) -> str:
    """Return a list within a sentence: ``a, b and c``."""
    if len(items) < 2:
        return "".join(items)
    start = join_items(tr, items[:-1])
    # Translators: the end of a list within a sentence
    return tr.pgettext("list", "{start} and {end}").format(start=start, end=items[-1])


def join_items(tr: Translator, items: Sequence[str]) -> str:
    """Return a list of notes: ``a, b, c``."""
    # Translators: a list, item by item: {start} is the list so far
    return _join(tr.pgettext("list", "{start}, {end}"), items)


def join_clauses(tr: Translator, items: Sequence[str]) -> str:
    """Return a list of items that hold commas themselves: ``a, b; c, d``."""
    # Translators: a list, item by item: {start} is the list so far
    return _join(tr.pgettext("list", "{start}; {end}"), items)


def _join(pattern: str, items: Sequence[str]) -> str:
    if not items:
        return ""
    joined = items[0]
    for item in items[1:]:
        joined = pattern.format(start=joined, end=item)
    return joined


def add_details(tr: Translator, text: str, details: Sequence[str]) -> str:
    """Return text with details in brackets, if there are any: ``farm (cow, circle)``."""
    if not details:
        return text
    # Translators: a thing or an event with its details
    return tr.pgettext("details", "{text} ({details})").format(text=text, details=join_items(tr, details))


def add_seat(tr: Translator, seat: str, text: str) -> str:
    """Return a change with the letter of the seat that it concerns: ``B: open finds 0 → 5``."""
    # Translators: {seat} is the letter of a seat, {change} a change that concerns it
    return tr.pgettext("seat", "{seat}: {change}").format(seat=seat, change=text)
