"""Rule 6: the end of the game and the result."""

import pytest

from engine.core import Termination
from tests.engine.goldgraeber.positions import (
    HOUSES,
    SITES,
    STATION,
    Position,
    find_effect,
    gold,
    hoard,
    table,
)

SITE = (-5, -2)
GOLD_END = {"end_count": "gold"}


def before_the_flip(others: int, *, seats: int = 3, options=None, **more) -> Position:
    """
    Return seat 0 about to flip the chip at SITE, with a number of other chips face down.

    By default they are a robber of strength 5 and gold of value 3.
    """
    far = [site for site in SITES if site != SITE][-others:] if others else []
    robbers = more.pop("robbers", {})
    position = table(
        seats,
        options=options or {},
        diggers={0: (-5, -4)},
        face_down=[SITE, *(site for site in far if site not in robbers)],
        robbers=robbers,
        left=more.pop("left", hoard(gold=[3] * others, robbers=[5])),
        **more,
    )
    position.roll(2)
    position.move(*SITE)
    return position


def is_over(position: Position) -> bool:
    assert position.look()["over"] is (position.seat is None)
    return bool(position.look()["over"])


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_it_ends_after_a_turn_when_chips_are_no_more_than_seats(seats):
    ending = before_the_flip(seats, seats=seats)
    effects = ending.flip(gold=3)
    going_on = before_the_flip(seats + 1, seats=seats)
    going_on.flip(gold=3)

    assert is_over(ending)
    assert ending.look()["end"] == "chips"
    assert find_effect(effects, "game_ended") == {"reason": "chips", "chips": seats}
    assert not is_over(going_on)


def test_it_ends_after_the_turn_not_in_it():
    """The flipped robber is one chip less, but first it fights, and the digger moves away."""
    position = before_the_flip(3)
    position.flip(robber=5)
    assert not is_over(position)
    position.roll(2)
    assert not is_over(position)
    position.move(-5, -4)

    assert is_over(position)


def test_gold_in_piles_counts():
    ending = before_the_flip(2, robbers={SITES[0]: (5, gold(1))})
    ending.flip(gold=3)
    going_on = before_the_flip(2, robbers={SITES[0]: (5, gold(1, 1))})
    going_on.flip(gold=3)

    assert is_over(ending)
    assert not is_over(going_on)


def test_face_up_robbers_and_robbers_in_piles_do_not_count():
    position = before_the_flip(3, robbers={SITES[0]: (5, hoard(robbers=[4, 4])), SITES[1]: (3, hoard())})
    position.flip(gold=3)

    assert is_over(position)


def test_open_finds_and_the_bank_do_not_count():
    position = before_the_flip(3, finds={1: gold(1, 2, 3)}, bank={2: gold(4, 5)})
    position.flip(gold=3)

    assert is_over(position)


def test_a_pile_that_grows_keeps_the_game_going():
    """The gold that is lost to a robber is on the board again."""
    position = before_the_flip(3, finds={0: gold(1)})
    position.flip(robber=5)
    position.roll(2)
    position.move(-5, -4)

    assert not is_over(position)
    assert position.look()["chips_counted"] == 4


def test_a_captured_pile_can_end_the_game():
    position = table(
        diggers={0: (-5, -4)}, face_down=SITES[:3], robbers={SITE: (2, gold(1))}, left=gold(1, 2, 3)
    )
    position.roll(2)
    position.move(*SITE)
    assert position.look()["chips_counted"] == 4
    position.roll(6)

    assert is_over(position)


def test_visible_counts_face_down_robbers_too():
    position = before_the_flip(4, left=hoard(gold=[1, 2], robbers=[2, 3, 4]))
    position.flip(gold=1)

    assert position.look()["chips_counted"] == 4
    assert not is_over(position)


def test_gold_counts_only_gold_of_the_face_down_chips():
    position = before_the_flip(4, left=hoard(gold=[1, 2], robbers=[2, 3, 4]), options=GOLD_END)
    position.flip(gold=1)

    assert position.look()["chips_counted"] == 1
    assert is_over(position)


def test_gold_counts_gold_in_piles():
    position = before_the_flip(
        4,
        left=hoard(gold=[1, 2], robbers=[2, 3, 4]),
        robbers={SITES[0]: (5, hoard(gold=[1, 1, 3], robbers=[2]))},
        options=GOLD_END,
    )
    position.flip(gold=1)

    assert position.look()["chips_counted"] == 4
    assert not is_over(position)


def test_forfeited_seats_count_among_the_seats():
    position = before_the_flip(4, seats=4)
    position.state.forfeit(2)
    position.flip(gold=3)

    assert is_over(position)


def test_a_turn_that_changes_no_chip_ends_the_game_too_if_few_are_left():
    """A position can start with few chips: the end is checked after any turn."""
    position = table(face_down=SITES[:3])
    position.roll("locomotive")

    assert is_over(position)
    assert position.look()["end"] == "chips"


def finish(*banks, finds=None, forfeits=()):
    position = table(
        len(banks), rail=16, bank=dict(enumerate(banks)), finds=finds or {}, diggers={0: STATION}
    )
    for seat in forfeits:
        position.state.forfeit(seat)
    position.roll("locomotive")
    return position.state.outcome()


def test_only_the_bank_counts():
    outcome = finish(gold(1), gold(), gold(), finds={0: gold(5, 5), 1: gold(4)})

    assert [seat.score for seat in outcome.seats] == [1, 0, 0]


def test_gold_counts_its_value_and_a_captured_robber_2():
    outcome = finish(hoard(gold=[1, 2, 5], robbers=[5, 1]), gold(), gold())

    assert outcome.seats[0].parts == {"gold": 8, "robbers": 4}
    assert outcome.seats[0].score == 12


def test_the_highest_total_wins():
    outcome = finish(gold(1), gold(5), gold(3))

    assert [seat.place for seat in outcome.seats] == [3, 1, 2]
    assert outcome.reason is Termination.COMPLETED


def test_equal_totals_share_the_place():
    outcome = finish(gold(4), hoard(robbers=[2, 5]), gold(1), gold(5))

    assert [seat.place for seat in outcome.seats] == [2, 2, 4, 1]


def test_there_are_no_tie_breaks():
    assert all(seat.ties == () for seat in finish(gold(1), gold(1), gold(1)).seats)


def test_forfeited_seats_rank_below_all_others_the_later_one_better():
    outcome = finish(gold(5), gold(1), gold(4), gold(), forfeits=(0, 2))

    assert [seat.place for seat in outcome.seats] == [4, 1, 3, 2]


def test_an_abandoned_position_is_scored_as_it_is():
    """Finds on the way home and the possible gain of a running fight do not count."""
    position = table(diggers={0: (0, 0)}, finds={0: gold(5)}, bank={0: gold(2), 1: gold(3)})
    position.roll(2)
    position.state.forfeit(1)
    position.state.forfeit(2)
    outcome = position.state.outcome()

    assert outcome.reason is Termination.ABANDONED
    assert [(seat.score, seat.place) for seat in outcome.seats] == [(2, 1), (3, 3), (0, 2)]


def test_points_are_what_is_in_the_bank_so_far():
    position = table(diggers={0: (0, 0)}, finds={0: gold(5)}, bank={0: hoard(robbers=[1]), 2: gold(3)})

    assert position.state.points() == [2, 0, 3]
    assert [digger["points"] for digger in position.look()["diggers"]] == [2, 0, 3]
    position.roll(2)
    position.move(*HOUSES[0])
    assert position.state.points() == [7, 0, 3]
