"""Section 7 of the rules: two seats, bonus landscape tiles."""

from typing import Any

import pytest

from tests.engine.moon_river.positions import Holding, Position, last, ordinary

#: Reaches row 8 in the left column; corn in the tenth row connects nothing else.
TOWER = {(0, r): kind for r, kind in enumerate(["D1", "D1", "D1", "D1", "C1", "C1", "C1", "C1", "C1"])}


def reaching(
    hand: list[str] | None = None, ranch: dict[Any, Any] | None = None, **table: Any
) -> tuple[Position, Holding]:
    """Return the position after seat 1 placed its first two plots on (0, 9) and (1, 9)."""
    me = Holding(ranch=dict(TOWER if ranch is None else ranch), hand=hand or ["C1", "F1"])
    position = ordinary(2, me=me, **table)
    position.place(me.hand[0], (0, 9), me.hand[1], (1, 9))
    return position, me


def test_two_tiles_are_there_at_the_start():
    assert ordinary(2).look()["bonus_tiles"] == [1, 2]


def test_with_more_seats_there_are_no_bonus_tiles():
    assert ordinary(3).look()["bonus_tiles"] == []
    assert ordinary(4).look()["bonus_tiles"] == []


def test_when_a_domino_first_reaches_the_tenth_row_its_seat_must_take_a_tile():
    position, _ = reaching()

    assert position.kinds() == ["bonus_tile_placed"]
    assert position.refusal("effect_declined") == "wrong_phase"


def test_one_cell_in_row_index_9_is_enough():
    ranch = {**TOWER}
    del ranch[(0, 8)]
    me = Holding(ranch=ranch, hand=["C1", "F1"])
    position = ordinary(2, me=me)
    position.place(me.hand[0], (0, 8), me.hand[1], (0, 9))

    assert position.kinds() == ["bonus_tile_placed"]


def test_row_index_8_does_not_reach():
    ranch = {cell: kind for cell, kind in TOWER.items() if cell[1] < 7}
    me = Holding(ranch=ranch, hand=["C1", "F1"])
    position = ordinary(2, me=me)
    position.place(me.hand[0], (0, 7), me.hand[1], (0, 8))

    assert position.kinds() == ["plot_chosen"]


def test_the_tile_comes_after_all_effects_of_the_domino():
    """Section 7: after all effects of that domino: skull, circle and its partner's effect come first."""
    ranch = {**TOWER, (1, 8): "D4"}
    me = Holding(ranch=ranch, cows={(1, 8): 1}, hand=["C4", "D5"])
    position = ordinary(2, me=me)
    position.place(me.hand[0], (0, 9), me.hand[1], (1, 9))
    assert position.kinds() == ["partner_recruited"]
    position.do("partner_recruited", cell=(1, 9), partner=position.saloon()[0], side="cowboy")
    assert position.kinds() == ["cow_moved", "effect_declined"]
    position.do("effect_declined")

    assert position.kinds() == ["bonus_tile_placed"]


def test_a_tile_goes_on_a_free_cell_under_the_connection_rule():
    """
    Section 7: bridge cell or same landscape adjacent. Camp bridges (2, 1), (4, 0) are free; the tower's desert
    and canyon and the forest on (1, 9) connect; there is no meadow.
    """
    position, _ = reaching()
    found = {(d["tile"], d["side"], tuple(d["cell"])) for _, d in position.choices()}
    bridges = {(2, 1), (4, 0)}
    adjacent = {
        "desert": {(1, r) for r in range(4)},
        "meadow": set(),
        "canyon": {(1, r) for r in range(4, 9)},
        "forest": {(1, 8), (2, 9)},
    }
    tiles = {"desert": 1, "meadow": 1, "canyon": 2, "forest": 2}

    assert found == {(tiles[side], side, cell) for side in tiles for cell in bridges | adjacent[side]}


