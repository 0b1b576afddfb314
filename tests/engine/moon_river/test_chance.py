"""Chance: outcomes of the dealer by the record format, and sampling by ``draw`` with true probabilities."""

import math
from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from engine.core import CHANCE, Dealer, Generator
from engine.rulesets import registry
from tests.engine.builders import example_lines, header_for, seed_of
from tests.engine.moon_river.positions import Holding, last
from tests.engine.moon_river.scripts import SALOON, Script
from tests.engine.reference.naive_dealer import SCENARIOS, below, numbers, shuffle
from tests.engine.reference.naive_moon_river import COMPONENTS

RULESET = registry.get("moon-river@1")
SEED = seed_of(77)
TOKENS = [name for name, copies in COMPONENTS["partners"].items() for _ in range(copies)]


def deal(script: Script) -> tuple[str, dict[str, Any]]:
    return RULESET.decode(script.play.state.deal(Dealer(SEED)))


def test_the_scenario_is_below_4_of_the_four_in_order():
    script = Script(2, {"mode": "legends", "scenario": "random"})

    assert deal(script) == ("scenario_drawn", {"scenario": SCENARIOS[below(numbers(SEED, "scenario"), 4)]})


def test_the_saloon_is_the_first_five_of_the_twenty_shuffled_tokens():
    assert deal(Script(4)) == ("saloon_filled", {"partners": shuffle(SEED, "partners", TOKENS)[:5]})


def test_columns_are_dealt_from_index_0_on():
    script = Script(4)
    script.chance(deal(script)[0], **deal(script)[1])

    assert deal(script) == ("column_dealt", {"plots": shuffle(SEED, "plots", list(range(1, 97)))[:4]})


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rancheros_are_the_shuffled_seats(seats):
    script = Script(seats)
    for _ in range(2):
        script.chance(deal(script)[0], **deal(script)[1])

    assert deal(script) == ("rancheros_drawn", {"seats": shuffle(SEED, "rancheros", list(range(seats)))})


def test_the_same_seed_deals_the_same_columns_for_any_choices():
    """Record format: so duplicate games are fair."""
    order = shuffle(
        bytes.fromhex(example_lines("moon-river-4-base")[-1]["seed"]), "plots", list(range(1, 97))
    )
    columns = [
        line["data"]["plots"]
        for line in example_lines("moon-river-4-base")[1:-1]
        if line["kind"] == "column_dealt"
    ]

    assert [plot for column in columns for plot in column] == order
    assert len(columns) == 24


def draw_many(script: Script, times: int) -> Counter[str]:
    rng = Generator(9)
    return Counter(
        str(next(iter(RULESET.decode(script.play.state.draw(rng))[1].values()))) for _ in range(times)
    )


def test_draw_gives_each_scenario_an_equal_chance():
    found = draw_many(Script(2, {"mode": "legends", "scenario": "random"}), 2000)

    assert set(found) == set(SCENARIOS)
    assert all(abs(count - 500) < 5 * math.sqrt(500) for count in found.values())


def test_draw_gives_each_order_of_rancheros_an_equal_chance():
    script = Script(3)
    script.chance("saloon_filled", partners=SALOON)
    script.chance("column_dealt", plots=[1, 2, 3, 4])
    found = draw_many(script, 3000)

    assert set(found) == {str(list(order)) for order in permutations(range(3))}
    assert all(abs(count - 500) < 5 * math.sqrt(500) for count in found.values())


def test_draw_gives_each_token_its_share():
    rng = Generator(4)
    state = Script(4).play.state
    found: Counter[Any] = Counter()
    for _ in range(2000):
        found.update(RULESET.decode(state.draw(rng))[1]["partners"])

    for name, copies in COMPONENTS["partners"].items():
        expected = 2000 * 5 * copies / 20
        assert abs(found[name] - expected) < 5 * math.sqrt(expected)


def test_draw_gives_each_plot_its_share_and_no_dealt_plot():
    script = Script(4)
    script.chance("saloon_filled", partners=SALOON)
    script.chance("column_dealt", plots=[1, 22, 44, 67])
    script.chance("rancheros_drawn", seats=[0, 1, 2, 3])
    for seat in range(4):
        script.seat(seat, "plot_chosen", position=seat)
    assert script.play.due == CHANCE
    rng = Generator(5)
    found: Counter[Any] = Counter()
    for _ in range(4000):
        found.update(RULESET.decode(script.play.state.draw(rng))[1]["plots"])

    assert set(found) == set(range(1, 97)) - {1, 22, 44, 67}
    expected = 4000 * 4 / 92
    assert all(abs(count - expected) < 6 * math.sqrt(expected) for count in found.values())


def test_draw_does_not_change_the_state():
    state = Script(4).play.state
    digest = state.digest()
    state.draw(Generator(1))
    state.deal(Dealer(SEED))

    assert state.digest() == digest


def test_a_commitment_says_nothing_about_the_deal_to_the_state():
    """The engine never draws: two games under different commitments are the same position."""
    one, other = (RULESET.create_state(header_for(4, seed=seed_of(n)).options, 4, "2026-1") for n in (1, 2))

    assert one.digest() == other.digest()


def test_the_last_tokens_are_dealt_as_far_as_they_go():
    position = last(me=Holding(hand=["D1", "D1"]), saloon=[])

    assert len(position.saloon()) == 5
