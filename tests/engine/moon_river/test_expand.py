"""Section 4.2 of the rules: how many dominoes, forced turns, declining and discarding."""

import pytest

from tests.engine.moon_river.positions import Holding, Position, legends, ordinary


def make_full_ranch() -> dict[tuple[int, int], str]:
    """Return a camp ranch without any two adjacent free cells."""
    cells = [
        (c, r) for r in range(5) for c in range(5) if (c, r) != (2, 0) and (c, r) not in ((0, 4), (4, 4))
    ]
    kinds = ["D1"] * 6 + ["C1"] * 6 + ["F1"] * 4 + ["M1"] * 3 + ["C2"] * 3
    return dict(zip(cells, kinds, strict=True))


def check_placed(position: Position, me: Holding, first: int, second: int, row: int) -> None:
    position.place(me.hand[first], (0, row), me.hand[second], (1, row))


# How many dominoes


def test_with_two_plots_in_hand_the_seat_may_place_a_domino():
    assert ordinary(me=Holding(hand=["D1", "D1"])).kinds() == ["domino_placed", "expansion_declined"]


def test_storage_and_the_plot_just_collected_are_the_hand():
    me = Holding(hand=["C1", "F1"])
    position = ordinary(me=me)
    collected = me.hand[-1]

    assert position.hand() == sorted(me.hand)
    assert any(collected in data["plots"] for _, data in position.choices("domino_placed"))


def test_three_plots_in_hand_allow_one_domino():
    me = Holding(hand=["D1", "D1", "D1"])
    position = ordinary(me=me)
    check_placed(position, me, 0, 1, 0)

    assert position.kinds() == ["plot_chosen"]


def test_four_plots_in_hand_allow_two_dominoes():
    me = Holding(hand=["D1", "D1", "D1", "D1"])
    position = ordinary(me=me)
    check_placed(position, me, 0, 1, 0)
    assert position.kinds() == ["domino_placed", "expansion_declined"]
    check_placed(position, me, 2, 3, 1)

    assert position.kinds() == ["plot_chosen"]
    assert position.hand() == []


def test_five_plots_in_hand_allow_two_dominoes():
    """Section 4.2: at most floor(hand at the start / 2) dominoes. Mary stores four."""
    me = Holding(hand=["D1"] * 5)
    position = ordinary(mode=legends("outlaws", "wesley", "mary", "calamity", "big_jo"), me=me)
    position.place(me.hand[0], (2, 1), me.hand[1], (1, 1))
    position.place(me.hand[2], (2, 2), me.hand[3], (1, 2))

    assert position.kinds() == ["plot_chosen"]
    assert len(position.hand()) == 1


def test_the_first_domino_is_fully_resolved_before_the_second():
    me = Holding(hand=["D1", "B2", "D1", "D1"])
    position = ordinary(me=me)
    position.place(me.hand[1], (0, 0), me.hand[0], (0, 1))

    assert position.kinds() == ["partner_recruited"]
    position.do("partner_recruited", cell=(0, 0), partner="farmer", side="specialist")
    assert position.kinds() == ["domino_placed", "expansion_declined"]


def test_the_two_plots_go_down_in_either_orientation():
    me = Holding(hand=["D1", "C1"])
    position = ordinary(me=me)
    found = [data for _, data in position.choices("domino_placed")]

    assert {"cells": [[0, 0], [1, 0]], "plots": me.hand} in found
    assert {"cells": [[1, 0], [0, 0]], "plots": me.hand} in found


def test_plots_that_are_not_in_the_hand_are_refused():
    me = Holding(hand=["D1", "C1"])
    position = ordinary(me=me)

    assert (
        position.refusal("domino_placed", cells=[(0, 0), (1, 0)], plots=[me.hand[0], 96])
        == "plot_not_in_hand"
    )
    assert position.refusal("domino_placed", cells=[(0, 0), (1, 0)], plots=[95, 96]) == "plot_not_in_hand"


# Declining


def test_a_seat_that_is_not_forced_may_decline():
    position = ordinary(me=Holding(hand=["D1", "D1", "D1"]))
    position.do("expansion_declined")

    assert position.kinds() == ["plot_chosen"]
    assert len(position.hand()) == 3


def test_a_seat_may_decline_between_dominoes():
    me = Holding(hand=["D1"] * 4)
    position = ordinary(me=me)
    check_placed(position, me, 0, 1, 0)
    position.do("expansion_declined")

    assert position.kinds() == ["plot_chosen"]
    assert len(position.hand()) == 2


def test_no_legal_placement_on_a_turn_that_is_not_forced_needs_no_event():
    """Record format: ``expansion_declined`` only where a legal placement exists."""
    position = ordinary(me=Holding(ranch=make_full_ranch(), hand=["K1", "K1"]))

    assert position.kinds() == ["plot_chosen"]
    assert position.refusal("expansion_declined") == "wrong_phase"


