"""Golden records and counts: every registered ruleset and option combination has one, and it never changes."""

import json
from collections import Counter
from collections.abc import Callable

import pytest

from engine.core import ForfeitReason, VerdictStatus, parse_record, verify, verify_record
from engine.core.replay import log_events
from engine.rulesets import registry
from tests.engine.goldgraeber.test_walk_search import (
    test_on_this_board_an_ordinary_turn_always_has_a_legal_move as always_has_a_legal_move,
)
from tests.golden.counting import count_by_engine, count_by_reference, read_counts
from tests.golden.playing import record_of, seed_of
from tests.golden.tables import GOLDEN, option_combinations, tables

TABLES = tables()
SYSTEM_KINDS = {"seat_forfeited", "game_finished", "game_voided"}
#: Kinds that no game of a ruleset's component sets can hold, each with the test that proves it.
IMPOSSIBLE: dict[str, dict[str, Callable[[], None]]] = {
    # With board 2026-1 every digger has a legal move with every roll, on any field and for any locomotive.
    "goldgraeber@1": {"turn_passed": always_has_a_legal_move},
}


def test_every_ruleset_and_option_combination_has_a_golden_record():
    missing = [str(table) for table in TABLES if not table.path.exists()]

    assert not missing, f"`make golden` writes them: {missing}"
    assert {table.ruleset for table in TABLES} == {ruleset.key for ruleset in registry.all_rulesets()}


def test_every_golden_record_is_of_a_known_table():
    known = {table.path for table in TABLES}

    assert set((GOLDEN / "records").rglob("*.jsonl")) == known


def test_moon_river_has_18_option_combinations():
    """2, 3 and 4 seats; base, or legends with four scenarios or random."""
    ruleset = registry.get("moon-river@1")
    found = [options for seats in (2, 3, 4) for options in option_combinations(ruleset, seats)]

    assert len(found) == 18
    assert {options.get("scenario") for options in found} == {
        *(None, "timber_rafting", "gold_rush", "outlaws", "moon_river_city", "random"),
    }


def test_goldgraeber_has_8_option_combinations_for_each_number_of_seats():
    ruleset = registry.get("goldgraeber@1")
    for seats in (3, 4, 5, 6):
        found = list(option_combinations(ruleset, seats))

        assert len({json.dumps(options) for options in found}) == 8
        assert {tuple(options) for options in found} == {tuple(ruleset.option_schema()["properties"])}


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_golden_record_is_accepted_and_reproduced_exactly(table):
    text = table.path.read_bytes()
    record = parse_record(text)
    verdict = verify_record(record)

    assert (verdict.status, verdict.code, verdict.step) == (VerdictStatus.EXACT, None, None)
    assert verdict.head == record.trailer.head
    assert record.trailer.seed == seed_of(table)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_golden_game_played_again_gives_the_same_bytes(table):
    assert record_of(table) == table.path.read_bytes()


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_stored_form_of_a_golden_record_is_exact_too(table):
    record = parse_record(table.path.read_bytes())
    log = log_events(record)
    verdict = verify(record.header, log, seed=record.trailer.seed, head=record.trailer.head)

    assert verdict.status is VerdictStatus.EXACT


def test_golden_records_end_in_every_way():
    reasons: set[str] = set()
    forfeits: set[str] = set()
    for table in TABLES:
        for line in table.path.read_bytes().splitlines():
            event = json.loads(line)
            if event.get("kind") in ("game_finished", "game_voided"):
                reasons.add(event["data"]["reason"] if event["kind"] == "game_finished" else "voided")
            if event.get("kind") == "seat_forfeited":
                forfeits.add(event["data"]["reason"])

    assert reasons == {"completed", "abandoned", "voided"}
    assert forfeits <= {reason.value for reason in ForfeitReason}
    assert len(forfeits) >= 2


def test_every_event_kind_is_in_a_golden_record():
    for ruleset in registry.all_rulesets():
        seen: Counter[str] = Counter()
        for table in TABLES:
            if table.ruleset == ruleset.key:
                seen.update(event.kind for event in parse_record(table.path.read_bytes()).events)

        impossible = set(IMPOSSIBLE.get(ruleset.key, {}))
        assert set(seen) == {*ruleset.seat_kinds, *ruleset.chance_kinds, *SYSTEM_KINDS} - impossible


@pytest.mark.parametrize("ruleset", IMPOSSIBLE)
def test_a_kind_that_is_excepted_is_proved_to_be_impossible(ruleset):
    known = registry.get(ruleset)
    assert len(known.component_sets) == 1, "the proofs are about the one board there is"

    for kind, proof in IMPOSSIBLE[ruleset].items():
        assert kind in (*known.seat_kinds, *known.chance_kinds)
        proof()


COUNTS = read_counts()


def test_every_ruleset_has_counts():
    assert {count.ruleset for count in COUNTS} == {ruleset.key for ruleset in registry.all_rulesets()}
    assert {(count.seats, json.dumps(count.options)) for count in COUNTS} == {
        (table.seats, json.dumps(dict(table.options))) for table in TABLES if table.ending == "completed"
    }


@pytest.mark.parametrize("count", COUNTS, ids=str)
def test_the_engine_counts_as_many_legal_sequences_as_recorded(count):
    assert count_by_engine(count) == count.count


@pytest.mark.parametrize("count", [count for count in COUNTS if count.steps < 10], ids=str)
def test_the_reference_counts_as_many_legal_sequences_as_recorded(count):
    """The reference counts the late positions too, when the golden files are written."""
    assert count_by_reference(count) == count.count
