"""Section 4, "Effects of a placed domino, in this order": cows, skulls, circles."""

from typing import Any

import pytest

from tests.engine.moon_river.positions import ME, Holding, Position, ordinary

#: Seat 3 keeps these, so that the supply can run low with every cow accounted for.
HERD = {(0, 0): "M1", (0, 1): "M1", (0, 2): "M1"}


def keeper(cows: int) -> dict[int, Holding]:
    """Return a ranch that holds that many cows."""
    return {3: Holding(ranch=dict(HERD), cows={(0, 0): cows - 20, (0, 1): 10, (0, 2): 10})}


def placing(me: Holding, first: int, second: int, **table: Any) -> Position:
    """Return the position after placing two plots of the hand on (0, 0) and (0, 1)."""
    position = ordinary(me=me, **table)
    position.place(me.hand[first], (0, 0), me.hand[second], (0, 1))
    return position


# A. Cows


@pytest.mark.parametrize(("kind", "cows"), [("M1", 0), ("M3", 1), ("B1", 1), ("M5", 2), ("C5", 2)])
def test_for_each_cow_symbol_one_cow_goes_on_that_plot(kind, cows):
    me = Holding(hand=[kind, "D1"])
    position = placing(me, 0, 1)

    assert position.cows() == ({(0, 0): cows} if cows else {})
    assert position.supply() == 32 - cows


def test_both_plots_get_their_cows():
    position = placing(Holding(hand=["M5", "B1"]), 0, 1)

    assert position.cows() == {(0, 0): 2, (0, 1): 1}
    assert position.supply() == 29


def test_when_the_supply_is_empty_the_symbol_has_no_effect():
    """Section 4 A, ruling."""
    position = placing(Holding(hand=["M5", "B1"]), 0, 1, others=keeper(32))

    assert position.cows() == {}
    assert position.supply() == 0


@pytest.mark.parametrize("swapped", [False, True])
def test_with_too_few_in_the_supply_the_lower_plot_id_is_served_first(swapped):
    """Section 4 A, ruling. M5 has a lower id than B1; which cell it lies on does not matter."""
    me = Holding(hand=["M5", "B1"])
    position = ordinary(me=me, others=keeper(30))
    meadow, farm = me.hand
    assert meadow < farm
    cells = [(0, 1), (0, 0)] if swapped else [(0, 0), (0, 1)]
    position.place(meadow, cells[0], farm, cells[1])

    assert position.cows() == {cells[0]: 2}
    assert position.supply() == 0


def test_a_plot_with_two_symbols_gets_one_cow_when_one_is_left():
    position = placing(Holding(hand=["M5", "D1"]), 0, 1, others=keeper(31))

    assert position.cows() == {(0, 0): 1}


def test_a_lower_plot_takes_the_last_cow_from_a_plot_with_two():
    position = placing(Holding(hand=["D4", "M5"]), 0, 1, others=keeper(30))

    assert position.cows() == {(0, 0): 1, (0, 1): 1}


# B. Skulls


def test_for_each_skull_one_cow_is_removed_and_returned_to_the_supply():
    me = Holding(ranch={(1, 0): "D4"}, cows={(1, 0): 1}, hand=["D3", "F1"])
    position = placing(me, 0, 1)
    assert position.choices() == [("cow_removed", {"cell": [1, 0]})]
    position.do("cow_removed", cell=(1, 0))

    assert position.cows() == {}
    assert position.supply() == 32
    assert position.kinds() == ["plot_chosen"]


def test_the_seat_names_the_cell_also_when_only_one_has_cows():
    """Section 4 B."""
    me = Holding(ranch={(1, 0): "D4"}, cows={(1, 0): 1}, hand=["D3", "F1"])

    assert placing(me, 0, 1).kinds() == ["cow_removed"]


def test_the_territory_is_the_one_the_plot_now_belongs_to():
    """Section 4 B: two territories the plot joins become one; other landscapes and other territories do not count."""
    ranch = {(1, 0): "D1", (1, 1): "C1", (0, 2): "D1", (4, 4): "D1", (1, 2): "C1"}
    me = Holding(ranch=ranch, cows={(1, 0): 1, (1, 1): 1, (0, 2): 2, (4, 4): 1}, hand=["D3", "D1"])
    position = placing(me, 0, 1)

    assert [data["cell"] for _, data in position.choices()] == [[1, 0], [0, 2]]
    assert position.refusal("cow_removed", cell=(4, 4)) == "wrong_territory"
    assert position.refusal("cow_removed", cell=(1, 1)) == "wrong_territory"
    assert position.refusal("cow_removed", cell=(0, 0)) == "no_cow_there"


