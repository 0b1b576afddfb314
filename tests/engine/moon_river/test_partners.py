"""Section 4, "Partners": the cowboy, the desperado, the cattle thief and protection."""

from typing import Any

import pytest

from tests.engine.moon_river.positions import COWBOY, SPECIALIST, Holding, Position, last, ordinary

ROWS = {(0, 1): "D1", (1, 1): "D1", (0, 2): "C1", (1, 2): "K1"}


def recruit(partner: str, side: str, me: Holding, **table: Any) -> Position:
    """
    Return the position after seat 1 placed its hand's first two plots on (0, 0) and (1, 0) and recruited on
    the first, a circle.
    """
    position = ordinary(me=me, saloon=[partner], **table)
    position.place(me.hand[0], (0, 0), me.hand[1], (1, 0))
    position.do("partner_recruited", cell=(0, 0), partner=partner, side=side)
    return position


# Cowboy


@pytest.mark.parametrize("partner", ["desperado", "cattle_thief", "gold_digger", "trapper", "farmer"])
def test_any_token_may_be_a_cowboy(partner):
    position = recruit(partner, COWBOY, Holding(ranch=ROWS, cows={(0, 1): 1}, hand=["M6", "D1"]))

    assert position.partners()[(0, 0)] == (partner, "cowboy")
    assert position.kinds() == ["cow_moved", "effect_declined"]


def test_a_cow_moves_to_an_adjacent_plot_that_exists_in_the_ranch():
    position = recruit("farmer", COWBOY, Holding(ranch=ROWS, cows={(0, 1): 1}, hand=["M6", "D1"]))

    assert [data for _, data in position.choices("cow_moved")] == [
        {"from": [0, 1], "to": [0, 0]},
        {"from": [0, 1], "to": [1, 1]},
        {"from": [0, 1], "to": [0, 2]},
    ]
    assert position.refusal("cow_moved", from_=(0, 1), to=(1, 2)) == "not_next_to"
    assert position.refusal("cow_moved", from_=(1, 1), to=(0, 1)) == "no_cow_there"


def test_a_cow_does_not_move_where_no_plot_lies():
    position = recruit("farmer", COWBOY, Holding(ranch=ROWS, cows={(1, 1): 1}, hand=["M6", "D1"]))

    assert position.refusal("cow_moved", from_=(1, 1), to=(2, 1)) == "no_plot_there"


def test_a_cow_never_moves_onto_a_corn_field():
    position = recruit("farmer", COWBOY, Holding(ranch=ROWS, cows={(1, 1): 1}, hand=["M6", "D1"]))

    assert position.refusal("cow_moved", from_=(1, 1), to=(1, 2)) == "corn_field"


def test_up_to_three_moves():
    me = Holding(ranch=ROWS, cows={(0, 1): 2}, hand=["M6", "D1"])
    position = recruit("farmer", COWBOY, me)
    for _ in range(2):
        position.do("cow_moved", from_=(0, 1), to=(0, 2))
    assert position.kinds() == ["cow_moved", "effect_declined"]
    position.do("cow_moved", from_=(0, 2), to=(0, 1))

    assert position.kinds() == ["plot_chosen"]


def test_one_cow_may_be_moved_several_times():
    position = recruit("farmer", COWBOY, Holding(ranch=ROWS, cows={(0, 2): 1}, hand=["M6", "D1"]))
    for start, end in (((0, 2), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 0))):
        position.do("cow_moved", from_=start, to=end)

    assert position.cows() == {(1, 0): 1}


def test_the_seat_may_stop_after_any_move():
    position = recruit("farmer", COWBOY, Holding(ranch=ROWS, cows={(0, 2): 1}, hand=["M6", "D1"]))
    position.do("cow_moved", from_=(0, 2), to=(0, 1))
    position.do("effect_declined")

    assert position.kinds() == ["plot_chosen"]


def test_the_seat_need_not_move_at_all():
    """Section 4 C: using the effect of a partner is optional."""
    position = recruit("farmer", COWBOY, Holding(ranch=ROWS, cows={(0, 2): 1}, hand=["M6", "D1"]))
    position.do("effect_declined")

    assert position.cows() == {(0, 2): 1}


