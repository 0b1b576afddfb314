"""Options of a game (paragraph 2): the chips counted for the end, the shuttle rule, the tactical variant."""

from collections.abc import Mapping
from typing import Any, Final

from engine.core import InvalidOptions

__all__ = ["END_COUNTS", "SHUTTLES", "complete_options", "make_option_schema"]

END_COUNTS: Final = ("visible", "gold")
SHUTTLES: Final = ("strict", "literal")

_DEFAULTS: Final[Mapping[str, str | bool]] = {
    "end_count": "visible",
    "shuttle": "strict",
    "tactical": False,
}


def make_option_schema() -> dict[str, Any]:
    """Return a JSON Schema (2020-12) of the options."""
    properties = {
        "end_count": {
            "title": "End by chips",
            "description": (
                "The game ends when the number of chips left is at most the number of seats. Visible counts all "
                "face-down chips, gold only the gold among them; gold in robbers' piles always counts."
            ),
            "enum": list(END_COUNTS),
            "default": _DEFAULTS["end_count"],
        },
        "shuttle": {
            "title": "To and fro",
            "description": (
                "Strict forbids stepping straight back; literal forbids only a move that goes to and fro between "
                "the same two fields."
            ),
            "enum": list(SHUTTLES),
            "default": _DEFAULTS["shuttle"],
        },
        "tactical": {
            "title": "Tactical variant",
            "description": "Instead of rolling, a seat may peek secretly at the chips next to its digger.",
            "type": "boolean",
            "default": _DEFAULTS["tactical"],
        },
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Goldgräber",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }


def complete_options(given: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """
    Return the options with all defaults written out; they do not depend on the number of seats.

    Raises:
        InvalidOptions: an option or value is unknown; the details hold ``field`` and ``expected``.
    """
    for field in given:
        if field not in _DEFAULTS:
            raise InvalidOptions("invalid_options", field=str(field)[:80], expected=list(_DEFAULTS))
    tactical = given.get("tactical", _DEFAULTS["tactical"])
    if not isinstance(tactical, bool):
        raise InvalidOptions("invalid_options", field="tactical", expected=[False, True])
    return {
        "end_count": _read_choice(given, "end_count", END_COUNTS),
        "shuttle": _read_choice(given, "shuttle", SHUTTLES),
        "tactical": tactical,
    }


def _read_choice(given: Mapping[str, Any], field: str, choices: tuple[str, ...]) -> str:
    value = given.get(field, _DEFAULTS[field])
    if not isinstance(value, str) or value not in choices:
        raise InvalidOptions("invalid_options", field=field, expected=list(choices))
    return value
