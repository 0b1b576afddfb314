"""Sections 1 to 3 of the rules: terms, options and set-up."""

from itertools import permutations
from typing import Any

import pytest

from engine.core import CHANCE, InvalidOptions
from engine.rulesets import registry
from engine.rulesets.moon_river import component_set
from tests.engine.moon_river.scripts import SALOON, Script, begin_game, draw_setup
from tests.engine.reference.naive_moon_river import COMPONENTS, PLOTS

RULESET = registry.get("moon-river@1")


def legends(scenario: str = "outlaws", **more: Any) -> dict[str, object]:
    return {"mode": "legends", "scenario": scenario, **more}


# Section 1 and the component data


def test_plots_are_numbered_by_running_through_the_kinds_copies_in_a_row():
    """Component data: plots are numbered 1-96 by running through the kinds in order."""
    plots = component_set("2026-1").plots
    names = ("kind", "back", "landscape", "cows", "skull", "circle", "resource", "resource_count")

    assert sorted(plots) == list(range(1, 97))
    for number, face in PLOTS.items():
        assert {name: getattr(plots[number], name) for name in names} == {name: face[name] for name in names}


def test_twenty_partner_tokens_and_32_cows():
    """Section 3.2: five tokens drawn from the shuffled twenty; section 1: the 32 cow figures."""
    box = component_set("2026-1")

    assert dict(box.partners) == COMPONENTS["partners"]
    assert sum(box.partners.values()) == 20
    assert box.cows == 32


@pytest.mark.parametrize(
    ("board", "spaces", "bridges"),
    [("camp", 3, 3), ("mary", 4, 1), ("wesley", 3, 2), ("calamity", 3, 2), ("big_jo", 2, 3)],
)
def test_boards_have_their_spaces_and_bridges(board, spaces, bridges):
    """Section 2: camp 3 and 3; Mary 4 spaces, 1 bridge; Wesley 3 and 2; Calamity 3 and 2; Big Jo 2 and 3."""
    found = component_set("2026-1").boards[board]

    assert (found.storage, len(found.bridges)) == (spaces, bridges)
    assert [list(bridge) for bridge in found.bridges] == COMPONENTS["boards"][board]["bridges"]


# Section 2


def test_base_gives_everyone_the_camp_board():
    ranches = Script(3).look()["ranches"]

    assert [ranch["board"] for ranch in ranches] == ["camp", "camp", "camp"]


def test_boards_default_by_seat_order():
    ranches = Script(4, legends()).look()["ranches"]

    assert [ranch["board"] for ranch in ranches] == ["mary", "wesley", "calamity", "big_jo"]


@pytest.mark.parametrize("boards", list(permutations(["mary", "wesley", "calamity", "big_jo"], 2)))
def test_any_two_different_characters_may_be_given(boards):
    options = legends(boards=list(boards))

    assert [ranch["board"] for ranch in Script(2, options).look()["ranches"]] == list(boards)
    assert RULESET.complete_options(options, 2)["boards"] == list(boards)


def test_no_two_seats_have_the_same_character():
    with pytest.raises(InvalidOptions):
        RULESET.complete_options(legends(boards=["mary", "wesley", "mary"]), 3)


def test_base_has_no_scenario_and_no_boards():
    assert RULESET.complete_options({"mode": "base"}, 4) == {"mode": "base"}
    for more in ({"scenario": "random"}, {"boards": ["mary", "wesley"]}):
        with pytest.raises(InvalidOptions):
            RULESET.complete_options({"mode": "base", **more}, 2)


def test_legends_needs_a_scenario():
    with pytest.raises(InvalidOptions) as caught:
        RULESET.complete_options({"mode": "legends"}, 2)

    assert caught.value.details["field"] == "scenario"


def test_mode_is_required():
    with pytest.raises(InvalidOptions) as caught:
        RULESET.complete_options({}, 2)

    assert caught.value.details["field"] == "mode"


@pytest.mark.parametrize("scenario", ["timber_rafting", "gold_rush", "outlaws", "moon_river_city"])
def test_a_given_scenario_needs_no_chance_step(scenario):
    script = Script(2, legends(scenario))

    assert script.look()["scenario"] == scenario
    assert script.refusal(CHANCE, "scenario_drawn", scenario=scenario)
    assert script.accepts("saloon_filled", partners=SALOON)


@pytest.mark.parametrize("scenario", ["timber_rafting", "gold_rush", "outlaws", "moon_river_city"])
def test_random_scenario_is_the_first_chance_step(scenario):
    """Section 2, ruling: ``random`` is a chance step drawing one of the four."""
    script = Script(2, legends("random"))
    assert not script.accepts("saloon_filled", partners=SALOON)
    script.chance("scenario_drawn", scenario=scenario)

    assert script.look()["scenario"] == scenario
    assert script.accepts("saloon_filled", partners=SALOON)


@pytest.mark.parametrize("scenario", ["random", "base", "", "Outlaws"])
def test_another_scenario_is_not_drawn(scenario):
    assert not Script(2, legends("random")).accepts("scenario_drawn", scenario=scenario)


def test_seats_are_two_three_or_four():
    assert (RULESET.min_seats, RULESET.max_seats) == (2, 4)


# Section 3


def test_the_saloon_is_filled_first_with_five_tokens():
    script = Script(4)
    script.chance("saloon_filled", partners=["trapper"] * 5)

    assert script.look()["saloon"] == ["trapper"] * 5
    assert script.look()["supply"]["partners"] == 15


