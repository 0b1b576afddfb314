"""Rule 4.2: fights between diggers."""

import pytest

from tests.engine.goldgraeber.positions import (
    LOCOMOTIVE,
    RAIL,
    Position,
    find_effect,
    gold,
    hoard,
    kinds_of,
    table,
)

FIELD = (-3, -4)


def attacking(seats: int = 3, *, attacker: int = 0, there: tuple[int, ...] = (1,), **more) -> Position:
    """Return the attacker just arrived on a field with others; it is to roll."""
    diggers = {attacker: (-3, -2), **dict.fromkeys(there, FIELD), **more.pop("diggers", {})}
    position = table(seats, turn_seat=attacker, diggers=diggers, **more)
    position.roll(2)
    position.move(*FIELD)
    assert position.purpose() == "attack"
    return position


def test_the_attacker_rolls_then_the_defender():
    position = attacking()

    assert (position.purpose(), position.due["seat"]) == ("attack", 0)
    effects = position.roll(3)
    assert (position.purpose(), position.due["seat"]) == ("defend", 1)
    assert position.due["fight"]["attack"] == 3
    assert kinds_of(effects) == ["attack_rolled"]


def test_equal_both_roll_again():
    position = attacking(finds={0: gold(1), 1: gold(5)})
    position.roll(4)
    effects = position.roll(4)

    assert (position.purpose(), position.due["seat"]) == ("attack", 0)
    assert position.due["fight"]["attack"] is None
    assert find_effect(effects, "fight_tied") == {"attack": 4, "defend": 4}
    assert (position.finds(0), position.finds(1)) == (gold(1), gold(5))


def test_a_winning_attacker_takes_all_the_open_finds_of_the_loser():
    lost = hoard(gold=[2, 5], robbers=[3])
    position = attacking(finds={0: gold(1), 1: lost}, bank={1: gold(4)})
    position.roll(5)
    effects = position.roll(3)

    assert position.finds(0) == hoard(gold=[1, 2, 5], robbers=[3])
    assert position.finds(1) == hoard()
    assert position.bank(1) == gold(4), "the bank is safe"
    assert find_effect(effects, "fight_won") == {
        "winner": 0,
        "loser": 1,
        "attack": 5,
        "defend": 3,
        "finds": lost,
    }


def test_a_winning_defender_takes_all_the_open_finds_of_the_attacker():
    position = attacking(finds={0: gold(2), 1: gold(3)})
    position.roll(2)
    effects = position.roll(3)

    assert (position.finds(0), position.finds(1)) == (hoard(), gold(2, 3))
    assert (find_effect(effects, "fight_won")["winner"], find_effect(effects, "fight_won")["loser"]) == (1, 0)


@pytest.mark.parametrize(("attack", "defend", "winner"), [(5, 3, 0), (3, 5, 1)])
def test_the_winner_rolls_once_more_and_moves_that_many_fields(attack, defend, winner):
    position = attacking()
    position.roll(attack)
    position.roll(defend)

    assert (position.purpose(), position.due["seat"]) == ("retreat", winner)
    position.roll(3)

    assert (position.seat, position.phase, position.due["steps"]) == (winner, "move_away", 3)
    position.move(-3, -1)
    assert position.digger(winner) == (-3, -1)


def test_the_loser_stays():
    position = attacking()
    position.roll(2)
    position.roll(6)
    position.roll(3)
    position.move(-3, -1)

    assert position.digger(0) == FIELD


@pytest.mark.parametrize(("attack", "defend"), [(5, 3), (3, 5)])
def test_then_the_seat_to_the_left_of_the_attacker_is_next(attack, defend):
    position = attacking(4, attacker=2, there=(0,))
    position.roll(attack)
    position.roll(defend)
    position.roll(3)
    position.move(-3, -1)

    assert (position.turn_seat, position.is_new_turn) == (3, True)


@pytest.mark.parametrize(
    ("attacker", "there", "defender"),
    [(0, (1, 2), 1), (0, (2, 3), 2), (1, (0, 3), 3), (2, (0, 1), 0), (3, (1, 2), 1)],
)
def test_of_two_the_next_clockwise_from_the_attacker_defends(attacker, there, defender):
    position = attacking(4, attacker=attacker, there=there)

    assert position.due["fight"]["defender"] == defender


def test_three_diggers_on_one_field_and_only_two_fight():
    """The third keeps its finds, and the loser stays on the field."""
    position = attacking(there=(1, 2), finds={1: gold(2), 2: gold(5)})
    position.roll(6)
    position.roll(2)
    position.roll(3)
    position.move(-3, -1)

    assert (position.finds(0), position.finds(1), position.finds(2)) == (gold(2), gold(), gold(5))
    assert position.digger(1) == position.digger(2) == FIELD


def test_a_locomotive_face_counts_1_in_every_roll_of_a_fight():
    position = attacking()
    position.roll(LOCOMOTIVE)
    position.roll(LOCOMOTIVE)
    assert position.purpose() == "attack", "1 and 1 are equal"
    position.roll(LOCOMOTIVE)
    position.roll(2)
    assert position.due["seat"] == 1, "2 is higher than 1"
    position.roll(LOCOMOTIVE)

    assert (position.seat, position.due["steps"]) == (1, 1)
    assert position.locomotive() == RAIL[0]


def test_a_digger_that_comes_back_to_a_shared_field_attacks():
    """A move may end on the field it began on; there a fight begins as on any field."""
    position = table(diggers={0: FIELD, 1: FIELD})
    position.roll(3)
    position.move(*FIELD)

    assert position.purpose() == "attack"


def test_there_are_no_fights_on_a_raft():
    """A raft with a digger cannot be landed on, so two diggers never meet there."""
    position = table(diggers={0: (2, -3), 1: (1, -4)})
    position.roll(2)

    assert (1, -4) not in position.find_ends()
