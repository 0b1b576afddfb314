"""
Plain English: words that make a sentence read as translated, each with what to write instead.

They are refused in code, comments, documents, templates and scripts, in names as well as in sentences.
"""

import re
from functools import cache
from pathlib import Path

import pytest

from tests.architecture.sources import CHECKOUT, relative, tracked

#: The word or phrase, and what to write instead.
REFUSED = {
    "anew": "again, or a verb with re-",
    "be it": "whether ... or",
    "beside": "in addition to, apart from, besides; for a place: next to",
    "in vain": "what failed: with no result, found nothing",
    "lest": "so that ... not",
    "so many there": "up to N",
    "than one may": "the maximum, the limit",
    "told": "returned, sent, reported, published, shown",
    "whoever": "the noun: the client, the user, the caller",
}
_SUFFIXES = {".py", ".md", ".html", ".js"}
#: A picture is described by where things are: there `beside` names a place.
_PLACES = {
    "beside": (
        "engine/rulesets/",
        "frontend/replay/",
        "docs/rulesets/",
        "tests/engine/",
        "tests/frontend/replay/",
    )
}
#: Old titles of merged records, the words that documents may not use, and migrations, which do not change.
_QUOTES = (
    "docs/decisions/README.md",
    "tests/architecture/test_documents.py",
    "games/migrations/0002_append_only.py",
)


@cache
def sources() -> list[tuple[str, list[str]]]:
    """Return the lines of every file that a person reads, except this one and the quotes, with its path."""
    return [
        (relative(path), path.read_text().splitlines())
        for path in tracked()
        if path.suffix in _SUFFIXES and path != Path(__file__) and relative(path) not in _QUOTES
    ]


def pattern(phrase: str) -> re.Pattern[str]:
    """Return what finds a phrase between anything but letters, so in names with underscores too."""
    return re.compile(rf"(?<![a-z]){phrase}(?![a-z])", flags=re.IGNORECASE)


def places(phrase: str) -> list[str]:
    """Return the files and lines in which a phrase is."""
    search = pattern(phrase).search
    return [
        f"{name}:{number}"
        for name, lines in sources()
        if not name.startswith(_PLACES.get(phrase, ("//",)))
        for number, line in enumerate(lines, start=1)
        if search(line)
    ]


@pytest.mark.parametrize("phrase", REFUSED)
def test_no_sentence_reads_as_translated(phrase: str):
    found = places(phrase)

    assert not found, f"{phrase!r} is in {len(found)} lines; write {REFUSED[phrase]}"


@pytest.mark.parametrize(
    ("line", "is_found"),
    [
        ("The caller is told so.", True),
        ("def wait_until_told(self):", True),
        ("Told once", True),
        ("untold riches", False),
        ("toldYou", False),
    ],
)
def test_a_phrase_is_found_as_a_word_of_a_sentence_or_a_name(line: str, is_found: bool):
    assert bool(pattern("told").search(line)) is is_found


def test_the_files_are_those_of_the_checkout():
    assert {"README.md", "manage.py", "frontend/templates/frontend/base.html"} <= dict(sources()).keys()
    assert all((CHECKOUT / name).is_file() for name, _ in sources())
