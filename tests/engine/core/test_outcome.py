"""Outcomes: places and the data of ``game_finished``."""

from engine.core import Outcome, SeatResult, Termination, rank_seats


def test_place_is_one_plus_the_seats_strictly_better():
    assert rank_seats([(5,), (9,), (9,)], forfeits=[]) == [3, 1, 1]


def test_two_equal_winners_are_followed_by_the_third_place():
    assert rank_seats([(9, 1), (9, 1), (3, 0)], forfeits=[]) == [1, 1, 3]


def test_ties_are_broken_by_the_next_value():
    assert rank_seats([(9, 4, 1), (9, 5, 0), (9, 4, 2)], forfeits=[]) == [3, 1, 2]


def test_a_forfeited_seat_is_below_every_seat_that_did_not_forfeit():
    assert rank_seats([(90,), (1,), (0,)], forfeits=[0]) == [3, 1, 2]


def test_among_forfeited_seats_the_later_is_better():
    assert rank_seats([(90,), (80,), (1,), (70,)], forfeits=[0, 3]) == [4, 1, 2, 3]


def test_outcome_data_is_what_game_finished_holds():
    seat = SeatResult(1, 89, {"territories": 48, "resources": 23, "partners": 18, "scenario": 0}, (7, 10))

    assert Outcome(Termination.COMPLETED, (seat,)).to_dict() == {
        "reason": "completed",
        "seats": [
            {
                "parts": {"territories": 48, "resources": 23, "partners": 18, "scenario": 0},
                "place": 1,
                "score": 89,
                "ties": [7, 10],
            }
        ],
    }