def test_one_cow_of_several_on_a_cell_is_removed():
    me = Holding(ranch={(1, 0): "D1"}, cows={(1, 0): 3}, hand=["D3", "F1"])
    position = placing(me, 0, 1)
    position.do("cow_removed", cell=(1, 0))

    assert position.cows() == {(1, 0): 2}


def test_cows_just_placed_are_included():
    """Section 4 B: (cows just placed included): skull and cow symbol on one domino."""
    position = placing(Holding(hand=["D3", "D4"]), 0, 1)

    assert position.choices() == [("cow_removed", {"cell": [0, 1]})]


def test_a_skull_without_a_cow_in_its_territory_has_no_effect_and_no_event():
    me = Holding(ranch={(1, 0): "C1"}, cows={(1, 0): 1}, hand=["D3", "F1"])

    assert placing(me, 0, 1).kinds() == ["plot_chosen"]


def test_two_skulls_are_resolved_one_after_the_other_lower_plot_id_first():
    """Section 4 B: the desert skull (D3) has the lower id, whichever cell it lies on."""
    ranch = {(1, 0): "C1", (1, 1): "D1"}
    me = Holding(ranch=ranch, cows={(1, 0): 1, (1, 1): 1}, hand=["C3", "D3"])
    position = placing(me, 0, 1)
    assert position.choices() == [("cow_removed", {"cell": [1, 1]})]
    position.do("cow_removed", cell=(1, 1))
    assert position.choices() == [("cow_removed", {"cell": [1, 0]})]
    position.do("cow_removed", cell=(1, 0))

    assert position.supply() == 32


def test_the_second_skull_finds_what_the_first_left():
    me = Holding(ranch={(1, 0): "D1"}, cows={(1, 0): 1}, hand=["D3", "D3"])
    position = placing(me, 0, 1)
    position.do("cow_removed", cell=(1, 0))

    assert position.kinds() == ["plot_chosen"]


def test_a_first_skull_without_a_cow_does_not_stop_the_second():
    me = Holding(ranch={(1, 1): "C1"}, cows={(1, 1): 1}, hand=["D3", "C3"])

    assert placing(me, 0, 1).choices() == [("cow_removed", {"cell": [1, 1]})]


def test_a_skull_never_acts_again():
    ranch = {(0, 0): "D3", (0, 1): "C1"}
    me = Holding(ranch=ranch, hand=["D4", "F1"])
    position = ordinary(me=me)
    position.place(me.hand[0], (1, 0), me.hand[1], (1, 1))

    assert position.cows() == {(1, 0): 1}
    assert position.kinds() == ["plot_chosen"]


def test_a_cow_returned_by_a_skull_comes_after_the_cows_were_placed():
    """Section 4: in this order. The supply was empty when the cows were due, so the skull's cow stays in it."""
    me = Holding(ranch={(1, 0): "D1"}, cows={(1, 0): 1}, hand=["D3", "D4"])
    position = placing(me, 0, 1, others=keeper(31))
    position.do("cow_removed", cell=(1, 0))

    assert position.cows() == {}
    assert position.supply() == 1


def test_skulls_come_before_circles():
    me = Holding(ranch={(1, 0): "D1"}, cows={(1, 0): 1}, hand=["D3", "M6"])
    position = placing(me, 0, 1)
    assert position.kinds() == ["cow_removed"]
    position.do("cow_removed", cell=(1, 0))

    assert position.kinds() == ["partner_recruited"]


def test_a_protected_cow_may_be_removed_by_a_skull():
    """Section 4, partners: protection is from the cattle thief."""
    me = Holding(
        ranch={(1, 0): "D5"}, cows={(1, 0): 1}, partners={(1, 0): ("farmer", "specialist")}, hand=["D3", "F1"]
    )

    assert placing(me, 0, 1).choices() == [("cow_removed", {"cell": [1, 0]})]


# C. Circles


def test_for_each_circle_one_recruitment():
    position = placing(Holding(hand=["M6", "D1"]), 0, 1, saloon=["farmer", "trapper"])

    assert position.choices() == [
        ("partner_recruited", {"cell": [0, 0], "partner": partner, "side": side})
        for partner in ("trapper", "farmer")
        for side in ("specialist", "cowboy")
    ]


