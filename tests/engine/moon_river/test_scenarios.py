"""Section 8 of the rules, scenarios (legends): groups of at least three members."""

import pytest

from tests.engine.moon_river.positions import COWBOY, SPECIALIST, Holding, legends, ordinary

Cell = tuple[int, int]


def score_scenario(
    scenario: str,
    ranch: dict[Cell, object],
    partners: dict[Cell, tuple[str, str]] | None = None,
    seats: int = 4,
) -> int:
    """Return the scenario points of a ranch."""
    me = Holding(ranch=dict(ranch), partners=partners or {}, hand=["D1"])
    return ordinary(seats, legends(scenario), me=me).get_parts()["scenario"]


def column(kind: str, length: int, c: int = 0, first: int = 0) -> dict[Cell, object]:
    return {(c, first + r): kind for r in range(length)}


GROUPS = [(0, 0), (1, 0), (2, 0), (3, 10), (4, 20), (5, 30)]


@pytest.mark.parametrize(("size", "worth"), GROUPS)
def test_a_group_of_three_is_worth_10_plus_10_for_every_member_from_the_fourth_on(size, worth):
    assert score_scenario("moon_river_city", column("B2", size)) == worth
    assert score_scenario("gold_rush", column("D2", size)) == worth
    assert score_scenario("timber_rafting", column("F3", size)) == worth


@pytest.mark.parametrize(("size", "worth"), GROUPS)
def test_a_group_of_outlaws_counts_the_same(size, worth):
    partners = {(0, r): ("desperado" if r == 0 else "trapper", SPECIALIST) for r in range(size)}

    assert score_scenario("outlaws", column("B2", size), partners) == worth


def test_each_group_scores_by_itself():
    ranch = {**column("B2", 3), **column("B1", 4, c=3)}

    assert score_scenario("moon_river_city", ranch) == 10 + 20


def test_members_that_touch_at_a_corner_are_no_group():
    assert score_scenario("moon_river_city", {(0, 1): "B2", (1, 2): "B2", (2, 3): "B2"}) == 0


def test_a_scenario_scores_nothing_in_another_game():
    assert score_scenario("outlaws", column("B2", 4)) == 0
    assert score_scenario("gold_rush", column("F3", 4)) == 0


# Timber rafting


@pytest.mark.parametrize("river", [(0, 0), (1, 0), (3, 0), (4, 0), (2, 1)])
def test_timber_needs_at_least_one_forest_on_a_river_cell(river):
    c, r = river

    assert score_scenario("timber_rafting", column("F1", 3, c=c, first=r)) == 10


def test_timber_away_from_the_river_scores_nothing():
    assert score_scenario("timber_rafting", column("F1", 4, first=1)) == 0
    assert score_scenario("timber_rafting", column("F1", 3, c=2, first=2)) == 0


def test_a_river_cell_of_another_group_does_not_help():
    assert score_scenario("timber_rafting", {**column("F1", 3, first=1), (4, 0): "F2"}) == 0


def test_forests_with_and_without_beavers_count_alike():
    assert score_scenario("timber_rafting", {(0, 0): "F1", (0, 1): "F2", (0, 2): "F3"}) == 10


# Gold rush


def test_gold_counts_on_any_landscape():
    """Section 8: plots showing gold (any landscape)."""
    assert score_scenario("gold_rush", {(0, 1): "D2", (0, 2): "C2", (0, 3): "M2", (0, 4): "M4"}) == 20


def test_other_resources_and_empty_plots_are_no_gold():
    assert score_scenario("gold_rush", {(0, 1): "D2", (0, 2): "C2", (0, 3): "D1"}) == 0
    assert score_scenario("gold_rush", {(0, 1): "K1", (0, 2): "K1", (0, 3): "F3"}) == 0


# Outlaws


@pytest.mark.parametrize("bandit", ["desperado", "cattle_thief"])
def test_outlaws_need_a_bandit_specialist_side_up(bandit):
    ranch = column("B2", 3)
    others = {(0, 0): ("farmer", COWBOY), (0, 1): ("trapper", SPECIALIST)}

    assert score_scenario("outlaws", ranch, {**others, (0, 2): (bandit, SPECIALIST)}) == 10
    assert score_scenario("outlaws", ranch, {**others, (0, 2): (bandit, COWBOY)}) == 0
    assert score_scenario("outlaws", ranch, {**others, (0, 2): ("gold_digger", SPECIALIST)}) == 0


def test_outlaws_count_on_any_landscape():
    ranch = {(0, 0): "B2", (0, 1): "D5", (0, 2): "M6"}
    partners = {(0, 0): ("farmer", COWBOY), (0, 1): ("desperado", SPECIALIST), (0, 2): ("trapper", COWBOY)}

    assert score_scenario("outlaws", ranch, partners) == 10


def test_a_bandit_of_another_group_does_not_help():
    ranch = {**column("B2", 3), (4, 4): "B2"}
    partners = {(0, 0): ("farmer", COWBOY), (0, 1): ("farmer", COWBOY), (0, 2): ("trapper", COWBOY)}

    assert score_scenario("outlaws", ranch, {**partners, (4, 4): ("desperado", SPECIALIST)}) == 0


def test_a_circle_without_a_partner_is_no_member():
    ranch = column("B2", 3)

    assert (
        score_scenario("outlaws", ranch, {(0, 0): ("desperado", SPECIALIST), (0, 2): ("farmer", COWBOY)}) == 0
    )


# Bonus tiles


def test_a_bonus_tile_counts_for_the_scenario_of_its_landscape():
    """Section 7, ruling."""
    ranch = {(0, 0): "F1", (0, 1): ("tile", 2, "forest"), (0, 2): "F1"}

    assert score_scenario("timber_rafting", ranch, seats=2) == 10


def test_a_bonus_tile_shows_no_gold():
    ranch = {(0, 0): "D2", (0, 1): ("tile", 1, "desert"), (0, 2): "D2"}

    assert score_scenario("gold_rush", ranch, seats=2) == 0


def test_a_partner_on_a_bonus_tile_is_an_outlaw():
    ranch = {(0, 0): "B2", (0, 1): ("tile", 2, "forest"), (0, 2): "B2"}
    partners = {(0, 0): ("farmer", COWBOY), (0, 1): ("desperado", SPECIALIST), (0, 2): ("trapper", COWBOY)}

    assert score_scenario("outlaws", ranch, partners, seats=2) == 10


def test_a_drawn_scenario_scores_like_a_given_one():
    """Section 2: ``random`` draws one of the four; the scenario drawn is what counts."""
    me = Holding(ranch=column("B2", 3), hand=["D1"])
    position = ordinary(4, legends("random"), me=me)
    city = position.look()["scenario"] == "moon_river_city"

    assert position.get_parts()["scenario"] == (10 if city else 0)
