"""The engine and the naive reference, compared step by step over whole games."""

import pytest

from engine.core import Status
from tests.engine.builders import EXAMPLES, example_lines, seed_of
from tests.engine.moon_river.option_sets import OPTION_SETS, name_of
from tests.engine.moon_river.side_by_side import SideBySide
from tests.engine.policies import POLICIES
from tests.engine.reference.naive_moon_river import NaiveGame

pytestmark = pytest.mark.sampled(3)


@pytest.mark.parametrize("option_set", OPTION_SETS, ids=name_of)
def test_engine_agrees_with_the_naive_reading_in_every_option_combination(option_set):
    game = SideBySide(*option_set, seed_of(100 + OPTION_SETS.index(option_set)), "even")
    game.run()

    assert game.play.status is Status.FINISHED
    assert game.naive.due is None


@pytest.mark.parametrize("policy", [name for name in POLICIES if name != "even"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_engine_agrees_with_the_naive_reading_however_the_seats_play(seats, policy):
    game = SideBySide(seats, {"mode": "base"}, seed_of(200 + seats), policy)
    game.run()

    assert game.play.status is Status.FINISHED
    assert game.naive.due is None


@pytest.mark.parametrize("number", range(6))
def test_engine_agrees_with_the_naive_reading_when_seats_forfeit(number):
    game = SideBySide(4 - number % 3, {"mode": "base"}, seed_of(300 + number), "gang")
    game.run(forfeits=True)

    assert game.play.status is Status.FINISHED
    assert list(game.play.state.forfeits) == game.naive.forfeits


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name.startswith("moon-river")])
def test_the_naive_reading_accepts_the_examples_of_another_implementation(name):
    header, *events, _ = example_lines(name)
    game = NaiveGame(header["seats"], header["options"])
    for event in events[:-1]:
        if event["kind"] == "seat_forfeited":
            game.forfeits.append(event["data"]["seat"])
            continue
        assert game.due == event["actor"]
        if event["actor"] in game.forfeits:
            assert (event["kind"], event["data"]) == game.legal()[0]
        game.apply(event["kind"], event["data"])

    assert game.due is None
    assert game.derive_result() == events[-1]["data"]["seats"]