def test_choices_are_in_canonical_order():
    """Record format: ``bonus_tile_placed`` tile, side, cell."""
    position, _ = reaching()
    sides = {"desert": 0, "canyon": 1, "meadow": 2, "forest": 3}
    keys = [(d["tile"], sides[d["side"]], d["cell"][1], d["cell"][0]) for _, d in position.choices()]

    assert keys == sorted(keys)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"tile": 1, "side": "desert", "cell": (3, 5)}, "not_connected"),
        ({"tile": 1, "side": "desert", "cell": (1, 5)}, "not_connected"),
        ({"tile": 1, "side": "desert", "cell": (0, 3)}, "cell_taken"),
        ({"tile": 1, "side": "desert", "cell": (2, 0)}, "blocked_cell"),
        ({"tile": 1, "side": "canyon", "cell": (2, 1)}, "wrong_side"),
        ({"tile": 2, "side": "farm", "cell": (2, 1)}, "wrong_side"),
        ({"tile": 3, "side": "desert", "cell": (2, 1)}, "malformed_event"),
        ({"tile": 0, "side": "desert", "cell": (2, 1)}, "malformed_event"),
    ],
)
def test_another_tile_side_or_cell_is_refused(data, code):
    position, _ = reaching()

    assert position.refusal("bonus_tile_placed", **data) == code


def test_the_seat_recruits_for_the_tiles_circle():
    position, _ = reaching(saloon=["farmer", "trapper"])
    position.do("bonus_tile_placed", tile=2, side="canyon", cell=(1, 4))
    assert {tuple(d["cell"]) for _, d in position.choices("partner_recruited")} == {(1, 4)}
    position.do("partner_recruited", cell=(1, 4), partner="farmer", side="specialist")

    assert position.partners() == {(1, 4): ("farmer", "specialist")}
    assert position.kinds() == ["plot_chosen"]


def test_without_a_token_the_tiles_circle_has_no_effect():
    position, _ = reaching(saloon=[])
    position.do("bonus_tile_placed", tile=2, side="canyon", cell=(1, 4))

    assert position.kinds() == ["plot_chosen"]


def test_a_thief_on_the_bonus_tile_puts_the_cow_there():
    others = {0: Holding(ranch={(0, 0): "M1"}, cows={(0, 0): 1})}
    position, _ = reaching(saloon=["cattle_thief"], others=others)
    position.do("bonus_tile_placed", tile=1, side="meadow", cell=(2, 1))
    position.do("partner_recruited", cell=(2, 1), partner="cattle_thief", side="specialist")
    position.do("cow_stolen", seat=0, cell=(0, 0))

    assert position.cows() == {(2, 1): 1}


def test_the_second_seat_gets_the_tile_that_is_left():
    position, _ = reaching(bonus_tiles=[2])

    assert {d["tile"] for _, d in position.choices()} == {2}
    assert position.refusal("bonus_tile_placed", tile=1, side="desert", cell=(2, 1)) == "tile_taken"


def test_a_placed_tile_is_not_taken_again():
    position, _ = reaching(saloon=[])
    position.do("bonus_tile_placed", tile=1, side="desert", cell=(1, 0))

    assert position.look()["bonus_tiles"] == [2]
    assert position.get_ranch()["bonus_done"] is True


def test_each_seat_gets_at_most_one_chance():
    ranch = {**TOWER, (0, 9): "C2"}
    me = Holding(ranch=ranch, hand=["C1", "F1"], bonus_done=True)
    position = ordinary(2, me=me)
    position.place(me.hand[0], (1, 8), me.hand[1], (1, 9))

    assert position.kinds() == ["plot_chosen"]


def wall_in(bonus_kinds: list[str]) -> dict[tuple[int, int], str]:
    """Return a tower of corn with all bridges taken by farms: no tile's side connects anywhere."""
    corn = ["K1"] * 6 + ["K2"] * 3
    return {(0, 0): "B1", **{(0, r): corn[r - 1] for r in range(1, 9)}, (2, 1): "B1", (4, 0): bonus_kinds[0]}


def test_if_no_tile_side_or_cell_is_legal_the_lower_tile_is_removed_and_nothing_else_happens():
    """Section 7, ruling: one tile is removed from the game, the lower tile id."""
    position, _ = reaching(hand=["K2", "B1"], ranch=wall_in(["B1"]))

    assert position.kinds() == ["plot_chosen"]
    assert position.look()["bonus_tiles"] == [2]
    assert position.get_ranch()["bonus_done"] is True


def test_if_the_tile_that_is_left_does_not_fit_it_is_removed():
    position, _ = reaching(hand=["K2", "B1"], ranch=wall_in(["D1"]), bonus_tiles=[2])

    assert position.look()["bonus_tiles"] == []
    assert position.kinds() == ["plot_chosen"]


