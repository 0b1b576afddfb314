import pytest

from tournaments.domain import EnteredBot, NotSeated, find_seating

ANN, BEN, ROPER_1, ROPER_2 = (
    EnteredBot(0, "ann", 10),
    EnteredBot(1, "ben", 11),
    EnteredBot(2, "roper 1", 12),
    EnteredBot(3, "roper 2", 12),
)
ALL = (ANN, BEN, ROPER_1, ROPER_2)


def test_each_seat_is_its_bot_s_entrant_whatever_the_player_is_called():
    assert find_seating([("someone", 11), ("ann", 10)], ALL) == (1, 0)


def test_a_bot_entered_twice_is_identified_by_the_player_s_name():
    assert find_seating([("roper 2", 12), ("roper 1", 12)], ALL) == (3, 2)


@pytest.mark.parametrize(
    ("players", "code", "seat"),
    [
        ([("ann", 10), ("ben", None)], "not_an_entrant", 1),
        ([("ann", 99), ("ben", 11)], "not_an_entrant", 0),
        ([("ann", 10), ("roper", 12)], "entrant_unclear", 1),
        ([("ann", 10), ("anna", 10)], "entrant_seated_twice", 1),
        ([("roper 1", 12), ("roper 1", 12)], "entrant_seated_twice", 1),
    ],
)
def test_a_player_that_is_not_exactly_one_entrant_is_refused_with_the_seat(players, code, seat):
    with pytest.raises(NotSeated) as error:
        find_seating(players, ALL)

    assert (error.value.code, error.value.seat) == (code, seat)


def test_a_player_without_a_known_bot_is_no_entrant():
    with pytest.raises(NotSeated):
        find_seating([("ann", None)], [EnteredBot(0, "ann", 10)])
