"""Section 8 of the rules: overpopulation, parts, ties and places; the rulebook's example of 89 points."""

import pytest

from tests.engine.moon_river.positions import COWBOY, SPECIALIST, Holding, Position, ordinary

Cell = tuple[int, int]


def score(seats: int = 4, **holdings: Holding) -> Position:
    """Return a position with these ranches: ``seat_1=Holding(...)``."""
    by_seat = {int(name.removeprefix("seat_")): holding for name, holding in holdings.items()}
    me = by_seat.pop(1, Holding())
    me.hand.append("D1")
    return ordinary(seats, me=me, others=by_seat)


def row(kinds: list[str], r: int, first: int = 0) -> dict[Cell, str]:
    return {(first + c, r): kind for c, kind in enumerate(kinds)}


def test_the_rulebooks_example_scores_89():
    """
    Section 8: a desert of 5 with 1 cow 5, a canyon of 7 with 3 cows 21, a meadow of 3 with 2 cows 6, farms of 4
    with 4 cows 16, a forest without cows 0, gold 4, beaver 1, corn 18, one farmer 18: total 89.
    """
    ranch = {
        **row(["D2", "D2"], 0), **row(["C2", "C1"], 0, 3),
        **row(["D1", "D1", "C1", "C1", "C1"], 1),
        **row(["D1", "F2", "C4", "C2", "K2"], 2),
        **row(["B1", "B1", "M3", "M3", "K2"], 3),
        **row(["B2", "B1", "M1", "K1", "K1"], 4),
    }  # fmt: skip
    cows = {
        (0, 0): 1,
        (3, 0): 1, (2, 2): 1, (3, 1): 1,
        (2, 3): 1, (3, 3): 1,
        (0, 3): 1, (1, 3): 1, (0, 4): 1, (1, 4): 1,
    }  # fmt: skip
    holding = Holding(ranch=ranch, cows=cows, partners={(0, 4): ("farmer", SPECIALIST)})
    position = score(seat_1=holding)

    territories = {
        (t["landscape"], t["size"], t["cows"], t["points"]) for t in position.get_ranch()["territories"]
    }
    assert {("desert", 5, 1, 5), ("canyon", 7, 3, 21), ("meadow", 3, 2, 6), ("farm", 4, 4, 16)} <= territories
    assert position.get_parts() == {"territories": 48, "resources": 23, "partners": 18, "scenario": 0}
    assert position.state.points()[1] == 89


def test_a_territory_scores_its_size_times_its_cows():
    holding = Holding(ranch=row(["M1", "M1", "M1"], 1), cows={(0, 1): 1, (2, 1): 1})

    assert score(seat_1=holding).get_parts()["territories"] == 6


def test_each_territory_scores_by_itself():
    """Two meadows that touch only at a corner: 1 x 1 and 2 x 1, not 3 x 2."""
    holding = Holding(ranch={(0, 1): "M1", (1, 2): "M1", (1, 3): "M2"}, cows={(0, 1): 1, (1, 2): 1})

    assert score(seat_1=holding).get_parts()["territories"] == 3


def test_a_territory_without_cows_scores_nothing():
    assert score(seat_1=Holding(ranch=row(["M1", "M1", "M1"], 1))).get_parts()["territories"] == 0


def test_of_the_cows_on_a_cell_only_one_stays():
    """Section 8: overpopulation first."""
    holding = Holding(ranch=row(["M1", "M1", "M1"], 1), cows={(0, 1): 5, (2, 1): 1})

    assert score(seat_1=holding).get_parts()["territories"] == 6


def test_cows_are_counted_for_ties_after_overpopulation():
    holding = Holding(ranch=row(["M1", "M1", "M1"], 1), cows={(0, 1): 5, (2, 1): 1})

    assert score(seat_1=holding).outcome().seats[1].ties == (3, 2)


def test_a_row_end_and_the_next_rows_beginning_are_not_one_territory():
    holding = Holding(ranch={(4, 1): "M1", (0, 2): "M1"}, cows={(4, 1): 1})

    assert score(seat_1=holding).get_parts()["territories"] == 1


@pytest.mark.parametrize(
    ("kind", "points"),
    [("D2", 1), ("M4", 1), ("C2", 1), ("F2", 1), ("F3", 2), ("K1", 4), ("K2", 5), ("B1", 0)],
)
def test_a_resource_symbol_scores_one(kind, points):
    holding = Holding(ranch={(0, 1): kind, (1, 1): "D1"})

    assert score(seat_1=holding).get_parts()["resources"] == points


RICH = {(0, 1): "D2", (1, 1): "M2", (2, 1): "F3", (3, 1): "F2", (4, 1): "K1", (0, 2): "B2", (1, 2): "B2"}


@pytest.mark.parametrize(("partner", "points"), [("gold_digger", 2), ("trapper", 3), ("farmer", 4)])
def test_a_specialist_scores_one_per_symbol_in_the_seats_ranch(partner, points):
    others = Holding(ranch={(0, 1): "D2", (1, 1): "F3", (2, 1): "K1"})
    holding = Holding(ranch=dict(RICH), partners={(0, 2): (partner, SPECIALIST)})

    assert score(seat_1=holding, seat_2=others).get_parts()["partners"] == points


