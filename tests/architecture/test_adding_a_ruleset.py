"""docs/adding-a-ruleset.md lists what a ruleset needs; every ruleset that ships has each thing."""

import re
from itertools import product
from typing import Any

import pytest

from config.env import CHECKOUT
from engine.core import Ruleset
from engine.rulesets.registry import all_rulesets

PAGE = (CHECKOUT / "docs" / "adding-a-ruleset.md").read_text()
#: What, where, and what the file holds (or nothing), as the page's table says.
ROWS = re.findall(r"^\| (.+) \| `([^`]+)` \| (?:`([^`]+)` )?\|$", PAGE, flags=re.MULTILINE)
#: Toys of other tests may be registered too.
SHIPPED = [ruleset for ruleset in all_rulesets() if type(ruleset).__module__.startswith("engine.")]


def filled(pattern: str, ruleset: Ruleset[Any], components: str) -> str:
    slug = ruleset.key.partition("@")[0]
    package = slug.replace("-", "_")
    words = {
        "{key}": ruleset.key,
        "{slug}": slug,
        "{package}": package,
        "{CONSTANT}": package.upper(),
        "{title}": ruleset.title,
        "{components}": components,
        "\\|": "|",
    }
    for name, word in words.items():
        pattern = pattern.replace(name, word)
    return pattern


def missing(ruleset: Ruleset[Any]) -> list[str]:
    """Return the rows of the table that a ruleset does not fulfil."""
    found = []
    for (what, where, holds), components in product(ROWS, ruleset.component_sets):
        paths = list(CHECKOUT.glob(filled(where, ruleset, components)))
        text = filled(holds, ruleset, components)
        if not any(text in path.read_text() for path in paths):
            found.append(f"{what}: {filled(where, ruleset, components)} {text}".strip())
    return found


def test_the_table_is_read_whole():
    lines = PAGE.split("|---|---|---|")[1].split("\n\n")[0].strip().splitlines()

    assert len(ROWS) == len(lines) > 15


def test_both_games_ship():
    assert [ruleset.key for ruleset in SHIPPED] == ["moon-river@1", "goldgraeber@1"]


@pytest.mark.parametrize("ruleset", SHIPPED, ids=lambda ruleset: ruleset.key)
def test_a_ruleset_has_everything_that_the_page_lists(ruleset):
    assert missing(ruleset) == []


def test_a_missing_thing_is_found(monkeypatch):
    """The list would catch a ruleset of which nothing but its registration exists."""
    ruleset = SHIPPED[0]
    monkeypatch.setattr(type(ruleset), "key", "chess-boxing@7")
    monkeypatch.setattr(type(ruleset), "title", "Chess boxing")

    assert len(missing(ruleset)) >= len(ROWS) - 1
