"""Names of rulesets and of a game's options."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from engine.core import UnknownRuleset
from engine.rulesets import registry
from frontend.presenters.language import join_items

__all__ = ["format_options", "ruleset_title"]


def ruleset_title(key: str) -> str:
    """Return a ruleset's name, or its key if the ruleset is no longer registered."""
    try:
        return registry.get(key).title
    except UnknownRuleset:
        return key


def format_options(options: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the options as pairs of name and value, with spaces in place of underscores."""
    return [(name.replace("_", " "), _format_value(value)) for name, value in options.items()]


def _format_value(value: Any) -> str:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, list):
        return join_items([_format_value(item) for item in value])
    return str(value).replace("_", " ")
