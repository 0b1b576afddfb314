from collections import Counter
from itertools import combinations
from math import comb

import pytest

from tournaments.domain import Format, count_tables, plan_rounds
from tournaments.domain.errors import NotATable
from tournaments.domain.schedule import schedule_round_robin

SIZES = [(entrants, table) for entrants in range(2, 11) for table in range(2, min(entrants, 6) + 1)]


@pytest.mark.parametrize(("entrants", "table"), SIZES)
def test_every_table_of_that_size_meets_exactly_once(entrants, table):
    tables = [pairing for round_ in schedule_round_robin(entrants, table) for pairing in round_]

    assert sorted(tables) == list(combinations(range(entrants), table))
    assert len(tables) == count_tables(entrants, table)


@pytest.mark.parametrize(("entrants", "table"), SIZES)
def test_no_entrant_sits_twice_in_a_round(entrants, table):
    for round_ in schedule_round_robin(entrants, table):
        sitting = Counter(rank for pairing in round_ for rank in pairing)

        assert set(sitting.values()) == {1}


@pytest.mark.parametrize(("entrants", "table"), SIZES)
def test_there_are_no_more_rounds_than_necessary(entrants, table):
    call_at_once = entrants // table

    assert len(schedule_round_robin(entrants, table)) == -(-comb(entrants, table) // call_at_once)


def test_in_an_odd_field_of_pairs_each_has_one_bye():
    rounds = schedule_round_robin(7, 2)

    byes = [rank for round_ in rounds for rank in set(range(7)) - {rank for pair in round_ for rank in pair}]
    assert sorted(byes) == list(range(7))


def test_as_many_entrants_as_seats_meet_at_one_table():
    assert schedule_round_robin(4, 4) == (((0, 1, 2, 3),),)


def test_nine_at_tables_of_three_play_in_rounds_of_three_tables():
    rounds = schedule_round_robin(9, 3)

    assert len(rounds) == 28
    assert {len(round_) for round_ in rounds} == {3}


@pytest.mark.parametrize(("entrants", "table"), [(1, 2), (3, 4), (3, 1), (0, 0)])
def test_entrants_that_fill_no_table_are_refused(entrants, table):
    with pytest.raises(NotATable) as refusal:
        schedule_round_robin(entrants, table)

    assert (refusal.value.entrants, refusal.value.table) == (entrants, table)


def test_a_round_robin_is_planned_by_its_format():
    assert plan_rounds(Format.ROUND_ROBIN, entrants=5, table=2) == schedule_round_robin(5, 2)
