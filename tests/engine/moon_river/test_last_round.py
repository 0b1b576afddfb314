"""Section 6 of the rules: the last turn of each seat."""

import pytest

from tests.engine.moon_river.positions import Holding, Position, last
from tests.engine.moon_river.test_expand import make_full_ranch


def test_the_seat_expands_as_often_as_the_hand_allows():
    """
    Section 6: not at most floor(hand / 2) counted once, but while some domino can be made. The desert and
    four more plots: two dominoes and a rest.
    """
    me = Holding(hand=["D1"] * 4)
    position = last(me=me)
    position.place(me.hand[0], (0, 0), me.hand[1], (0, 1))
    assert position.kinds() == ["domino_placed"]
    position.place(me.hand[2], (1, 0), me.hand[3], (1, 1))

    assert position.seat != 0


def test_while_some_domino_can_be_made_the_seat_must_place_one():
    position = last(me=Holding(hand=["D1", "D1"]))

    assert position.kinds() == ["domino_placed"]
    assert position.refusal("expansion_declined") == "must_expand"


def test_the_seat_may_place_any_legal_one():
    me = Holding(hand=["D1", "C1", "F1"])
    pairs = {tuple(data["plots"]) for _, data in last(me=me).choices()}
    a, b, c = sorted(me.hand)

    assert pairs == {(a, b), (a, c), (b, c)}


def test_when_none_can_be_made_the_rest_of_the_hand_is_discarded_without_an_event():
    me = Holding(hand=["D1", "D1", "K1"])
    position = last(me=me)
    position.place(me.hand[0], (0, 0), me.hand[1], (0, 1))

    assert position.hand(0) == []
    assert position.seat != 0


def test_a_last_turn_without_any_domino_passes_without_an_event():
    """The next seat's turn has begun: seat 1 collects and holds two plots."""
    me = Holding(hand=["D1"])
    position = last(me=me, others={1: Holding(hand=["C1", "C1"])}, begins=1)

    assert position.seat == 1
    assert position.hand(0) == []


def test_nothing_is_discarded_by_choice_on_a_last_turn():
    """Section 6: this replaces the forced rule; ``plots_discarded`` never on a last turn."""
    me = Holding(ranch=make_full_ranch(), hand=["K1", "K1", "K2", "K2"])
    others = {1: Holding(hand=["B1", "B1"])}
    position = last(me=me, others=others, begins=1)

    assert position.seat == 1
    assert position.hand(0) == []


def test_a_discarded_hand_is_gone_before_the_next_seats_desperado():
    me = Holding(hand=["K1"])
    others = {1: Holding(hand=["M6", "D1", "D1"])}
    position = last(me=me, others=others, begins=1)
    a, b, _ = others[1].hand
    position.place(a, (0, 0), b, (0, 1))
    position.do("partner_recruited", cell=(0, 0), partner="desperado", side="specialist")

    assert all(data["seat"] != 0 for _, data in position.choices("plots_swapped"))


def test_a_swap_on_a_last_turn_may_make_a_domino_possible():
    """Sections 4 and 6: the swapped-in plot is an ordinary plot of the hand, and one must be placed again."""
    ranch = make_full_ranch()
    del ranch[(3, 4)], ranch[(2, 4)], ranch[(1, 4)]
    me = Holding(ranch=ranch, hand=["M6", "C4", "K1", "K1"])
    position = last(me=me, others={2: Holding(hand=["M3"])}, saloon=["desperado"] * 5)
    position.place(me.hand[0], (3, 4), me.hand[1], (4, 4))
    position.do("partner_recruited", cell=(3, 4), partner="desperado", side="specialist")
    position.do("plots_swapped", give=me.hand[2], seat=2, take=position.hand(2)[0])

    assert position.kinds() == ["domino_placed"]


