"""The events of Moon River (record format, "kinds"): a fixture for each kind, and malformed variants."""

import copy
from typing import Any

import pytest

from engine.core import MalformedEvent, canonical
from engine.rulesets import registry

RULESET = registry.get("moon-river@1")

#: One event of each kind, as the record format shows it.
FIXTURES: dict[str, dict[str, Any]] = {
    "scenario_drawn": {"scenario": "gold_rush"},
    "saloon_filled": {"partners": ["trapper", "desperado", "farmer", "trapper", "cattle_thief"]},
    "column_dealt": {"plots": [17, 93, 41, 58]},
    "rancheros_drawn": {"seats": [2, 0, 3, 1]},
    "plot_chosen": {"position": 3},
    "domino_placed": {"cells": [[0, 1], [0, 0]], "plots": [12, 77]},
    "expansion_declined": {},
    "plots_discarded": {"plots": [5, 60]},
    "cow_removed": {"cell": [4, 9]},
    "partner_recruited": {"cell": [1, 2], "partner": "farmer", "side": "specialist"},
    "cow_moved": {"from": [1, 3], "to": [1, 2]},
    "plots_swapped": {"give": 9, "seat": 3, "take": 80},
    "cow_stolen": {"cell": [2, 1], "seat": 0},
    "effect_declined": {},
    "bonus_tile_placed": {"cell": [3, 9], "side": "canyon", "tile": 2},
}

#: The kinds in the order of the record format's table.
SEAT_KINDS = [
    *(
        "plot_chosen",
        "domino_placed",
        "expansion_declined",
        "plots_discarded",
        "cow_removed",
        "partner_recruited",
    ),
    *("cow_moved", "plots_swapped", "cow_stolen", "effect_declined", "bonus_tile_placed"),
]
CHANCE_KINDS = ["scenario_drawn", "saloon_filled", "column_dealt", "rancheros_drawn"]

#: Values that no field takes.
STRANGE: list[Any] = [None, True, 1.0, "1", [], {}, -1, 97, 10**30, "Farmer", [[0, 0], [0, 0], [0, 0]]]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths to everything inside a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, item in inner for found in ((*path, key), *places(item, (*path, key)))]


def with_value(data: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """Return a copy of the data with one value replaced."""
    changed = copy.deepcopy(data)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed


def find_refusal(kind: str, data: dict[str, Any]) -> str:
    with pytest.raises(MalformedEvent) as caught:
        RULESET.encode(kind, data)
    return caught.value.code


def test_every_kind_has_a_fixture():
    assert set(FIXTURES) == {*RULESET.seat_kinds, *RULESET.chance_kinds}


def test_kinds_are_in_the_order_of_the_record_format():
    assert list(RULESET.seat_kinds) == SEAT_KINDS
    assert set(RULESET.chance_kinds) == set(CHANCE_KINDS)


def test_no_event_of_moon_river_is_private():
    assert not RULESET.private_kinds


@pytest.mark.parametrize("kind", FIXTURES)
def test_an_event_is_encoded_and_decoded_without_loss(kind):
    action = RULESET.encode(kind, FIXTURES[kind])

    assert RULESET.decode(action) == (kind, FIXTURES[kind])


@pytest.mark.parametrize("kind", FIXTURES)
def test_an_event_is_written_in_canonical_form_and_read_back(kind):
    action = RULESET.encode(kind, FIXTURES[kind])

    assert RULESET.write(action) == (kind, canonical(FIXTURES[kind]).decode())
    assert RULESET.read(*RULESET.write(action)) == action


@pytest.mark.parametrize("kind", FIXTURES)
def test_an_unknown_key_is_refused(kind):
    """Record format: unknown keys are refused everywhere."""
    assert find_refusal(kind, {**FIXTURES[kind], "note": 1}) == "malformed_event"


@pytest.mark.parametrize(("kind", "key"), [(kind, key) for kind, data in FIXTURES.items() for key in data])
def test_a_missing_key_is_refused(kind, key):
    data = {name: value for name, value in FIXTURES[kind].items() if name != key}

    assert find_refusal(kind, data) == "malformed_event"


@pytest.mark.parametrize(
    ("kind", "path"), [(kind, path) for kind, data in FIXTURES.items() for path in places(data)], ids=str
)
def test_a_value_of_another_type_or_range_is_refused(kind, path):
    codes = {find_refusal(kind, with_value(FIXTURES[kind], path, value)) for value in STRANGE}

    assert codes == {"malformed_event"}


@pytest.mark.parametrize("kind", FIXTURES)
@pytest.mark.parametrize("data", [None, [], "x", 3])
def test_data_is_an_object(kind, data):
    assert find_refusal(kind, data) == "malformed_event"


@pytest.mark.parametrize("kind", ["", "Plot_chosen", "plot_chosen ", "die_rolled", "game_finished"])
def test_a_kind_moon_river_does_not_have_is_refused(kind):
    assert find_refusal(kind, {}) == "unknown_kind"


@pytest.mark.parametrize("kind", ["domino_placed", "plots_discarded"])
def test_the_lower_plot_is_written_first(kind):
    """Record format: ``plots`` [a, b] with a < b."""
    data = {**FIXTURES[kind], "plots": FIXTURES[kind]["plots"][::-1]}

    assert find_refusal(kind, data) == "malformed_event"


@pytest.mark.parametrize("side", ["farm", "corn_field", "cowboy"])
def test_sides_of_tiles_are_landscapes(side):
    data = {**FIXTURES["bonus_tile_placed"], "side": side}
    known = side != "cowboy"

    if known:
        assert RULESET.decode(RULESET.encode("bonus_tile_placed", data))[1] == data
    else:
        assert find_refusal("bonus_tile_placed", data) == "malformed_event"


def sort_key(kind: str, data: dict[str, Any]) -> tuple[Any, ...]:
    """Return what the record format sorts legal actions by."""
    partners = ["desperado", "cattle_thief", "gold_digger", "trapper", "farmer"]
    landscapes = ["desert", "canyon", "meadow", "forest", "farm", "corn_field"]

    def cell(name: str) -> tuple[int, int]:
        return (data[name][1], data[name][0])

    fields: dict[str, Any] = {
        "plot_chosen": lambda: (data["position"],),
        "domino_placed": lambda: (*data["plots"], *((r, c) for c, r in data["cells"])),
        "plots_discarded": lambda: tuple(data["plots"]),
        "cow_removed": lambda: (cell("cell"),),
        "partner_recruited": lambda: (
            cell("cell"),
            partners.index(data["partner"]),
            data["side"] == "cowboy",
        ),
        "cow_moved": lambda: (cell("from"), cell("to")),
        "plots_swapped": lambda: (data["give"], data["seat"], data["take"]),
        "cow_stolen": lambda: (data["seat"], cell("cell")),
        "bonus_tile_placed": lambda: (data["tile"], landscapes.index(data["side"]), cell("cell")),
    }
    return (SEAT_KINDS.index(kind), *fields.get(kind, tuple)())
