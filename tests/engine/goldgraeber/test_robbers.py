"""Rule 4.1: fights against robbers."""

import pytest

from tests.engine.goldgraeber.positions import (
    LOCOMOTIVE,
    RAIL,
    Hoard,
    Position,
    find_effect,
    gold,
    hoard,
    kinds_of,
    table,
)

SITE = (-5, -2)


def fighting(strength: int, *, pile: Hoard | None = None, **more) -> Position:
    """Return seat 0 facing a robber; the die is to be rolled."""
    robbers = {SITE: (strength, pile or hoard()), **more.pop("robbers", {})}
    position = table(diggers={0: (-5, -4), **more.pop("diggers", {})}, robbers=robbers, **more)
    position.roll(2)
    position.move(*SITE)
    assert position.purpose() == "robber"
    return position


@pytest.mark.parametrize("strength", [1, 2, 3, 4, 5])
def test_higher_than_the_strength_captures_the_robber(strength):
    position = fighting(strength)
    effects = position.roll(strength + 1)

    assert position.robbers() == {}
    assert position.finds(0) == hoard(robbers=[strength])
    assert find_effect(effects, "robber_captured") == {
        "strength": strength,
        "rolled": strength + 1,
        "field": list(SITE),
        "pile": hoard(),
    }
    assert (position.turn_seat, position.is_new_turn) == (1, True)


def test_the_captor_takes_the_pile_beneath():
    position = fighting(3, pile=hoard(gold=[5, 1], robbers=[2]), finds={0: gold(4)})
    position.roll(6)

    assert position.finds(0) == hoard(gold=[1, 4, 5], robbers=[2, 3])


def test_a_captor_stays_where_it_is():
    position = fighting(3)
    position.roll(6)

    assert position.digger(0) == SITE


def test_lower_puts_all_open_finds_under_the_robber_which_stays_face_up():
    finds = hoard(gold=[2, 3], robbers=[1])
    position = fighting(5, finds={0: finds}, bank={0: gold(4)})
    effects = position.roll(2)

    assert position.finds(0) == hoard()
    assert position.bank(0) == gold(4), "the bank is safe"
    assert position.robbers() == {SITE: (5, finds)}
    assert find_effect(effects, "robber_won") == {
        "strength": 5,
        "rolled": 2,
        "field": list(SITE),
        "lost": finds,
    }


def test_a_pile_grows():
    position = fighting(5, pile=gold(1), finds={0: gold(2)})
    position.roll(2)

    assert position.robbers() == {SITE: (5, gold(1, 2))}


def test_lower_moves_the_digger_away_by_exactly_the_number_rolled():
    position = fighting(5)
    position.roll(2)

    assert (position.seat, position.phase, position.due) == (0, "move_away", {"steps": 2})
    assert (-5, -4) in position.find_ends()
    assert (-5, -5) not in position.find_ends(), "that is three fields away"


def test_equal_rolls_again():
    position = fighting(4, finds={0: gold(5)})
    effects = position.roll(4)

    assert position.purpose() == "robber"
    assert position.finds(0) == gold(5)
    assert kinds_of(effects) == ["robber_tied"]
    position.roll(4)
    position.roll(5)

    assert position.finds(0) == hoard(gold=[5], robbers=[4])


def test_a_locomotive_face_counts_1_and_the_locomotive_does_not_move():
    position = fighting(2)
    position.roll(LOCOMOTIVE)

    assert position.due == {"steps": 1}
    assert position.locomotive() == RAIL[0]


def test_a_locomotive_face_ties_with_a_robber_of_strength_1():
    position = fighting(1)
    position.roll(LOCOMOTIVE)

    assert position.purpose() == "robber"


def test_after_a_fight_the_seat_to_the_left_is_next():
    position = fighting(5, turn_seat=0)
    position.roll(2)
    position.move(-5, -4)

    assert (position.turn_seat, position.is_new_turn) == (1, True)


def test_losing_with_empty_hands_leaves_the_pile_as_it_is():
    position = fighting(5, pile=gold(3))
    position.roll(3)

    assert position.robbers() == {SITE: (5, gold(3))}