def test_a_token_that_lies_in_the_saloon_twice_is_listed_once():
    position = placing(Holding(hand=["M6", "D1"]), 0, 1, saloon=["trapper", "trapper"])

    assert len(position.choices()) == 2


def test_the_token_leaves_the_saloon_for_the_circle():
    position = placing(Holding(hand=["M6", "D1"]), 0, 1, saloon=["farmer", "trapper", "trapper"])
    position.do("partner_recruited", cell=(0, 0), partner="trapper", side="specialist")

    assert position.saloon() == ["trapper", "farmer"]
    assert position.partners() == {(0, 0): ("trapper", "specialist")}
    assert position.kinds() == ["plot_chosen"]


def test_a_token_not_in_the_saloon_is_refused():
    position = placing(Holding(hand=["M6", "D1"]), 0, 1, saloon=["trapper"])

    assert (
        position.refusal("partner_recruited", cell=(0, 0), partner="farmer", side="cowboy") == "not_in_saloon"
    )


def test_a_cell_without_a_waiting_circle_is_refused():
    me = Holding(
        ranch={(1, 0): "B2", (1, 1): "B2"}, partners={(1, 0): ("farmer", "cowboy")}, hand=["M6", "D1"]
    )
    position = placing(me, 0, 1, saloon=["trapper"])

    for cell in ((0, 1), (1, 0), (1, 1), (4, 4)):
        assert (
            position.refusal("partner_recruited", cell=cell, partner="trapper", side="cowboy") == "wrong_cell"
        )


def test_with_two_circles_the_seat_chooses_the_order():
    position = placing(Holding(hand=["M6", "B2"]), 0, 1, saloon=["farmer", "trapper"])
    assert {tuple(data["cell"]) for _, data in position.choices()} == {(0, 0), (0, 1)}
    position.do("partner_recruited", cell=(0, 1), partner="farmer", side="specialist")

    assert {tuple(data["cell"]) for _, data in position.choices()} == {(0, 0)}
    position.do("partner_recruited", cell=(0, 0), partner="trapper", side="specialist")
    assert position.kinds() == ["plot_chosen"]


def test_the_first_circles_effect_is_resolved_before_the_second_circle():
    me = Holding(hand=["M6", "B2"])
    position = placing(me, 0, 1, saloon=["farmer", "trapper"])
    position.do("partner_recruited", cell=(0, 0), partner="farmer", side="cowboy")

    assert position.kinds() == ["cow_moved", "effect_declined"]
    position.do("effect_declined")
    assert position.kinds() == ["partner_recruited"]


def test_with_no_token_left_a_circle_has_no_effect():
    position = placing(Holding(hand=["M6", "D1"]), 0, 1, saloon=[])

    assert position.kinds() == ["plot_chosen"]
    assert position.partners() == {}


def test_with_one_token_left_one_of_two_circles_goes_without():
    position = placing(Holding(hand=["M6", "B2"]), 0, 1, saloon=["farmer"])
    position.do("partner_recruited", cell=(0, 1), partner="farmer", side="specialist")

    assert position.kinds() == ["plot_chosen"]
    assert position.partners() == {(0, 1): ("farmer", "specialist")}


def test_recruiting_is_mandatory_while_a_token_is_left():
    position = placing(Holding(hand=["M6", "D1"]), 0, 1)

    assert position.kinds() == ["partner_recruited"]
    assert position.refusal("effect_declined") == "must_recruit"


def test_a_circle_left_empty_stays_empty():
    me = Holding(ranch={(1, 0): "B2"}, hand=["D1", "D1"])

    assert placing(me, 0, 1).kinds() == ["plot_chosen"]


def test_canonical_order_of_recruitments_is_cell_partner_side():
    """Record format: cells by (row, column), names in the component file's order, specialist before cowboy."""
    saloon = ["farmer", "desperado", "gold_digger", "trapper", "cattle_thief"]
    found = [data for _, data in placing(Holding(hand=["B2", "M6"]), 0, 1, saloon=saloon).choices()]
    names = ["desperado", "cattle_thief", "gold_digger", "trapper", "farmer"]

    assert [(d["cell"], d["partner"], d["side"]) for d in found] == [
        (cell, name, side) for cell in ([0, 0], [0, 1]) for name in names for side in ("specialist", "cowboy")
    ]


def test_me_holds_what_the_builder_says():
    position = ordinary(me=Holding(ranch={(0, 0): "M3"}, cows={(0, 0): 1}, hand=["D1"]))

    assert (position.seat, position.cows()) == (ME, {(0, 0): 1})
