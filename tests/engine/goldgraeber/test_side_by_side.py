"""The engine and the naive reading of the rules, compared step by step over whole games."""

import pytest

from engine.core import CHANCE, Dealer, Generator
from engine.rulesets.goldgraeber import GOLDGRAEBER
from tests.engine.builders import EXAMPLES, example_lines
from tests.engine.reference.naive_dealer import NaiveGoldgraeberDealer
from tests.engine.reference.naive_goldgraeber import NaiveGoldgraeber
from tests.golden.tables import option_combinations

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
    state = GOLDGRAEBER.initial(GOLDGRAEBER.options(options, seats), seats, "2026-1")
    naive, dealer, naive_dealer = NaiveGoldgraeber(seats, options), Dealer(seed), NaiveGoldgraeberDealer(seed)
    while state.actor is not None:
        assert naive.due == ("chance" if state.actor == CHANCE else state.actor)
        if state.actor == CHANCE:
            action = state.deal(dealer)
            assert GOLDGRAEBER.decode(action) == naive_dealer.answer(naive)
        else:
            legal = state.legal_actions()
            assert [GOLDGRAEBER.decode(one) for one in legal] == naive.legal()
            action = rng.choice(legal)
        state.apply(action)
        naive.apply(*GOLDGRAEBER.decode(action))
        assert state.points() == naive.points()

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
