"""Section 4, "Placing a domino": the grid and the connection rule."""

import pytest

from tests.engine.moon_river.positions import BASE, Holding, legends, ordinary

BRIDGES = {
    "camp": {(0, 0), (2, 1), (4, 0)},
    "mary": {(2, 1)},
    "wesley": {(1, 0), (3, 0)},
    "calamity": {(0, 0), (4, 0)},
    "big_jo": {(0, 0), (2, 1), (4, 0)},
}


def cell_pairs(choices):
    return {frozenset(tuple(cell) for cell in data["cells"]) for _, data in choices}


def neighbours(cell):
    c, r = cell
    return {(c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1)}


def on_grid(cell, rows=5):
    return 0 <= cell[0] < 5 and 0 <= cell[1] < rows and cell != (2, 0)


@pytest.mark.parametrize("board", BRIDGES)
def test_the_first_domino_of_a_ranch_touches_a_bridge(board):
    """Section 4: one of its two cells is a bridge cell of the seat's board, any landscape."""
    others = [name for name in ("mary", "wesley", "calamity", "big_jo") if name != board]
    mode = BASE if board == "camp" else legends("outlaws", others[0], board, *others[1:])
    found = cell_pairs(ordinary(mode=mode, me=Holding(hand=["D1", "F1"])).choices("domino_placed"))

    assert found == {
        frozenset((bridge, cell)) for bridge in BRIDGES[board] for cell in neighbours(bridge) if on_grid(cell)
    }


def test_the_dominos_two_plots_matching_each_other_does_not_count():
    position = ordinary(me=Holding(hand=["D1", "D1"]))
    a, b = position.hand()

    assert position.refusal("domino_placed", cells=[(0, 2), (0, 3)], plots=[a, b]) == "not_connected"


@pytest.mark.parametrize("kind", ["C1", "F1", "M1", "B1", "K1"])
def test_a_plot_next_to_one_of_another_landscape_does_not_connect(kind):
    me = Holding(ranch={(0, 0): "D1", (0, 1): "D1"}, hand=[kind, kind])
    position = ordinary(me=me)
    low, high = sorted(me.hand)

    assert position.refusal("domino_placed", cells=[(0, 2), (0, 3)], plots=[low, high]) == "not_connected"


@pytest.mark.parametrize("kind", ["D2", "D3", "D4", "D5"])
def test_one_plot_next_to_one_of_the_same_landscape_connects(kind):
    me = Holding(ranch={(0, 0): "C1", (0, 1): "D1"}, hand=["K1", kind])
    found = [data for _, data in ordinary(me=me).choices("domino_placed")]
    low, high = sorted(me.hand)  # the desert plot has the lower id

    assert {"cells": [[0, 2], [0, 3]], "plots": [low, high]} in found
    assert {"cells": [[0, 3], [0, 2]], "plots": [low, high]} not in found


def test_diagonal_plots_are_not_adjacent():
    me = Holding(ranch={(0, 0): "C1", (0, 1): "D1"}, hand=["D1", "D1"])
    position = ordinary(me=me)
    low, high = sorted(me.hand)

    assert position.refusal("domino_placed", cells=[(1, 2), (1, 3)], plots=[low, high]) == "not_connected"


def test_a_plot_next_to_the_other_half_only_does_not_connect():
    me = Holding(ranch={(0, 0): "C1", (0, 1): "D1"}, hand=["D1", "F1"])
    position = ordinary(me=me)
    desert, forest = me.hand

    assert (
        position.refusal("domino_placed", cells=[(0, 3), (0, 2)], plots=[desert, forest]) == "not_connected"
    )


def test_a_bridge_cell_connects_any_landscape_at_any_time():
    me = Holding(ranch={(0, 0): "C1", (0, 1): "C1"}, hand=["K1", "F1"])
    found = [data for _, data in ordinary(me=me).choices("domino_placed")]

    assert {"cells": [[4, 0], [4, 1]], "plots": sorted(me.hand)} in found


def test_a_bridge_cell_that_is_taken_connects_nothing_more():
    me = Holding(ranch={(0, 0): "C1", (0, 1): "C1"}, hand=["K1", "K1"])
    found = cell_pairs(ordinary(me=me).choices("domino_placed"))

    assert all(pair & {(2, 1), (4, 0)} for pair in found)


@pytest.mark.parametrize("cell", [(0, 0), (0, 1)])
def test_a_taken_cell_is_refused(cell):
    me = Holding(ranch={(0, 0): "C1", (0, 1): "C1"}, hand=["C1", "C1"])
    position = ordinary(me=me)
    other = (1, cell[1])
    low, high = sorted(me.hand)

    assert position.refusal("domino_placed", cells=[cell, other], plots=[low, high]) == "cell_taken"


