"""Verification of records parsed from text."""

from typing import Any

from engine.core import VerdictStatus, parse_record, verify_record
from tests.engine.builders import (
    example_lines,
    text_of,
)
from tests.engine.reference.naive_record import chain


def record_verdict(lines: list[dict[str, Any]]) -> tuple[Any, ...]:
    verdict = verify_record(parse_record(text_of(lines)))
    return verdict.status, verdict.step, verdict.code


NAME = "moon-river-4-base"


def test_a_record_without_its_seed_is_chance_unproven():
    lines = example_lines(NAME)
    del lines[-1]["seed"]

    assert record_verdict(lines) == (VerdictStatus.CHANCE_UNPROVEN, None, None)


def test_a_record_without_seed_and_commitment_is_chance_unproven():
    lines = example_lines(NAME)
    del lines[-1]["seed"], lines[0]["commitment"]
    lines[-1]["head"] = chain(lines[0], lines[1:-1])[-1].hex()

    assert record_verdict(lines) == (VerdictStatus.CHANCE_UNPROVEN, None, None)


def test_a_record_whose_head_differs_diverges_after_its_last_event():
    lines = example_lines(NAME)
    lines[-1]["head"] = "ab" * 32

    assert record_verdict(lines) == (VerdictStatus.DIVERGED, len(lines) - 1, "head_mismatch")


def test_a_record_that_is_not_finished_diverges_after_its_last_event():
    lines = example_lines(NAME)
    del lines[-2]
    lines[-1]["head"] = chain(lines[0], lines[1:-1])[-1].hex()

    assert record_verdict(lines) == (VerdictStatus.DIVERGED, len(lines) - 1, "not_finished")


def test_a_record_may_be_voided_after_its_header():
    lines = example_lines(NAME)
    void = {"seq": 1, "actor": "system", "kind": "game_voided", "data": {"reason": "x"}}
    head = chain(lines[0], [void])[-1].hex()

    assert record_verdict([lines[0], void, {"head": head}])[0] is VerdictStatus.CHANCE_UNPROVEN


def test_a_record_may_be_voided_after_its_finish():
    lines = example_lines(NAME)
    void = {"seq": len(lines) - 1, "actor": "system", "kind": "game_voided", "data": {"reason": "Forged."}}
    lines.insert(-1, void)
    lines[-1]["head"] = chain(lines[0], lines[1:-1])[-1].hex()
    verdict = verify_record(parse_record(text_of(lines)))

    assert verdict.status is VerdictStatus.EXACT
    assert verdict.outcome is None


def test_a_record_with_a_gap_in_seq_diverges_there():
    lines = example_lines(NAME)
    del lines[7]

    assert record_verdict(lines) == (VerdictStatus.DIVERGED, 7, "wrong_seq")


def test_a_record_with_a_changed_column_differs_from_its_seed():
    lines = example_lines(NAME)
    lines[2]["data"]["plots"].reverse()

    assert record_verdict(lines) == (VerdictStatus.DIVERGED, 2, "chance_differs")


def test_a_record_with_an_unknown_key_in_an_events_data_diverges_there():
    lines = example_lines(NAME)
    lines[4]["data"]["colour"] = 1

    assert record_verdict(lines) == (VerdictStatus.DIVERGED, 4, "malformed_event")


def test_a_forfeited_seat_that_does_not_play_as_the_house_diverges():
    lines = example_lines("moon-river-4-forfeit")
    number = 109
    assert lines[number]["kind"] == "cow_moved"
    lines[number] |= {"kind": "effect_declined", "data": {}}
    status, at, code = record_verdict(lines)

    assert (status, at) == (VerdictStatus.DIVERGED, number)
    assert code == "not_house_play"
