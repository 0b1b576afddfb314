from collections import Counter

import pytest

from tournaments.domain import Rotation, count_seat_orders, list_seat_orders


def test_a_cyclic_rotation_moves_everyone_on_by_one_seat():
    assert list_seat_orders("abc", Rotation.CYCLIC) == (("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b"))


@pytest.mark.parametrize("rotation", Rotation)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_entrant_sits_in_every_seat_equally_often(seats, rotation):
    orders = list_seat_orders(range(seats), rotation)

    sat = Counter((seat, entrant) for order in orders for seat, entrant in enumerate(order))
    assert set(sat.values()) == {len(orders) // seats}
    assert len(sat) == seats * seats


@pytest.mark.parametrize("rotation", Rotation)
def test_no_seat_order_is_played_twice(rotation):
    orders = list_seat_orders(range(4), rotation)

    assert len(set(orders)) == len(orders) == count_seat_orders(4, rotation)


def test_all_orders_of_four_are_twenty_four():
    assert len(list_seat_orders(range(4), Rotation.ALL)) == 24