def test_a_tile_that_fits_on_one_side_must_be_placed():
    """Only desert connects, next to the plot on (4, 0)."""
    position, _ = reaching(hand=["K2", "B1"], ranch=wall_in(["D1"]))

    assert {(d["tile"], d["side"], tuple(d["cell"])) for _, d in position.choices()} == {
        (1, "desert", (3, 0)),
        (1, "desert", (4, 1)),
    }


def with_tile(side: str = "desert", tile: int = 1, **more: Any) -> Holding:
    ranch = {(0, 0): "D1", (1, 0): ("tile", tile, side), (0, 1): "C1"}
    return Holding(ranch=ranch, bonus_done=True, **more)


def test_a_placed_tile_connects_plots_of_its_landscape():
    """Section 4: a placed bonus landscape tile counts as a plot of its landscape."""
    me = with_tile("meadow", hand=["M1", "F1"])
    position = ordinary(2, me=me, bonus_tiles=[2])
    position.place(me.hand[0], (1, 1), me.hand[1], (1, 2))

    assert position.plots()[(1, 1)] == me.hand[0]


def test_a_placed_tile_is_part_of_a_territory_and_of_the_tie_break():
    """Section 7, ruling: a plot of its landscape for every rule (territories, cows, thieves, scenarios, tie-breaks)."""
    me = with_tile(cows={(1, 0): 1}, hand=["K1"])
    position = ordinary(2, me=me, bonus_tiles=[2])

    assert position.get_parts()["territories"] == 2
    assert position.outcome().seats[1].ties == (2, 1)


def test_a_placed_tile_shows_no_resource():
    position = ordinary(2, me=with_tile(hand=["K1"]), bonus_tiles=[2])

    assert position.get_parts()["resources"] == 0


def test_cows_move_onto_a_placed_tile():
    me = with_tile(cows={(0, 0): 1}, hand=["M6", "F1"])
    position = ordinary(2, me=me, bonus_tiles=[2], saloon=["farmer"])
    position.place(me.hand[0], (2, 1), me.hand[1], (2, 2))
    position.do("partner_recruited", cell=(2, 1), partner="farmer", side="cowboy")
    position.do("cow_moved", from_=(0, 0), to=(1, 0))

    assert position.cows() == {(1, 0): 1}


def test_a_skull_takes_a_cow_from_a_placed_tile_in_its_territory():
    me = with_tile(cows={(1, 0): 1}, hand=["D3", "F1"])
    position = ordinary(2, me=me, bonus_tiles=[2])
    position.place(me.hand[0], (1, 1), me.hand[1], (1, 2))

    assert position.choices() == [("cow_removed", {"cell": [1, 0]})]


def test_a_partner_on_a_placed_tile_protects_its_territory():
    theirs = with_tile(cows={(0, 0): 1, (0, 1): 1}, partners={(1, 0): ("farmer", "cowboy")})
    me = Holding(hand=["M6", "F1"])
    position = ordinary(2, me=me, others={0: theirs}, bonus_tiles=[2], saloon=["cattle_thief"])
    position.place(me.hand[0], (0, 0), me.hand[1], (1, 0))
    position.do("partner_recruited", cell=(0, 0), partner="cattle_thief", side="specialist")

    assert position.choices("cow_stolen") == [("cow_stolen", {"cell": [0, 1], "seat": 0})]


def test_a_bonus_tile_on_a_last_turn_is_taken_too():
    """Section 7 applies to every domino; the duty to expand continues after it."""
    me = Holding(ranch=dict(TOWER), hand=["C1", "F1"])
    position = last(2, me=me, saloon=["farmer"] * 2 + ["trapper"] * 3)
    position.place(me.hand[0], (0, 9), me.hand[1], (1, 9))

    assert position.kinds() == ["bonus_tile_placed"]


def test_the_tile_comes_before_the_second_domino():
    me = Holding(ranch=dict(TOWER), hand=["C1", "F1", "D1", "D1"])
    position = ordinary(2, me=me, saloon=[])
    position.place(me.hand[0], (0, 9), me.hand[1], (1, 9))
    position.do("bonus_tile_placed", tile=1, side="desert", cell=(1, 0))

    assert position.kinds() == ["domino_placed", "expansion_declined"]