def test_more_than_one_cow_may_stand_on_a_plot():
    position = recruit("farmer", COWBOY, Holding(ranch=ROWS, cows={(0, 1): 1, (0, 2): 2}, hand=["M6", "D1"]))
    position.do("cow_moved", from_=(0, 1), to=(0, 2))

    assert position.cows() == {(0, 2): 3}


def test_territory_borders_do_not_matter_to_moves():
    position = recruit("farmer", COWBOY, Holding(ranch=ROWS, cows={(0, 1): 1}, hand=["M6", "D1"]))
    position.do("cow_moved", from_=(0, 1), to=(0, 0))

    assert position.cows() == {(0, 0): 1}


def test_without_a_cow_that_can_move_the_cowboy_needs_no_event():
    position = recruit("farmer", COWBOY, Holding(hand=["M6", "K1"]))

    assert position.kinds() == ["plot_chosen"]


def test_a_cow_next_to_corn_only_cannot_move():
    position = recruit("farmer", COWBOY, Holding(hand=["M7", "K1"]))

    assert position.cows() == {(0, 0): 1}
    assert position.kinds() == ["plot_chosen"]


def test_only_cows_of_the_seats_own_ranch_move():
    others = {2: Holding(ranch={(0, 0): "M1", (0, 1): "M1"}, cows={(0, 0): 1})}
    position = recruit("farmer", COWBOY, Holding(hand=["M6", "D1"]), others=others)

    assert position.kinds() == ["plot_chosen"]


def test_a_cow_just_placed_may_move():
    position = recruit("farmer", COWBOY, Holding(hand=["B2", "D1"]))

    assert position.choices("cow_moved") == [("cow_moved", {"from": [0, 0], "to": [1, 0]})]


# Desperado


def swapping(
    hand: list[str] | None = None, others: dict[int, Holding] | None = None
) -> tuple[Position, Holding]:
    me = Holding(hand=hand or ["M6", "D1", "F1"])
    theirs = others if others is not None else {0: Holding(hand=["C1", "C1"]), 2: Holding(hand=["K1"])}
    return recruit("desperado", SPECIALIST, me, others=theirs), me


def test_a_desperado_may_swap_a_plot_of_the_storage_with_one_of_another_seat():
    position, me = swapping()
    mine = me.hand[2]
    c1, c2 = position.hand(0)
    (k1,) = position.hand(2)

    assert position.choices() == [
        ("plots_swapped", {"give": mine, "seat": 0, "take": c1}),
        ("plots_swapped", {"give": mine, "seat": 0, "take": c2}),
        ("plots_swapped", {"give": mine, "seat": 2, "take": k1}),
        ("effect_declined", {}),
    ]
    position.do("plots_swapped", give=mine, seat=2, take=k1)
    assert (position.hand(), position.hand(2)) == ([k1], [mine])


def test_a_swap_is_optional():
    position, me = swapping()
    position.do("effect_declined")

    assert position.hand() == [me.hand[2]]
    assert position.kinds() == ["plot_chosen"]


def test_both_must_hold_at_least_one_plot():
    empty_handed, _ = swapping(hand=["M6", "D1"])
    nobody_holds, _ = swapping(others={})

    assert empty_handed.kinds() == ["plot_chosen"]
    assert nobody_holds.kinds() == ["plot_chosen"]


def test_a_swap_names_plots_where_they_are():
    position, me = swapping()
    mine, theirs = me.hand[2], position.hand(0)[0]

    assert position.refusal("plots_swapped", give=theirs, seat=0, take=theirs) == "plot_not_in_hand"
    assert position.refusal("plots_swapped", give=mine, seat=2, take=theirs) == "plot_not_in_storage"
    assert position.refusal("plots_swapped", give=mine, seat=3, take=theirs) == "plot_not_in_storage"
    assert position.refusal("plots_swapped", give=mine, seat=1, take=mine) == "own_seat"


