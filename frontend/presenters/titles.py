"""Names for people: of rulesets and of a game's options."""

from collections.abc import Mapping
from typing import Any

from engine.core import UnknownRuleset
from engine.rulesets import registry

__all__ = ["option_words", "ruleset_title"]


def ruleset_title(key: str) -> str:
    """Return a ruleset's name; its key where no such ruleset is registered any more."""
    try:
        return registry.get(key).title
    except UnknownRuleset:
        return key


def option_words(options: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the options as pairs of name and value, underscores read as spaces."""
    return [(name.replace("_", " "), _words(value)) for name, value in options.items()]


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_words(item) for item in value)
    return str(value).replace("_", " ")
