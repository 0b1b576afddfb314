"""Sections 4 and 5 of the rules: turns, collecting, choosing, and the end of a round."""

import pytest

from engine.core import CHANCE
from tests.engine.moon_river.positions import ME, Holding, last, ordinary
from tests.engine.moon_river.scripts import SALOON, Script, begin_game, draw_setup

# Section 4: a round


def test_seats_take_turns_in_the_order_of_their_rancheros_position_0_first():
    script = draw_setup(4, order=[2, 0, 3, 1])
    for seat, position in ((2, 3), (0, 1), (3, 0), (1, 2)):
        script.seat(seat, "plot_chosen", position=position)
    script.chance("column_dealt", plots=[2, 23, 45, 68])
    turns = []
    for position in range(4):
        assert script.play.due is not None
        turns.append(script.play.due)
        script.seat(script.play.due, "plot_chosen", position=position)

    assert turns == [3, 0, 1, 2]


def test_the_next_rounds_order_is_the_order_chosen():
    script = begin_game(4)
    for seat in range(4):
        script.seat(seat, "plot_chosen", position=3 - seat)
    script.chance("column_dealt", plots=[3, 24, 46, 69])

    assert [space["ranchero"] for space in script.look()["columns"]["current"]][1:] == [2, 1, 0]
    assert script.play.due == 3


def test_with_two_seats_each_ranchero_has_its_own_turn():
    script = begin_game(2)
    turns = []
    for position in range(4):
        assert script.play.due is not None
        turns.append(script.play.due)
        if script.kinds_due() != ["plot_chosen"]:
            script.seat(script.play.due, "expansion_declined")
        script.seat(turns[-1], "plot_chosen", position=position)

    assert turns == [0, 1, 1, 0]
    assert script.play.due == CHANCE


def test_the_turns_plot_is_collected_before_anything_is_decided():
    """Section 4.1: the ranchero and its plot are taken; the plot goes to storage."""
    script = begin_game(4, plots=[1, 22, 44, 67])

    assert script.look()["ranches"][0]["hand"] == [1]
    assert script.look()["ranches"][1]["hand"] == []
    script.seat(0, "plot_chosen", position=0)
    assert script.look()["ranches"][1]["hand"] == [22]


def test_with_one_plot_in_hand_the_seat_only_chooses():
    """Section 4.2: with at least two plots in hand the seat may place. Nothing to decide: no event."""
    assert ordinary(me=Holding(hand=["D1"])).kinds() == ["plot_chosen"]


def test_after_expanding_the_ranchero_goes_on_a_free_plot_of_the_next_column():
    me = Holding(hand=["D1", "D1"])
    position = ordinary(me=me)
    position.place(me.hand[0], (0, 0), me.hand[1], (1, 0))

    assert position.choices() == [("plot_chosen", {"position": p}) for p in (1, 2, 3)]


def test_a_taken_plot_of_the_next_column_is_refused():
    assert ordinary().refusal("plot_chosen", position=0) == "plot_taken"


def test_in_the_last_round_no_seat_chooses():
    """Section 4.3: (Not in the last round.)"""
    position = last(me=Holding(hand=["D1", "D1"]))

    assert position.kinds() == ["domino_placed"]
    assert position.look()["last_round"] is True
    assert position.look()["columns"]["next"] == []


# Section 5: the end of a round


def end_of_round(seats: int, saloon: list[str] | None = None) -> Script:
    script = begin_game(seats)
    for position in range(4 if seats == 2 else seats):
        assert script.play.due is not None
        if script.kinds_due() != ["plot_chosen"]:
            script.seat(script.play.due, "expansion_declined")
        script.seat(script.play.due, "plot_chosen", position=position)
    return script


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_new_column_is_dealt_and_the_former_next_column_becomes_the_current_one(seats):
    script = end_of_round(seats)
    former = script.next_plots()
    script.chance("column_dealt", plots=[3, 24, 46, 69])

    assert script.next_plots() == [3, 24, 46, 69]
    collected = script.look()["ranches"][0]["hand"]
    left = [plot for plot in script.current_plots() if plot is not None]
    assert set(left) < set(former)
    assert former[0] in collected


