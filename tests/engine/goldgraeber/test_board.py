"""The board and the chips are those that were specified, and the data say what is a reconstruction."""

from collections import Counter
from itertools import pairwise

import pytest

from engine.core import UnknownRuleset
from engine.rulesets.goldgraeber import COORDINATES, GOLDGRAEBER, component_set, load_tables
from engine.rulesets.goldgraeber.components import COMPONENT_SETS
from engine.rulesets.goldgraeber.hex_grid import DIRECTIONS, FIELDS, get_field, measure_distance
from tests.engine.goldgraeber.positions import BOARD, KINDS, META, RAIL, SITES, STATION

BOX = component_set("2026-1")


def test_the_board_is_a_hexagon_of_331_fields():
    assert set(COORDINATES.values()) == set(KINDS)
    assert len(FIELDS) == META["hexes"] == 331


def test_fields_are_numbered_in_canonical_order():
    assert [COORDINATES[field] for field in FIELDS] == sorted(KINDS)
    assert list(FIELDS) == sorted(FIELDS)


def test_directions_are_in_the_order_of_the_board():
    assert [list(direction) for direction in DIRECTIONS] == META["directions"]


def test_every_field_is_of_the_kind_that_was_specified():
    lakes = [at for lake in BOX.lakes for at in (*lake.shore, *lake.deep)]
    listed = {
        "house": [house.at for house in BOX.houses],
        "street": BOX.streets,
        "rail": BOX.rail,
        "lake": lakes,
        "dig": BOX.dig_sites,
    }

    assert {kind: sorted(fields) for kind, fields in listed.items()} == {
        kind: sorted(at for at, found in KINDS.items() if found == kind) for kind in listed
    }


def test_houses_rails_rafts_and_chips_are_those_that_were_specified():
    assert [(house.color, list(house.at), list(house.door)) for house in BOX.houses] == [
        (house["color"], house["at"], house["door"]) for house in META["houses"]
    ]
    assert [list(at) for at in BOX.rail] == META["rail"]
    assert [(raft.lake, list(raft.pole)) for raft in BOX.rafts] == [
        (raft["lake"], raft["start"]) for raft in META["rafts"]
    ]
    assert {str(value): count for value, count in BOX.gold.items()} == META["chips"]["gold"]
    assert {str(strength): count for strength, count in BOX.robbers.items()} == META["chips"]["robber"]


def test_shores_are_the_lake_fields_next_to_land():
    shores = {(h["q"], h["r"]) for h in BOARD["hexes"] if h["type"] == "lake" and h["shore"]}

    assert {at for lake in BOX.lakes for at in lake.shore} == shores
    for lake in BOX.lakes:
        for at in lake.deep:
            around = [(at[0] + q, at[1] + r) for q, r in DIRECTIONS]
            assert all(KINDS[other] == "lake" for other in around)


def test_the_town_is_streets_houses_and_the_station():
    town = {(h["q"], h["r"]) for h in BOARD["hexes"] if h.get("town")}
    in_town = {COORDINATES[field] for field in FIELDS if load_tables("2026-1").town >> field & 1}

    assert in_town == town
    assert STATION in town


def test_the_rail_runs_from_field_to_field():
    steps = [measure_distance(get_field(*one), get_field(*other)) for one, other in pairwise(RAIL)]

    assert set(steps) == {1}


def test_there_are_as_many_chips_as_dig_sites():
    chips = load_tables("2026-1").stack

    assert len(chips) == len(SITES) == 64
    assert Counter(chip > 5 for chip in chips) == {False: 48, True: 16}


def test_the_data_say_that_the_board_is_a_reconstruction():
    assert "reconstruction" in BOX.about
    assert COMPONENT_SETS == GOLDGRAEBER.component_sets == (META["id"],)


def test_an_unknown_component_set_is_refused():
    with pytest.raises(UnknownRuleset) as refused:
        component_set("1988-1")

    assert refused.value.code == "unknown_components"
