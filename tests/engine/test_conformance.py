"""Every registered ruleset keeps the contract, in every option combination."""

from collections import Counter

import pytest
from hypothesis import given, settings

from engine.core import CORE_CODES
from engine.rulesets import registry
from engine.testing import conformance
from engine.testing.strategies import numbers
from tests.golden.tables import option_combinations

pytestmark = pytest.mark.sampled(6)

TABLES = [
    table
    for ruleset in registry.all_rulesets()
    for table in conformance.list_tables(ruleset, option_combinations(ruleset, ruleset.max_seats))
]
#: One table per combination of options: forks are part of the core and depend only on the number of seats.
FORKED = [table for table in TABLES if table.seats == table.ruleset.min_seats]
#: One example per table by default; ``--hypothesis-profile=thorough`` tries many more.
FEW = max(1, settings.default.max_examples // 15) if settings.default else 1


def test_there_is_a_table_for_every_number_of_seats_and_combination_of_options():
    assert Counter(table.ruleset.key for table in TABLES) == {"moon-river@1": 3 * 6, "goldgraeber@1": 4 * 8}
    assert len(set(map(str, TABLES))) == len(TABLES)


@pytest.mark.parametrize("ruleset", registry.all_rulesets(), ids=lambda ruleset: ruleset.key)
def test_its_attributes_are_valid(ruleset):
    conformance.check_ruleset(ruleset)

    assert registry.get(ruleset.key) is ruleset
    assert not set(ruleset.codes) & set(CORE_CODES)


@pytest.mark.parametrize("table", TABLES, ids=str)
@settings(max_examples=FEW)
@given(number=numbers())
def test_it_keeps_the_contract(table, number):
    log = conformance.play_through(table, number)

    assert {kind for kind, _ in log} <= {*table.ruleset.seat_kinds, *table.ruleset.chance_kinds}


@pytest.mark.parametrize("table", FORKED, ids=str)
@settings(max_examples=FEW)
@given(number=numbers())
def test_its_games_can_be_forked_at_any_step(table, number):
    conformance.check_fork(table, number)

    assert table.create_state().digest() == table.create_state().digest()


@pytest.mark.parametrize("table", TABLES, ids=str)
@settings(max_examples=FEW)
@given(number=numbers())
def test_its_games_replay_exactly(table, number):
    conformance.check_replay(table, number, forfeits=number % 2 == 0)

    assert table.create_state().digest() == table.create_state().digest()