def test_with_three_seats_the_unchosen_plot_leaves_the_game():
    script = end_of_round(3)
    script.chance("column_dealt", plots=[3, 24, 46, 69])

    assert 68 not in script.current_plots()
    assert all(68 not in ranch["hand"] for ranch in script.look()["ranches"])
    for seat in range(3):
        if script.kinds_due() != ["plot_chosen"]:
            script.seat(seat, "expansion_declined")
        script.seat(seat, "plot_chosen", position=seat)
    assert not script.accepts("column_dealt", plots=[68, 4, 25, 49])


def recruiting_round() -> Script:
    """Return a game at the end of a round in which seat 0 recruited: its plots are 83 (B2) and 1."""
    script = begin_game(4, plots=[83, 1, 22, 44], second=[84, 2, 23, 45])
    for seat in range(4):
        script.seat(seat, "plot_chosen", position=3 - seat)
    script.chance("column_dealt", plots=[3, 24, 46, 69])
    assert script.play.due == 3
    script.seat(3, "domino_placed", cells=[(0, 1), (0, 0)], plots=[2, 83])
    script.seat(3, "partner_recruited", cell=(0, 0), partner="farmer", side="specialist")
    script.seat(3, "plot_chosen", position=0)
    for position, other in enumerate([2, 1, 0], start=1):
        if script.kinds_due() != ["plot_chosen"]:
            script.seat(other, "expansion_declined")
        script.seat(other, "plot_chosen", position=position)
    return script


def test_the_saloon_is_refilled_to_five_after_the_column():
    """Record format: end of every round but the last: ``column_dealt``, then ``saloon_filled``."""
    script = recruiting_round()
    assert not script.accepts("saloon_filled", partners=["trapper"])
    script.chance("column_dealt", plots=[4, 25, 47, 70])

    assert not script.accepts("saloon_filled", partners=["trapper", "trapper"])
    assert not script.accepts("column_dealt", plots=[5, 26, 48, 71])
    script.chance("saloon_filled", partners=["trapper"])
    assert len(script.look()["saloon"]) == 5


def test_the_saloon_is_not_refilled_during_the_round():
    script = begin_game(4, plots=[83, 1, 22, 44], second=[84, 2, 23, 45])
    for seat in range(4):
        script.seat(seat, "plot_chosen", position=3 - seat)
    script.chance("column_dealt", plots=[3, 24, 46, 69])
    script.seat(3, "domino_placed", cells=[(0, 1), (0, 0)], plots=[2, 83])
    script.seat(3, "partner_recruited", cell=(0, 0), partner="farmer", side="specialist")

    assert script.look()["saloon"] == SALOON[:4]
    assert script.play.due == 3


def test_without_a_recruitment_nothing_is_refilled():
    script = end_of_round(4)
    script.chance("column_dealt", plots=[3, 24, 46, 69])

    assert script.play.due == 0


def test_a_token_in_the_saloon_or_on_a_ranch_is_not_drawn_again():
    """Record format: no token more often than it exists; there are two farmers, one on a ranch, one left."""
    script = recruiting_round()
    script.chance("column_dealt", plots=[4, 25, 47, 70])

    assert script.accepts("saloon_filled", partners=["farmer"])
    script.chance("saloon_filled", partners=["farmer"])
    assert script.look()["supply"]["partners"] == 14


def test_the_last_round_comes_when_no_plots_are_left():
    """Section 5: if none are left, the next round is the last round: nothing is dealt."""
    position = last()

    assert position.look()["supply"]["plots"] == 0
    assert position.look()["round"] == position.look()["rounds"] == 24


def test_before_the_last_round_the_saloon_is_still_refilled():
    before = last(me=Holding(hand=["D1", "B2"]), saloon=["farmer"])

    assert len(before.saloon()) == 5


def test_the_saloon_is_filled_only_as_far_as_tokens_are_left():
    """Section 5: refilled to five as far as tokens are left."""
    everyone = [("desperado", "cowboy")] * 5 + [("cattle_thief", "cowboy")] * 5 + [("trapper", "cowboy")] * 5
    cells = [(c, r) for r in (1, 2, 3) for c in range(5)]
    other = Holding(ranch=dict.fromkeys(cells, "C1"), partners=dict(zip(cells, everyone, strict=True)))
    other.ranch = {cell: ("B2" if n < 9 else "D1" if n < 14 else "F1") for n, cell in enumerate(cells)}
    position = last(me=Holding(hand=["C1", "C1"]), others={3: other}, saloon=["farmer"])

    assert len(position.saloon()) == 5
    assert position.look()["supply"]["partners"] == 0


def test_me_is_the_seat_after_the_first():
    assert ordinary().seat == ME
