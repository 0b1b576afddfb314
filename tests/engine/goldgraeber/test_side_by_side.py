"""The engine and the naive reference, compared step by step over whole games."""

import json

import pytest

from engine.core import CHANCE, Generator, Playthrough, Status, format_actor
from engine.rulesets.goldgraeber import GOLDGRAEBER
from engine.testing.driving import log_step, make_driver
from tests.engine.builders import EXAMPLES, example_lines, header_for
from tests.engine.reference.naive_dealer import NaiveGoldgraeberDealer
from tests.engine.reference.naive_goldgraeber import NaiveGoldgraeber
from tests.golden.tables import option_combinations

pytestmark = pytest.mark.sampled(3)

TABLES = [
    (seats, options)
    for seats in range(GOLDGRAEBER.min_seats, GOLDGRAEBER.max_seats + 1)
    for options in option_combinations(GOLDGRAEBER, seats)
]


@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_engine_agrees_with_the_naive_reading_in_every_option_combination(seats, options):
    """Same actor, same legal choices and same chance in every position, and the same points."""
    number = TABLES.index((seats, options))
    seed, rng = bytes([number]) * 32, Generator(number)
    play = Playthrough(header_for(seats, options, key=GOLDGRAEBER.key))
    driver = make_driver(play, lambda legal, _: rng.choice(legal), seed=seed)
    naive, naive_dealer = NaiveGoldgraeber(seats, options), NaiveGoldgraeberDealer(seed)
    while play.status is Status.PLAYING:
        assert naive.due == format_actor(play.due)
        if play.due == CHANCE:
            expected = [naive_dealer.answer(naive)]
        else:
            expected = naive.legal()
            assert [GOLDGRAEBER.decode(one) for one in play.state.legal_actions()] == expected
        event = log_step(driver)
        taken = (event.kind, json.loads(event.payload))
        assert taken in expected
        naive.apply(*taken)
        assert play.state.points() == naive.points()

    assert naive.due is None


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name.startswith("goldgraeber")])
def test_the_naive_reading_accepts_the_examples_of_another_implementation(name):
    header, *events, _ = example_lines(name)
    game = NaiveGoldgraeber(header["seats"], header["options"])
    for event in events[:-1]:
        assert game.due == event["actor"]
        if event["actor"] != "chance":
            assert (event["kind"], event["data"]) in game.legal()
        game.apply(event["kind"], event["data"])

    assert game.due is None
    assert game.points() == [seat["score"] for seat in events[-1]["data"]["seats"]]
