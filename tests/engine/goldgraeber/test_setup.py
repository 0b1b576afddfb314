"""Rules 1 and 2: set-up, seats, options."""

import jsonschema
import pytest

from engine.core import InvalidOptions
from engine.rulesets.goldgraeber import GOLDGRAEBER
from tests.engine.goldgraeber.positions import HOUSES, POLES, RAIL, SITES, all_chips, hoard, table

DEFAULTS = {"end_count": "visible", "shuttle": "strict", "tactical": False}


def test_three_to_six_seats_play():
    assert (GOLDGRAEBER.min_seats, GOLDGRAEBER.max_seats) == (3, 6)
    for seats in (2, 7):
        with pytest.raises(InvalidOptions) as refused:
            GOLDGRAEBER.create_state(DEFAULTS, seats, "2026-1")
        assert refused.value.code == "wrong_seat_count"


def test_the_chips_lie_face_down_on_the_dig_sites():
    seen = table().look()

    assert [tuple(field) for field in seen["face_down"]] == SITES
    assert seen["chips_left"] == all_chips()
    assert seen["robbers"] == []


def test_the_rafts_lie_on_their_poles():
    assert table().rafts() == POLES


def test_the_locomotive_stands_in_the_tunnel():
    assert table().locomotive() == RAIL[0]
    assert table().look()["locomotive"] == {"rail": 0, "field": list(RAIL[0]), "to_go": 17}


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_each_digger_stands_in_the_house_of_its_seat(seats):
    position = table(seats)

    assert [position.digger(seat) for seat in range(seats)] == HOUSES[:seats]
    assert [position.finds(seat) for seat in range(seats)] == [hoard()] * seats
    assert [position.bank(seat) for seat in range(seats)] == [hoard()] * seats


def test_seat_0_starts():
    position = table()

    assert position.is_chance
    assert position.due == {"kind": "die_rolled", "purpose": "move", "seat": 0}
    assert table(options={"tactical": True}).seat == 0


def test_then_it_goes_clockwise():
    position = table(rail=0)
    turns = []
    for _ in range(7):
        turns.append(position.turn_seat)
        position.roll("locomotive")

    assert turns == [0, 1, 2, 0, 1, 2, 0]


def test_options_are_always_written_out():
    assert GOLDGRAEBER.complete_options({}, 4) == DEFAULTS
    assert GOLDGRAEBER.complete_options({"tactical": True}, 4) == {**DEFAULTS, "tactical": True}


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"end_count": "robbers"}, "end_count"),
        ({"shuttle": True}, "shuttle"),
        ({"shuttle": ["strict"]}, "shuttle"),
        ({"tactical": 1}, "tactical"),
        ({"tactical": "yes"}, "tactical"),
        ({"mode": "base"}, "mode"),
    ],
)
def test_other_options_are_refused(given, field):
    with pytest.raises(InvalidOptions) as refused:
        GOLDGRAEBER.complete_options(given, 4)

    assert (refused.value.code, refused.value.details["field"]) == ("invalid_options", field)


def test_the_schema_of_the_options_agrees_with_what_is_accepted():
    schema = GOLDGRAEBER.option_schema()
    jsonschema.Draft202012Validator.check_schema(schema)

    for given in ({}, DEFAULTS, {"end_count": "gold", "shuttle": "literal", "tactical": True}):
        jsonschema.validate(given, schema)
    for given in ({"mode": "base"}, {"tactical": 1}, {"shuttle": "loose"}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(given, schema)
    assert {name: field["default"] for name, field in schema["properties"].items()} == DEFAULTS