def test_a_seat_the_game_does_not_have_is_refused():
    me = Holding(hand=["M6", "D1", "F1"])
    position = ordinary(3, me=me, saloon=["desperado"], others={2: Holding(hand=["K1"])})
    position.place(me.hand[0], (0, 0), me.hand[1], (1, 0))
    position.do("partner_recruited", cell=(0, 0), partner="desperado", side="specialist")

    assert position.refusal("plots_swapped", give=me.hand[2], seat=3, take=1) == "no_such_seat"


def test_on_a_forced_turn_the_whole_remaining_hand_counts_as_storage():
    """Section 4, ruling."""
    position, me = swapping(hand=["M6", "D1", "F1", "F2"])
    gives = {data["give"] for _, data in position.choices("plots_swapped")}

    assert gives == set(me.hand[2:])


def test_the_plot_just_collected_counts_as_storage_too():
    me = Holding(hand=["M6", "D1", "F1"])
    position = recruit("desperado", SPECIALIST, me, others={2: Holding(hand=["K1"])})

    assert {data["give"] for _, data in position.choices("plots_swapped")} == {me.hand[-1]}


def test_the_swapped_in_plot_is_an_ordinary_plot_of_the_hand():
    """Section 4, ruling: it may be placed by a second domino of the same turn."""
    position, me = swapping(hand=["M6", "D1", "F1", "F2"])
    k1 = position.hand(2)[0]
    position.do("plots_swapped", give=me.hand[2], seat=2, take=k1)

    assert position.hand() == sorted([me.hand[3], k1])
    assert all(k1 in data["plots"] for _, data in position.choices("domino_placed"))
    assert position.choices("domino_placed")


def test_the_number_of_dominoes_stays_as_counted_at_the_start():
    """Section 4, ruling. Three plots at the start: one domino, whatever is swapped in."""
    position, me = swapping(hand=["M6", "D1", "F1"])
    position.do("plots_swapped", give=me.hand[2], seat=2, take=position.hand(2)[0])

    assert position.kinds() == ["plot_chosen"]


def test_on_a_last_turn_the_whole_remaining_hand_counts_as_storage():
    me = Holding(hand=["M6", "D1", "K1"])
    position = last(me=me, saloon=["desperado"] * 5, others={2: Holding(hand=["F1"])})
    position.place(me.hand[0], (0, 0), me.hand[1], (1, 0))
    position.do("partner_recruited", cell=(0, 0), partner="desperado", side="specialist")

    assert {data["give"] for _, data in position.choices("plots_swapped")} == {me.hand[2]}


def test_a_desperado_on_its_cowboy_side_swaps_nothing():
    me = Holding(hand=["M6", "D1", "F1"])
    position = recruit("desperado", COWBOY, me, others={2: Holding(hand=["K1"])})

    assert position.kinds() == ["plot_chosen"]


# Cattle thief


def stealing(others: dict[int, Holding], hand: list[str] | None = None) -> Position:
    return recruit("cattle_thief", SPECIALIST, Holding(hand=hand or ["M6", "D1"]), others=others)


def herd(**partners: Any) -> Holding:
    """Return a ranch with a desert of two and a canyon, a cow on each."""
    ranch = {(0, 0): "D5", (0, 1): "D1", (1, 0): "C6"}
    return Holding(ranch=ranch, cows=dict.fromkeys(ranch, 1), **partners)


def test_a_thief_takes_one_cow_from_another_ranch_and_puts_it_on_its_own_plot():
    position = stealing({2: herd()})
    position.do("cow_stolen", seat=2, cell=(0, 1))

    assert position.cows() == {(0, 0): 1}
    assert position.cows(2) == {(0, 0): 1, (1, 0): 1}
    assert position.kinds() == ["plot_chosen"]
    assert position.supply() == 29


def test_a_theft_is_optional():
    position = stealing({2: herd()})
    assert position.kinds() == ["cow_stolen", "effect_declined"]
    position.do("effect_declined")

    assert position.cows() == {}
    assert position.kinds() == ["plot_chosen"]