@pytest.mark.parametrize(
    "partners",
    [
        [],
        SALOON[:4],
        [*SALOON, "farmer"],
        ["farmer", "farmer", "farmer", "trapper", "trapper"],
        ["gold_digger"] * 4 + ["farmer"],
        ["sheriff", *SALOON[1:]],
        ["cowboy", *SALOON[1:]],
    ],
)
def test_a_saloon_of_other_numbers_or_tokens_is_not_possible(partners):
    """Record format: right numbers, no token more often than it exists (farmer 2, gold digger 3)."""
    assert not Script(4).accepts("saloon_filled", partners=partners)


def test_a_column_is_sorted_by_back_number_ascending():
    """Section 3.3. Backs: plot 96 (K2) 5, plot 1 (D1) 1, plot 83 (B2) 6, plot 22 (C1) 2."""
    script = draw_setup(4, plots=[96, 1, 83, 22])

    assert script.next_plots() == [1, 22, 96, 83]


def test_equal_back_numbers_keep_the_order_in_which_they_were_drawn():
    """Section 3.3. Plots 3, 1 (D1), 14 (D3) and 33 (C3) all have back 1."""
    script = draw_setup(4, plots=[33, 3, 14, 1])

    assert script.next_plots() == [33, 3, 14, 1]


@pytest.mark.parametrize("plots", [[1, 2, 3], [1, 2, 3, 4, 5], [1, 1, 2, 3], [0, 1, 2, 3], [1, 2, 3, 97], []])
def test_a_column_is_four_different_plots(plots):
    script = Script(4)
    script.chance("saloon_filled", partners=SALOON)

    assert not script.accepts("column_dealt", plots=plots)


def test_no_plot_is_dealt_twice():
    script = draw_setup(4, plots=[1, 22, 44, 67])
    for seat in range(4):
        script.seat(seat, "plot_chosen", position=seat)

    assert not script.accepts("column_dealt", plots=[2, 3, 44, 5])
    assert script.accepts("column_dealt", plots=[2, 3, 47, 5])


@pytest.mark.parametrize("seats", [[0, 1, 2], [0, 1, 2, 2], [0, 1, 2, 4], [0, 1, 2, 3, 3], []])
def test_every_ranchero_is_drawn_once(seats):
    script = Script(4)
    script.chance("saloon_filled", partners=SALOON)
    script.chance("column_dealt", plots=[1, 22, 44, 67])

    assert not script.accepts("rancheros_drawn", seats=seats)
    assert script.accepts("rancheros_drawn", seats=[3, 1, 0, 2])


@pytest.mark.parametrize("order", [[0, 1, 2, 3], [3, 1, 0, 2]])
def test_seats_place_their_rancheros_in_the_order_drawn(order):
    script = draw_setup(4, order)
    for position, seat in enumerate(order):
        assert script.play.due == seat
        script.seat(seat, "plot_chosen", position=position)

    assert [space["ranchero"] for space in script.look()["columns"]["next"]] == order


def test_a_ranchero_goes_on_any_free_plot():
    script = draw_setup(4)
    assert script.positions() == [0, 1, 2, 3]
    script.seat(0, "plot_chosen", position=2)

    assert script.positions() == [0, 1, 3]
    assert script.refusal(1, "plot_chosen", position=2) == "plot_taken"


def test_with_four_seats_the_last_has_one_plot_left_and_still_chooses():
    """Section 3.4: a forced choice (one legal action) is still a step in the log."""
    script = draw_setup(4)
    for seat in range(3):
        script.seat(seat, "plot_chosen", position=seat)

    assert (script.play.due, script.positions()) == (3, [3])


def test_with_three_seats_the_plot_left_over_leaves_the_game():
    script = draw_setup(3, plots=[1, 22, 44, 67])
    for seat, position in enumerate([3, 0, 2]):
        script.seat(seat, "plot_chosen", position=position)
    assert not script.accepts("column_dealt", plots=[22, 2, 3, 4])
    script.chance("column_dealt", plots=[2, 23, 45, 68])

    assert 22 not in [plot for plot in script.current_plots() if plot is not None]
    assert all(22 not in ranch["hand"] for ranch in script.look()["ranches"])


def test_with_two_seats_the_first_places_one_the_other_both_then_the_first_its_second():
    script = draw_setup(2, order=[1, 0])
    placed = []
    for position in range(4):
        placed.append(script.play.due)
        assert script.play.due is not None
        script.seat(script.play.due, "plot_chosen", position=position)

    assert placed == [1, 0, 0, 1]


def test_with_two_seats_the_last_ranchero_has_one_plot_left():
    script = draw_setup(2)
    for seat, position in ((0, 3), (1, 0), (1, 1)):
        script.seat(seat, "plot_chosen", position=position)

    assert (script.play.due, script.positions()) == (0, [2])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_second_column_is_dealt_after_the_rancheros_are_placed(seats):
    script = begin_game(seats, second=[68, 2, 45, 23])

    assert script.next_plots() == [2, 23, 45, 68]
    assert script.look()["phase"] == "choose"


def test_with_two_seats_each_has_two_rancheros():
    """Section 3.1: 1 per seat with 3 or 4 seats, 2 per seat with 2 seats."""
    at_setup = [space["ranchero"] for space in begin_game(2).look()["columns"]["current"]]

    assert sorted(seat for seat in at_setup if seat is not None) in ([0, 0, 1, 1], [0, 1, 1])


def test_four_plots_of_96_are_gone_with_every_column():
    assert draw_setup(4).look()["supply"]["plots"] == 92
    assert begin_game(4).look()["supply"]["plots"] == 88