@pytest.mark.parametrize(("partner", "points"), [("gold_digger", 4), ("trapper", 6), ("farmer", 8)])
def test_each_specialist_scores(partner, points):
    holding = Holding(
        ranch=dict(RICH), partners={(0, 2): (partner, SPECIALIST), (1, 2): (partner, SPECIALIST)}
    )

    assert score(seat_1=holding).get_parts()["partners"] == points


@pytest.mark.parametrize("partner", ["desperado", "cattle_thief", "gold_digger", "trapper", "farmer"])
def test_cowboy_sides_score_nothing(partner):
    holding = Holding(ranch=dict(RICH), partners={(0, 2): (partner, COWBOY)})

    assert score(seat_1=holding).get_parts()["partners"] == 0


@pytest.mark.parametrize("partner", ["desperado", "cattle_thief"])
def test_bandits_score_nothing_by_themselves(partner):
    holding = Holding(ranch=dict(RICH), partners={(0, 2): (partner, SPECIALIST)})

    assert score(seat_1=holding).get_parts()["partners"] == 0


def test_the_hand_scores_nothing():
    assert score(seat_1=Holding(hand=["K2", "K2"])).state.points() == [0, 0, 0, 0]


def test_a_base_game_has_no_scenario_points():
    holding = Holding(ranch=row(["B1", "B1", "B1", "B1"], 1))

    assert score(seat_1=holding).get_parts()["scenario"] == 0


def test_the_score_is_the_sum_of_the_parts():
    holding = Holding(ranch=dict(RICH), cows={(0, 2): 1}, partners={(0, 2): ("farmer", SPECIALIST)})
    position = score(seat_1=holding)

    assert position.state.points()[1] == sum(position.get_parts().values()) == 2 + 9 + 4


# Ties and places


def places(position: Position) -> list[int]:
    return [seat.place for seat in position.outcome().seats]


def test_the_highest_total_wins():
    position = score(
        seat_0=Holding(ranch={(0, 1): "K1"}),
        seat_1=Holding(ranch={(0, 1): "K2"}),
        seat_2=Holding(ranch={(0, 1): "D2"}),
    )

    assert places(position) == [2, 1, 3, 4]


def test_a_tie_goes_to_the_largest_single_territory():
    big = Holding(ranch={**row(["D1", "D1", "D1"], 1), (0, 2): "K1"})
    small = Holding(ranch={**row(["C1", "C1"], 1), (0, 3): "K1"})

    assert places(score(3, seat_0=small, seat_1=big))[:2] == [2, 1]


def test_corn_fields_count_as_territories_for_ties_with_or_without_cows():
    """Section 8: of any landscape, corn fields too, with or without cows."""
    corn = Holding(ranch={(0, 1): "K1", (0, 2): "K1"})
    rest = Holding(ranch={(0, 1): "K1", (0, 3): "K1", (2, 2): "D1"})
    position = score(3, seat_0=rest, seat_1=corn)

    assert position.outcome().seats[1].ties == (2, 0)
    assert position.outcome().seats[0].ties == (1, 0)
    assert places(position)[:2] == [2, 1]


def test_the_next_tie_break_is_most_cows_after_overpopulation():
    """Both 3 points, largest territory 3: one cow on a meadow of three, or three cows on single plots."""
    one = Holding(ranch={**row(["M1", "M1", "M1"], 1)}, cows={(0, 1): 4})
    three = Holding(
        ranch={(0, 1): "M3", (2, 1): "M3", (4, 1): "M3", **row(["D1", "D1", "D1"], 3)},
        cows={(0, 1): 1, (2, 1): 1, (4, 1): 1},
    )
    position = score(3, seat_0=one, seat_1=three)

    assert position.state.points()[:2] == [3, 3]
    assert [seat.ties for seat in position.outcome().seats[:2]] == [(3, 1), (3, 3)]
    assert places(position)[:2] == [2, 1]


def test_then_the_win_is_shared():
    twin = {"seat_0": Holding(ranch={(0, 1): "K1"}), "seat_1": Holding(ranch={(0, 1): "K1"})}

    assert places(score(3, **twin)) == [1, 1, 3]


def test_placings_use_the_same_order_for_every_seat():
    """Section 8: place = 1 + the number of seats strictly better."""
    position = score(
        seat_0=Holding(ranch={(0, 1): "D2"}),
        seat_1=Holding(ranch={(0, 1): "K2"}),
        seat_2=Holding(ranch={(0, 1): "D2"}),
    )

    assert places(position) == [2, 1, 2, 4]


def test_an_empty_ranch_scores_nothing_and_ties_with_nothing():
    position = score(2)

    assert position.state.points() == [0, 0]
    assert [seat.ties for seat in position.outcome().seats] == [(0, 0), (0, 0)]
    assert places(position) == [1, 1]