def test_no_second_placement_needs_no_event_either():
    ranch = make_full_ranch()
    del ranch[(3, 4)]
    me = Holding(ranch=ranch, hand=["C4", "D1", "K1", "K1"])
    position = ordinary(me=me)
    assert position.kinds() == ["domino_placed"]
    _, data = position.choices()[0]
    position.do("domino_placed", **data)

    assert position.kinds() == ["plot_chosen"]


# Forced turns


def test_a_turn_is_forced_when_every_storage_space_was_taken_before_collecting():
    """Section 4.1. Camp: three spaces."""
    position = ordinary(me=Holding(hand=["D1"] * 4))

    assert position.kinds() == ["domino_placed"]
    assert position.get_ranch()["forced"] is True
    assert position.refusal("expansion_declined") == "must_expand"


def test_a_turn_is_not_forced_with_a_space_left():
    position = ordinary(me=Holding(hand=["D1"] * 3))

    assert position.get_ranch()["forced"] is False


@pytest.mark.parametrize(("board", "spaces"), [("mary", 4), ("wesley", 3), ("calamity", 3), ("big_jo", 2)])
def test_a_turn_is_forced_by_the_spaces_of_the_seats_own_board(board, spaces):
    boards = [name for name in ("mary", "wesley", "calamity", "big_jo") if name != board]
    mode = legends("outlaws", boards[0], board, *boards[1:])

    assert ordinary(mode=mode, me=Holding(hand=["D1"] * (spaces + 1))).kinds() == ["domino_placed"]
    assert ordinary(mode=mode, me=Holding(hand=["D1"] * spaces)).kinds() == [
        "domino_placed",
        "expansion_declined",
    ]


def test_the_duty_of_a_forced_turn_ends_with_its_first_domino():
    me = Holding(hand=["D1"] * 4)
    position = ordinary(me=me)
    check_placed(position, me, 0, 1, 0)

    assert position.kinds() == ["domino_placed", "expansion_declined"]
    position.do("expansion_declined")
    assert position.kinds() == ["plot_chosen"]


def test_a_forced_seat_that_can_place_nothing_removes_two_plots_of_its_choice():
    me = Holding(ranch=make_full_ranch(), hand=["K1", "K2", "K2", "B1"])
    position = ordinary(me=me)
    a, b, c, d = sorted(me.hand)

    assert position.choices() == [
        ("plots_discarded", {"plots": pair}) for pair in ([a, b], [a, c], [a, d], [b, c], [b, d], [c, d])
    ]
    assert position.look()["phase"] == "discard"


def test_removed_plots_leave_the_game_and_the_expand_action_ends():
    me = Holding(ranch=make_full_ranch(), hand=["K1", "K2", "K2", "B1"])
    position = ordinary(me=me)
    gone = sorted(me.hand)[:2]
    position.do("plots_discarded", plots=gone)

    assert position.kinds() == ["plot_chosen"]
    assert position.hand() == sorted(me.hand)[2:]
    while position.state.actor == 1:
        position.do(*position.choices()[0][:1], **position.choices()[0][1])
    everywhere = [plot for ranch in position.look()["ranches"] for plot in ranch["hand"]]
    assert not set(gone) & set(everywhere)


def test_a_forced_seat_may_not_decline_when_it_can_place_nothing():
    position = ordinary(me=Holding(ranch=make_full_ranch(), hand=["K1", "K2", "K2", "B1"]))

    assert position.refusal("expansion_declined") != ""


def test_a_seat_may_never_discard_when_it_could_place():
    me = Holding(hand=["D1"] * 4)

    assert ordinary(me=me).refusal("plots_discarded", plots=me.hand[:2]) != ""


def test_a_seat_may_never_discard_when_it_is_not_forced():
    me = Holding(ranch=make_full_ranch(), hand=["K1", "K2"])
    position = ordinary(me=me)

    assert position.refusal("plots_discarded", plots=sorted(me.hand)) != ""


def test_plots_to_discard_must_be_in_the_hand():
    me = Holding(ranch=make_full_ranch(), hand=["K1", "K2", "K2", "B1"])
    position = ordinary(me=me)

    assert position.refusal("plots_discarded", plots=[1, min(me.hand)]) == "plot_not_in_hand"


def test_a_forced_seat_is_not_owed_a_second_domino_by_the_record():
    """
    Record format: on a forced turn one domino is owed until the first is placed. With nothing left to place
    after the first, the turn continues without an event and without a discard.
    """
    ranch = make_full_ranch()
    del ranch[(3, 4)]
    me = Holding(ranch=ranch, hand=["C4", "D1", "K1", "K1"])
    position = ordinary(me=me)
    _, data = position.choices("domino_placed")[0]
    position.do("domino_placed", **data)

    assert position.kinds() == ["plot_chosen"]
    assert len(position.hand()) == 2
