"""
Goldgräber keeps the contract of rulesets, for every number of seats and every combination of options.
"""

from itertools import product

import pytest
from hypothesis import given, settings

from engine.rulesets.goldgraeber import GOLDGRAEBER
from engine.testing import conformance
from engine.testing.strategies import numbers

OPTIONS = [
    {"end_count": end_count, "shuttle": shuttle, "tactical": tactical}
    for end_count, shuttle, tactical in product(("visible", "gold"), ("strict", "literal"), (False, True))
]
TABLES = conformance.tables(GOLDGRAEBER, OPTIONS)
#: One example per table by default; ``--hypothesis-profile=thorough`` tries many more.
FEW = max(1, settings.default.max_examples // 15) if settings.default else 1


def test_it_says_what_it_is():
    conformance.check_ruleset(GOLDGRAEBER)

    assert len(TABLES) == 32


@pytest.mark.parametrize("table", TABLES, ids=str)
@settings(max_examples=FEW)
@given(number=numbers())
def test_it_keeps_the_contract(table, number):
    log = conformance.play_through(table, number)

    assert {kind for kind, _ in log} <= {*GOLDGRAEBER.seat_kinds, *GOLDGRAEBER.chance_kinds}


@pytest.mark.parametrize("table", TABLES, ids=str)
@settings(max_examples=FEW)
@given(number=numbers())
def test_its_games_replay_exactly(table, number):
    conformance.replays_exactly(table, number, forfeits=number % 2 == 0)

    assert table.initial().digest() == table.initial().digest()
