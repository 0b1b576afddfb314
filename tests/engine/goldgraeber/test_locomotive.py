"""Rule 3, locomotive: it runs one field towards town and pushes back the diggers it meets."""

import pytest

from tests.engine.goldgraeber.positions import (
    HOUSES,
    LOCOMOTIVE,
    RAIL,
    STATION,
    find_effect,
    gold,
    hoard,
    kinds_of,
    table,
)


def test_the_locomotive_moves_one_rail_field_and_the_digger_does_not_move():
    position = table(diggers={0: (-3, -2)})
    effects = position.roll(LOCOMOTIVE)

    assert position.locomotive() == RAIL[1]
    assert position.digger(0) == (-3, -2)
    assert find_effect(effects, "locomotive_moved") == {
        "from": list(RAIL[0]),
        "to": list(RAIL[1]),
        "to_go": 16,
    }


def test_the_turn_then_goes_to_the_next_seat():
    position = table(turn_seat=2)
    position.roll(LOCOMOTIVE)

    assert (position.turn_seat, position.is_new_turn) == (0, True)


def test_the_seat_that_rolled_takes_the_finds_of_the_digger_it_meets():
    finds = {0: gold(1), 1: hoard(gold=[5, 3], robbers=[2])}
    position = table(rail=4, diggers={0: (-3, -2), 1: RAIL[5]}, finds=finds)
    effects = position.roll(LOCOMOTIVE)

    assert position.finds(0) == hoard(gold=[1, 3, 5], robbers=[2])
    assert position.finds(1) == hoard()
    assert find_effect(effects, "finds_taken") == {"owner": 1, "finds": hoard(gold=[3, 5], robbers=[2])}


def test_there_is_no_fight():
    position = table(rail=4, diggers={0: (-3, -2), 1: RAIL[5]}, finds={1: gold(5)})
    position.roll(LOCOMOTIVE)

    assert position.is_new_turn


def test_the_digger_is_put_on_the_first_free_rail_field_behind():
    position = table(rail=4, diggers={1: RAIL[5]})
    effects = position.roll(LOCOMOTIVE)

    assert position.digger(1) == RAIL[4]
    assert find_effect(effects, "digger_pushed") == {"from": list(RAIL[5]), "to": list(RAIL[4])}


def test_a_rail_field_with_a_digger_is_not_free():
    """The field just left is free by rule, so a digger must have been put there: here the locomotive meets three."""
    position = table(4, rail=4, diggers={1: RAIL[5], 2: RAIL[3], 3: RAIL[5]})
    position.roll(LOCOMOTIVE)

    assert [position.digger(seat) for seat in (1, 2, 3)] == [RAIL[4], RAIL[3], RAIL[2]]


def test_several_diggers_go_in_seat_order():
    position = table(4, rail=4, diggers={0: RAIL[5], 2: RAIL[5], 3: RAIL[5]}, turn_seat=1)
    effects = position.roll(LOCOMOTIVE)

    assert [position.digger(seat) for seat in (0, 2, 3)] == [RAIL[4], RAIL[3], RAIL[2]]
    assert [effect.seat for effect in effects if effect.kind == "digger_pushed"] == [0, 2, 3]


def test_the_finds_of_several_diggers_are_all_taken():
    position = table(4, rail=4, diggers={2: RAIL[5], 3: RAIL[5]}, finds={2: gold(2), 3: gold(3)})
    position.roll(LOCOMOTIVE)

    assert position.finds(0) == gold(2, 3)


def test_if_no_rail_field_behind_is_free_it_is_put_on_the_field_just_left():
    """Leaving the tunnel the locomotive has only the tunnel behind it."""
    position = table(4, rail=0, diggers={1: RAIL[1], 2: RAIL[1], 3: RAIL[1]})
    position.roll(LOCOMOTIVE)

    assert [position.digger(seat) for seat in (1, 2, 3)] == [RAIL[0]] * 3


def test_its_own_digger_keeps_its_finds_and_is_put_back():
    position = table(rail=4, diggers={0: RAIL[5]}, finds={0: gold(5)})
    effects = position.roll(LOCOMOTIVE)

    assert position.digger(0) == RAIL[4]
    assert position.finds(0) == gold(5)
    assert "finds_taken" not in kinds_of(effects)


def test_own_and_other_digger_on_one_field():
    position = table(rail=4, diggers={0: RAIL[5], 1: RAIL[5]}, finds={0: gold(5), 1: gold(1)})
    position.roll(LOCOMOTIVE)

    assert [position.digger(0), position.digger(1)] == [RAIL[4], RAIL[3]]
    assert [position.finds(0), position.finds(1)] == [gold(1, 5), gold()]


def test_finds_won_while_at_home_stay_open_until_the_digger_next_ends_a_move_there():
    position = table(rail=4, diggers={1: RAIL[5]}, finds={1: gold(4)})
    position.roll(LOCOMOTIVE)

    assert position.digger(0) == HOUSES[0]
    assert (position.finds(0), position.bank(0)) == (gold(4), gold())

    position.roll(LOCOMOTIVE)
    position.roll(LOCOMOTIVE)
    position.roll(5)
    position.move(*HOUSES[0])

    assert (position.finds(0), position.bank(0)) == (gold(), gold(4))


def test_diggers_elsewhere_on_the_rail_are_left_alone():
    position = table(rail=4, diggers={1: RAIL[6], 2: RAIL[3]}, finds={1: gold(1), 2: gold(2)})
    effects = position.roll(LOCOMOTIVE)

    assert [position.digger(1), position.digger(2)] == [RAIL[6], RAIL[3]]
    assert kinds_of(effects) == ["locomotive_moved", "turn_began"]


def test_entering_the_last_rail_field_ends_the_game_at_once_and_nothing_else_happens():
    position = table(rail=16, diggers={1: STATION}, finds={0: gold(5), 1: gold(4)})
    effects = position.roll(LOCOMOTIVE)

    assert position.look()["over"]
    assert (position.seat, position.look()["end"]) == (None, "station")
    assert position.digger(1) == STATION
    assert [position.finds(0), position.finds(1)] == [gold(5), gold(4)]
    assert kinds_of(effects) == ["locomotive_moved", "game_ended"]
    assert find_effect(effects, "game_ended")["reason"] == "station"


@pytest.mark.parametrize("face", [2, 3, 4, 5, 6])
def test_no_other_face_moves_it(face):
    position = table()
    position.roll(face)

    assert position.locomotive() == RAIL[0]