def test_the_game_is_over_after_the_last_turn_of_the_last_seat():
    position = last(me=Holding(hand=["D1", "D1"]))
    while position.state.actor is not None:
        kind, data = position.choices()[0]
        position.do(kind, **data)

    assert position.look()["over"] is True
    assert position.look()["phase"] == "over"
    assert all(ranch["hand"] == [] for ranch in position.look()["ranches"])


# Two seats: order 0, 1, 1, 0


def two_seats(me: list[str], other: list[str]) -> tuple[Position, Holding, Holding]:
    mine, theirs = Holding(hand=me), Holding(hand=other)
    return last(2, me=mine, others={1: theirs}), mine, theirs


def test_with_two_seats_the_first_turn_of_the_last_round_is_an_ordinary_one():
    """Section 6, ruling: an ordinary turn without a choose action."""
    position, mine, _ = two_seats(["D1", "D1"], ["C1", "C1"])
    assert position.kinds() == ["domino_placed", "expansion_declined"]
    position.do("expansion_declined")

    assert position.seat == 1
    assert position.hand(0) == sorted(mine.hand)


def test_with_two_seats_the_first_turn_of_the_last_round_may_be_forced():
    position, _, _ = two_seats(["D1"] * 4, ["C1"])

    assert position.get_ranch(0)["forced"] is True
    assert position.kinds() == ["domino_placed"]


def test_with_two_seats_a_forced_first_turn_of_the_last_round_may_discard():
    me = Holding(ranch=two_seat_wall(), hand=["K1", "K1", "K2", "K2"])
    position = last(2, me=me, others={1: Holding(hand=["C1"])})

    assert position.kinds() == ["plots_discarded"]
    position.do("plots_discarded", plots=sorted(me.hand)[:2])
    assert position.hand(0) == sorted(me.hand)[2:]
    assert position.seat == 1


def two_seat_wall() -> dict[tuple[int, int], str]:
    """Return a ranch whose bridges are taken and that has no corn: corn connects nowhere."""
    return {(0, 0): "D1", (2, 1): "C1", (4, 0): "F1"}


def test_with_two_seats_an_ordinary_turn_ends_with_its_dominoes_even_in_the_last_round():
    position, mine, _ = two_seats(["D1", "D1", "D1"], ["C1"])
    position.place(mine.hand[0], (0, 0), mine.hand[1], (0, 1))

    assert position.seat == 1
    assert len(position.hand(0)) == 1


def test_with_two_seats_the_second_turn_of_the_last_round_is_the_last_one():
    position, _, theirs = two_seats(["D1", "D1"], ["C1", "C1"])
    position.do("expansion_declined")
    assert (position.seat, position.kinds()) == (1, ["domino_placed", "expansion_declined"])
    position.do("expansion_declined")

    assert position.seat == 1
    assert position.kinds() == ["domino_placed"]
    assert position.refusal("expansion_declined") == "must_expand"
    while position.seat == 1:
        kind, data = position.choices()[0]
        position.do(kind, **data)
    assert position.hand(1) == []
    assert position.seat == 0
    assert position.kinds() == ["domino_placed"]
    assert theirs.hand


def test_with_two_seats_the_other_seats_hand_may_be_swapped_until_its_last_turn():
    position, mine, _ = two_seats(["M6", "D1", "D1"], ["C1", "C1"])
    assert "desperado" in position.saloon()
    position.place(mine.hand[0], (0, 0), mine.hand[1], (0, 1))
    position.do("partner_recruited", cell=(0, 0), partner="desperado", side="specialist")

    assert {data["seat"] for _, data in position.choices("plots_swapped")} == {1}


@pytest.mark.parametrize("seats", [3, 4])
def test_with_more_seats_every_turn_of_the_last_round_is_a_last_turn(seats):
    position = last(seats, me=Holding(hand=["D1", "D1"]), others={1: Holding(hand=["C1", "C1"])})
    position.do(*position.choices()[0][:1], **position.choices()[0][1])

    assert position.seat == 1
    assert position.kinds() == ["domino_placed"]
