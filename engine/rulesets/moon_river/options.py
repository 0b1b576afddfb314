"""Options of a game (paragraph 2): base, or legends with a scenario and a board per seat."""

from collections.abc import Mapping
from typing import Any, Final

from engine.core import InvalidOptions
from engine.rulesets.moon_river.constants import MAX_SEATS, SCENARIOS

__all__ = ["CHARACTERS", "complete_options", "make_option_schema"]

MODES: Final = ("base", "legends")
#: The character boards, in the order seats get them by default.
CHARACTERS: Final = ("mary", "wesley", "calamity", "big_jo")
_SCENARIO_CHOICES: Final = (*SCENARIOS, "random")


def make_option_schema() -> dict[str, Any]:
    """Return a JSON Schema (2020-12) of the options."""
    base = {
        "title": "Base",
        "description": "All seats have the camp board: 3 storage spaces, 3 bridges.",
        "properties": {"mode": {"const": "base"}},
        "required": ["mode"],
        "additionalProperties": False,
    }
    legends = {
        "title": "Legends",
        "description": "Each seat has the board of a different character; one scenario scores for all.",
        "properties": {
            "mode": {"const": "legends"},
            "scenario": {
                "title": "Scenario",
                "description": "Groups of at least three score at the end by the scenario; random draws one of four.",
                "enum": list(_SCENARIO_CHOICES),
            },
            "boards": {
                "title": "Boards",
                "description": "The character of each seat, all different; by default in this order.",
                "type": "array",
                "items": {"enum": list(CHARACTERS)},
                "uniqueItems": True,
                "minItems": 2,
                "maxItems": MAX_SEATS,
                "default": list(CHARACTERS),
            },
        },
        "required": ["mode", "scenario"],
        "additionalProperties": False,
    }
    mode = {
        "title": "Mode",
        "description": "Base game, or the Legends of the box: character boards and a scenario.",
        "enum": list(MODES),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Moon River",
        "type": "object",
        "properties": {"mode": mode},
        "oneOf": [base, legends],
    }


def complete_options(given: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """
    Return the options with all defaults written out.

    Raises:
        InvalidOptions: an option or value is unknown; the details hold ``field`` and ``expected``.
    """
    mode = _read_choice(given, "mode", MODES)
    if mode == "base":
        _refuse_others(given, ("mode",))
        return {"mode": mode}
    _refuse_others(given, ("mode", "scenario", "boards"))
    scenario = _read_choice(given, "scenario", _SCENARIO_CHOICES)
    return {"mode": mode, "scenario": scenario, "boards": _read_boards(given, seats)}


def _read_choice(given: Mapping[str, Any], field: str, choices: tuple[str, ...]) -> str:
    value = given.get(field)
    if not isinstance(value, str) or value not in choices:
        raise InvalidOptions("invalid_options", field=field, expected=list(choices))
    return value


def _refuse_others(given: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for field in given:
        if field not in known:
            raise InvalidOptions("invalid_options", field=str(field)[:80], expected=list(known))


def _read_boards(given: Mapping[str, Any], seats: int) -> list[str]:
    if "boards" not in given:
        return list(CHARACTERS[:seats])
    boards = given["boards"]
    is_list = isinstance(boards, list | tuple) and len(boards) == seats
    if not is_list or not all(isinstance(board, str) and board in CHARACTERS for board in boards):
        expected = {"one for each seat": seats, "of": list(CHARACTERS)}
        raise InvalidOptions("invalid_options", field="boards", expected=expected)
    if len(set(boards)) < seats:
        raise InvalidOptions("invalid_options", field="boards", expected="no two seats the same")
    return list(boards)
