"""
Registry of rulesets by key. ``engine.rulesets.registry`` fills it when ``engine`` is imported.

It is part of the core, so that records and play-throughs can look up rulesets while the core imports none.
"""

from typing import Any

from engine.core.errors import UnknownRuleset
from engine.core.ruleset import Ruleset

__all__ = ["all_rulesets", "get", "register"]

_RULESETS: dict[str, Ruleset[Any]] = {}


def register(ruleset: Ruleset[Any]) -> None:
    """Register a ruleset under its key; old versions stay registered along with new ones."""
    assert ruleset.key not in _RULESETS, f"{ruleset.key} is registered twice"
    _RULESETS[ruleset.key] = ruleset


def get(key: str) -> Ruleset[Any]:
    """
    Return the ruleset of a key.

    Raises:
        UnknownRuleset: no ruleset is registered under it.
    """
    try:
        return _RULESETS[key]
    except KeyError:
        raise UnknownRuleset(
            "unknown_ruleset", field="ruleset", found=key[:80], expected=sorted(_RULESETS)
        ) from None


def all_rulesets() -> tuple[Ruleset[Any], ...]:
    """Return all registered rulesets, in the order of registration."""
    return tuple(_RULESETS.values())
