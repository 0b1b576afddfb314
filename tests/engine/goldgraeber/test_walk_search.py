"""The search agrees with a walk over every path: the same ends, and the path shown is the first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rulesets.goldgraeber import BIT, COORDINATES, MAX_STEPS, NOWHERE, list_fields, load_tables
from engine.rulesets.goldgraeber.hex_grid import get_field
from tests.engine.goldgraeber import naive_walks
from tests.engine.goldgraeber.positions import BOARD, HOUSES, KINDS, RAIL

TABLES = load_tables("2026-1")
SHORES = [(h["q"], h["r"]) for h in BOARD["hexes"] if h["type"] == "lake" and h["shore"]]
LAND = [field for field, kind in KINDS.items() if kind not in ("lake", "house")]
STARTS = [*LAND, *HOUSES, *SHORES]
SHUTTLES = ["strict", "literal"]


def search_ends(start, steps, *, house, rafts, locomotive, shuttle):
    reach = TABLES.walks[shuttle].find_reach(get_field(*start), get_field(*locomotive))
    allowed = sum(BIT[get_field(*field)] for field in {house, *rafts})
    return {COORDINATES[field] for field in list_fields(reach.lands[steps] | reach.landings[steps] & allowed)}


def compare(start, steps, house, rafts, locomotive, shuttle):
    """Return the results of search and reference, after checking that both forms of the reference agree."""
    asked = {"house": house, "rafts": rafts, "locomotive": locomotive, "shuttle": shuttle}
    walked = naive_walks.ends(start, steps, **asked)
    assert set(walked) == naive_walks.last_fields(start, steps, **asked)
    return search_ends(start, steps, **asked), walked


@pytest.mark.parametrize("shuttle", SHUTTLES)
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_short_moves_from_every_field_end_where_walks_end(steps, shuttle):
    differing = []
    for number, start in enumerate(STARTS):
        house, locomotive = HOUSES[number % len(HOUSES)], RAIL[number % (len(RAIL) - 1)]
        if start == locomotive:
            continue
        rafts = [shore for shore in SHORES if shore != start][number % 3 :: 3]
        found, walked = compare(start, steps, house, rafts, locomotive, shuttle)
        if found != set(walked):
            differing.append(start)

    assert not differing


@pytest.mark.parametrize("shuttle", SHUTTLES)
@given(
    start=st.sampled_from(STARTS),
    steps=st.integers(4, MAX_STEPS),
    house=st.sampled_from(HOUSES),
    rafts=st.lists(st.sampled_from(SHORES), max_size=6, unique=True),
    locomotive=st.sampled_from(RAIL[:-1]),
)
def test_long_moves_end_where_walks_end(start, steps, house, rafts, locomotive, shuttle):
    if start == locomotive:
        return
    rafts = [raft for raft in rafts if raft != start]
    found, walked = compare(start, steps, house, rafts, locomotive, shuttle)

    assert found == set(walked)


@pytest.mark.parametrize("shuttle", SHUTTLES)
@given(
    start=st.sampled_from(STARTS),
    steps=st.integers(1, 5),
    house=st.sampled_from(HOUSES),
    locomotive=st.sampled_from(RAIL[:-1]),
)
def test_the_path_shown_is_the_first_walk_in_the_order_of_directions(
    start, steps, house, locomotive, shuttle
):
    if start == locomotive:
        return
    rafts = [shore for shore in SHORES if shore != start]
    walked = naive_walks.ends(start, steps, house=house, rafts=rafts, locomotive=locomotive, shuttle=shuttle)
    walks = TABLES.walks[shuttle]
    shown = {
        end: tuple(
            COORDINATES[field]
            for field in walks.find_path(get_field(*start), get_field(*end), steps, get_field(*locomotive))
        )
        for end in walked
    }

    assert shown == walked


def test_a_path_to_a_field_out_of_reach_is_empty():
    walks = TABLES.walks["strict"]

    assert walks.find_path(get_field(0, 0), get_field(10, 0), 6, NOWHERE) == []


def test_without_a_locomotive_every_field_is_open():
    walks = TABLES.walks["strict"]
    start = get_field(-5, 7)

    assert walks.find_reach(start, NOWHERE) is walks.find_unhindered_reach(start)
    assert walks.find_reach(start, NOWHERE).lands != walks.find_reach(start, get_field(-5, 8)).lands


def test_on_this_board_an_ordinary_turn_always_has_a_legal_move():
    """So ``turn_passed`` is never due with board 2026-1: see the test of a smaller board."""
    stuck = [
        (start, locomotive, steps)
        for start in STARTS
        for locomotive in RAIL[:-1]
        for steps in range(1, MAX_STEPS + 1)
        if start != locomotive
        and not TABLES.walks["strict"].find_reach(get_field(*start), get_field(*locomotive)).lands[steps]
    ]

    assert not stuck
