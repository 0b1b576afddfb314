"""Bitboards of cells and placements, compared with sets of (column, row)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rulesets.moon_river import ALL, bitboards, placements
from engine.rulesets.moon_river.bitboards import BIT, CELLS

CELL_SETS = st.integers(min_value=0, max_value=ALL)
PLACEMENT_SETS = st.integers(min_value=0, max_value=(1 << len(placements.PAIRS)) - 1)
CELL = st.integers(min_value=0, max_value=CELLS - 1)


def plain(mask):
    return {(index % 5, index // 5) for index in range(CELLS) if mask >> index & 1}


def adjacent(cell):
    column, row = cell
    around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return {(c, r) for c, r in around if 0 <= c < 5 and 0 <= r < 10}


def connected(cells):
    parts, left = [], set(cells)
    while left:
        part, edge = set(), {min(left, key=lambda cell: (cell[1], cell[0]))}
        while edge:
            part |= edge
            edge = {other for cell in edge for other in adjacent(cell)} & left - part
        parts.append(part)
        left -= part
    return parts


def test_cells_are_numbered_by_row_then_column():
    assert [bitboards.get_coordinates(index) for index in (0, 4, 5, 49)] == [(0, 0), (4, 0), (0, 1), (4, 9)]
    assert all(bitboards.get_cell(*bitboards.get_coordinates(index)) == index for index in range(CELLS))


@given(CELL_SETS)
def test_the_cells_of_a_set_are_listed_ascending(mask):
    cells = bitboards.list_cells(mask)

    assert cells == sorted(cells)
    assert {bitboards.get_coordinates(cell) for cell in cells} == plain(mask)
    assert bitboards.make_mask(bitboards.get_coordinates(cell) for cell in cells) == mask


@pytest.mark.parametrize("rows", [5, 10])
def test_the_first_rows_are_a_set(rows):
    assert plain(bitboards.make_rows_mask(rows)) == {
        (column, row) for column in range(5) for row in range(rows)
    }


@given(CELL_SETS)
def test_near_are_the_orthogonal_neighbours_inside_the_grid(mask):
    assert plain(bitboards.find_neighbours(mask)) == {
        other for cell in plain(mask) for other in adjacent(cell)
    }


@given(CELL_SETS)
def test_territories_are_the_connected_parts_by_their_lowest_cell(mask):
    assert [plain(part) for part in bitboards.split_territories(mask)] == connected(plain(mask))


@given(CELL_SETS, CELL_SETS)
def test_a_territory_grows_from_its_seeds_inside_the_area_only(seeds, area):
    grown = bitboards.grow_territory(seeds, area)

    expected = [part for part in connected(plain(area)) if part & plain(seeds)]
    assert plain(grown) == set().union(*expected)


@given(st.lists(CELL, max_size=32), st.data())
def test_a_herd_counts_its_cows(cows, data):
    herd = 0
    for cell in cows:
        herd = bitboards.put_cow(herd, BIT[cell])
    for cell in data.draw(st.lists(st.sampled_from(cows), max_size=8)) if cows else []:
        if cell in cows:
            cows.remove(cell)
            herd = bitboards.take_cow(herd, BIT[cell])

    assert [bitboards.count_cows(herd, BIT[cell]) for cell in range(CELLS)] == [
        cows.count(cell) for cell in range(CELLS)
    ]
    assert herd.bit_count() == len(cows)
    assert plain(herd & ALL) == {bitboards.get_coordinates(cell) for cell in cows}


def test_placements_are_every_ordered_pair_of_adjacent_cells_in_canonical_order():
    pairs = [
        (bitboards.get_coordinates(first), bitboards.get_coordinates(second))
        for first, second in placements.PAIRS
    ]

    every = [(a, b) for a in plain(ALL) for b in adjacent(a)]
    assert pairs == sorted(every, key=lambda pair: [(row, column) for column, row in pair])
    assert [placements.NUMBER[pair] for pair in placements.PAIRS] == list(range(len(placements.PAIRS)))


@given(PLACEMENT_SETS)
def test_the_placements_of_a_set_are_listed_ascending(mask):
    numbers = [number for number in range(len(placements.PAIRS)) if mask >> number & 1]

    assert placements.list_placements(mask) == numbers


@given(CELL_SETS)
def test_placements_touch_a_set_with_one_cell_and_lie_inside_with_both(mask):
    touching = set(placements.list_placements(placements.find_placements_touching(mask)))
    inside = set(placements.list_placements(placements.find_placements_inside(mask)))

    for number, (first, second) in enumerate(placements.PAIRS):
        assert (number in touching) is bool(mask & (BIT[first] | BIT[second]))
        assert (number in inside) is bool(mask & BIT[first] and mask & BIT[second])


@given(CELL)
def test_placements_that_touch_a_plot_have_an_adjacent_cell(cell):
    first = set(placements.list_placements(placements.TOUCHES_FIRST[cell]))
    second = set(placements.list_placements(placements.TOUCHES_SECOND[cell]))
    around = adjacent(bitboards.get_coordinates(cell))

    for number, pair in enumerate(placements.PAIRS):
        assert (number in first) is (bitboards.get_coordinates(pair[0]) in around)
        assert (number in second) is (bitboards.get_coordinates(pair[1]) in around)


@given(st.integers(min_value=0, max_value=len(placements.PAIRS) - 1))
def test_a_taken_placement_leaves_those_that_share_no_cell(taken):
    every = (1 << len(placements.PAIRS)) - 1
    kept = set(placements.list_placements(every & placements.KEEPS[taken]))

    for number, pair in enumerate(placements.PAIRS):
        assert (number in kept) is not bool(set(pair) & set(placements.PAIRS[taken]))