@pytest.mark.parametrize("side", [SPECIALIST, COWBOY])
@pytest.mark.parametrize("partner", ["desperado", "cattle_thief", "gold_digger", "trapper", "farmer"])
def test_every_partner_protects_all_cows_in_its_territory_cowboy_side_too(partner, side):
    position = stealing({2: herd(partners={(0, 0): (partner, side)})})

    assert position.choices("cow_stolen") == [("cow_stolen", {"cell": [1, 0], "seat": 2})]
    assert position.refusal("cow_stolen", seat=2, cell=(0, 1)) == "cow_protected"
    assert position.refusal("cow_stolen", seat=2, cell=(0, 0)) == "cow_protected"


def test_a_partner_protects_no_other_territory_of_its_landscape():
    holding = herd(partners={(0, 0): ("farmer", SPECIALIST)})
    holding.ranch[(4, 4)] = "D1"
    holding.cows[(4, 4)] = 1
    position = stealing({2: holding})

    assert [data["cell"] for _, data in position.choices("cow_stolen")] == [[1, 0], [4, 4]]


def test_with_no_unprotected_cow_elsewhere_the_thief_needs_no_event():
    protected = Holding(ranch={(0, 0): "D5"}, cows={(0, 0): 1}, partners={(0, 0): ("farmer", SPECIALIST)})

    assert stealing({2: protected}).kinds() == ["plot_chosen"]
    assert stealing({}).kinds() == ["plot_chosen"]


def test_a_thief_does_not_steal_from_its_own_seat():
    me = Holding(ranch={(0, 1): "D1"}, cows={(0, 1): 1}, hand=["M6", "D1"])
    position = recruit("cattle_thief", SPECIALIST, me, others={2: herd()})

    assert position.refusal("cow_stolen", seat=1, cell=(0, 1)) == "own_seat"


def test_a_thief_takes_from_any_other_seat_in_canonical_order():
    """Record format: ``cow_stolen`` seat, cell."""
    others = {3: herd(), 0: Holding(ranch={(0, 1): "M1", (1, 0): "M1"}, cows={(0, 1): 1, (1, 0): 2})}
    found = [(data["seat"], data["cell"]) for _, data in stealing(others).choices("cow_stolen")]

    assert found == [(0, [1, 0]), (0, [0, 1]), (3, [0, 0]), (3, [1, 0]), (3, [0, 1])]


def test_where_no_cow_stands_nothing_is_stolen():
    position = stealing({2: herd()})

    assert position.refusal("cow_stolen", seat=2, cell=(4, 4)) == "no_cow_there"
    assert position.refusal("cow_stolen", seat=3, cell=(0, 0)) == "no_cow_there"


def test_a_seat_the_game_does_not_have_loses_no_cow():
    me = Holding(hand=["M6", "D1"])
    position = ordinary(3, me=me, saloon=["cattle_thief"], others={2: herd()})
    position.place(me.hand[0], (0, 0), me.hand[1], (1, 0))
    position.do("partner_recruited", cell=(0, 0), partner="cattle_thief", side="specialist")

    assert position.refusal("cow_stolen", seat=3, cell=(0, 0)) == "no_such_seat"


def test_the_thiefs_own_partners_do_not_matter():
    position = stealing({2: herd()}, hand=["D5", "D1"])
    position.do("cow_stolen", seat=2, cell=(1, 0))

    assert position.cows() == {(0, 0): 2}


def test_a_thief_on_its_cowboy_side_steals_nothing():
    position = recruit("cattle_thief", COWBOY, Holding(hand=["M6", "D1"]), others={2: herd()})

    assert position.kinds() == ["plot_chosen"]


def test_specialists_that_score_at_the_end_have_no_effect_now():
    for partner in ("gold_digger", "trapper", "farmer"):
        position = recruit(partner, SPECIALIST, Holding(hand=["B2", "D1"]), others={2: herd()})

        assert position.kinds() == ["plot_chosen"]


def test_other_kinds_are_refused_while_an_effect_is_due():
    position = stealing({2: herd()})

    for kind, data in (
        ("plot_chosen", {"position": 1}),
        ("expansion_declined", {}),
        ("cow_removed", {"cell": [0, 0]}),
    ):
        assert position.refusal(kind, **data) == "wrong_phase"