def test_the_middle_cell_of_row_0_is_in_the_grid_but_nothing_can_be_placed_there():
    """Section 4, ruling: the grid includes the centre of the board, on which nothing can be placed."""
    me = Holding(hand=["D1", "D1"])
    position = ordinary(me=me)
    codes = {
        position.refusal("domino_placed", cells=cells, plots=sorted(me.hand))
        for cells in ([(1, 0), (2, 0)], [(2, 0), (2, 1)])
    }

    assert codes == {"blocked_cell"}


@pytest.mark.parametrize("cell", [(0, 5), (4, 9)])
def test_with_three_or_four_seats_there_is_no_sixth_row(cell):
    me = Holding(ranch={(cell[0], 4): "D1"}, hand=["D1", "D1"])
    position = ordinary(me=me)
    near = (cell[0], cell[1] - 1)

    assert position.refusal("domino_placed", cells=[cell, near], plots=sorted(me.hand)) == "outside_grid"


@pytest.mark.parametrize("cells", [[(0, 0), (5, 0)], [(0, 0), (-1, 0)], [(0, 0), (0, 10)], [(0, 0), (0, -1)]])
def test_a_cell_no_grid_has_is_malformed(cells):
    me = Holding(hand=["D1", "D1"])

    assert ordinary(me=me).refusal("domino_placed", cells=cells, plots=sorted(me.hand)) == "malformed_event"


@pytest.mark.parametrize("cells", [[(0, 0), (0, 2)], [(0, 0), (1, 1)], [(4, 0), (0, 1)], [(0, 0), (0, 0)]])
def test_a_dominos_cells_are_adjacent(cells):
    me = Holding(hand=["D1", "D1"])

    assert ordinary(me=me).refusal("domino_placed", cells=cells, plots=sorted(me.hand)) == "not_adjacent"


def test_the_end_of_one_row_is_not_adjacent_to_the_beginning_of_the_next():
    me = Holding(ranch={(4, 1): "D1"}, hand=["D1", "D1"])
    found = cell_pairs(ordinary(me=me).choices("domino_placed"))

    assert frozenset({(4, 2), (0, 3)}) not in found
    assert all(max(a) >= 0 and b in neighbours(a) for a, b in map(tuple, found))


@pytest.mark.parametrize(("seats", "rows", "cells"), [(2, 10, 49), (3, 5, 24), (4, 5, 24)])
def test_the_grid_has_24_cells_or_49_with_two_seats(seats, rows, cells):
    """Section 4: 5 wide and 5 high with 3 or 4 seats, 5 wide and 10 high with 2, less the blocked cell."""
    free = {(c, r) for c in range(5) for r in range(rows) if on_grid((c, r), rows)}
    assert len(free) == cells
    border = dict.fromkeys([(0, 0), (4, 0), (2, 1), (2, rows - 1)], "D1")
    position = ordinary(seats, me=Holding(ranch=border, hand=["D1", "D1"]))

    assert position.get_ranch()["rows"] == rows
    top = {(1, rows - 1), (1, rows - 2)}
    assert frozenset(top) in cell_pairs(position.choices("domino_placed"))


def test_the_lower_plot_is_written_first():
    me = Holding(hand=["D1", "D1"])
    low, high = sorted(me.hand)

    position = ordinary(me=me)
    assert position.refusal("domino_placed", cells=[(0, 0), (0, 1)], plots=[high, low]) == "malformed_event"
    assert position.refusal("domino_placed", cells=[(0, 0), (0, 1)], plots=[low, low]) == "malformed_event"


def test_plots_lie_where_the_domino_says():
    me = Holding(hand=["D1", "F1"])
    position = ordinary(me=me)
    desert, forest = me.hand
    position.place(forest, (2, 1), desert, (2, 2))

    assert position.plots() == {(2, 1): forest, (2, 2): desert}
    assert position.hand() == []


def test_choices_are_in_canonical_order():
    """Record format: ``domino_placed`` plots[0], plots[1], cells[0], cells[1]; cells by (row, column)."""
    found = [data for _, data in ordinary(me=Holding(hand=["D1", "F1", "C1"])).choices("domino_placed")]
    keys = [(*data["plots"], *((r, c) for c, r in data["cells"])) for data in found]

    assert keys == sorted(keys)
    assert len(keys) == len(set(keys))
