import pytest

from tournaments.domain import EnteredBot, NotSeated, seating_of

ANN, BEN, ROPER_1, ROPER_2 = (
    EnteredBot(0, "ann", 10),
    EnteredBot(1, "ben", 11),
    EnteredBot(2, "roper 1", 12),
    EnteredBot(3, "roper 2", 12),
)
ALL = (ANN, BEN, ROPER_1, ROPER_2)


def test_each_seat_is_its_bot_s_entrant_whatever_the_player_is_called():
    assert seating_of([("someone", 11), ("ann", 10)], ALL) == (1, 0)


def test_a_bot_entered_twice_is_identified_by_the_player_s_name():
    assert seating_of([("roper 2", 12), ("roper 1", 12)], ALL) == (3, 2)


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
def test_whoever_is_not_clearly_one_entrant_is_refused_with_the_seat(players, code, seat):
    with pytest.raises(NotSeated) as error:
        seating_of(players, ALL)

    assert (error.value.code, error.value.seat) == (code, seat)


def test_nobody_known_is_nobody_s_entrant():
    with pytest.raises(NotSeated):
        seating_of([("ann", None)], [EnteredBot(0, "ann", 10)])
