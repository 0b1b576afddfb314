"""Verification of stored logs: exact, chance unproven, diverged at step n for every kind of tampering."""

import json

import pytest

from engine.core import Header, LoggedEvent, VerdictStatus, canonical, parse_record, verify, verify_record
from tests.engine.builders import (
    EXAMPLES,
    example_lines,
    example_text,
    header_for,
    play_game,
    seed_of,
)
from tests.engine.core.logs import HEADER, LENGTH, LOG, PLAY, SEED, change_event, rehash, seq_of, verify_log

# Good logs


def test_a_log_with_its_seed_is_exact():
    verdict = verify(HEADER, LOG, seed=SEED, head=LOG[-1].chain)

    assert (verdict.status, verdict.step, verdict.code) == (VerdictStatus.EXACT, None, None)
    assert verdict.is_good
    assert verdict.events == LENGTH
    assert verdict.head == LOG[-1].chain
    assert verdict.outcome == PLAY.outcome


def test_a_log_without_its_seed_is_chance_unproven():
    verdict = verify(HEADER, LOG)

    assert verdict.status is VerdictStatus.CHANCE_UNPROVEN
    assert verdict.is_good
    assert verdict.outcome == PLAY.outcome


def test_a_log_of_another_deal_is_chance_unproven_without_a_seed_and_diverges_with_one():
    _, other = play_game(HEADER, seed_of(12))

    assert verify_log(other, seed=None) == (VerdictStatus.CHANCE_UNPROVEN, None, None)
    assert verify_log(other) == (VerdictStatus.DIVERGED, 1, "chance_differs")


def test_an_unfinished_log_verifies():
    verdict = verify(HEADER, LOG[:40], seed=SEED)

    assert verdict.status is VerdictStatus.EXACT
    assert verdict.outcome is None
    assert verdict.events == 40


def test_an_empty_log_is_good():
    assert verify(HEADER, [], seed=SEED).head == HEADER.h0()


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_example_record_is_exact(name):
    verdict = verify_record(parse_record(example_text(name)))

    assert (verdict.status, verdict.step, verdict.code) == (VerdictStatus.EXACT, None, None)


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_example_record_has_exactly_its_result_and_head(name):
    lines = example_lines(name)
    verdict = verify_record(parse_record(example_text(name)))

    assert verdict.outcome is not None
    assert verdict.outcome.to_dict() == lines[-2]["data"]
    assert verdict.head.hex() == lines[-1]["head"]


# Tampering with stored rows


def test_another_seed_than_the_committed_one_diverges_at_step_0():
    assert verify_log(LOG, seed=seed_of(12)) == (VerdictStatus.DIVERGED, 0, "seed_mismatch")


def test_a_seed_without_a_commitment_diverges_at_step_0():
    assert verify_log(LOG, header=header_for(4)) == (VerdictStatus.DIVERGED, 0, "seed_mismatch")


def test_another_header_breaks_the_chain_at_the_first_event():
    other = Header(HEADER.ruleset, HEADER.components, 4, HEADER.options, tuple("abcd"), HEADER.commitment)

    assert verify_log(LOG, header=other) == (VerdictStatus.DIVERGED, 1, "chain_mismatch")


def test_another_head_than_the_last_hash_diverges_after_the_end():
    verdict = verify(HEADER, LOG, seed=SEED, head=bytes(32))

    assert (verdict.status, verdict.step, verdict.code) == (
        VerdictStatus.DIVERGED,
        LENGTH + 1,
        "head_mismatch",
    )


@pytest.mark.parametrize("number", [1, 5, 50, LENGTH])
def test_a_changed_chain_hash_diverges_there(number):
    assert verify_log(change_event(number, chain=bytes(32))) == (
        VerdictStatus.DIVERGED,
        number,
        "chain_mismatch",
    )


def test_a_changed_digest_diverges_there():
    number = next(event.seq for event in LOG[30:] if event.digest)

    assert verify_log(change_event(number, digest=bytes(32))) == (
        VerdictStatus.DIVERGED,
        number,
        "digest_mismatch",
    )


def test_a_missing_digest_diverges_there():
    number = next(event.seq for event in LOG[30:] if event.digest)

    assert verify_log(change_event(number, digest=None)) == (
        VerdictStatus.DIVERGED,
        number,
        "digest_mismatch",
    )


def test_an_unexpected_digest_diverges_there():
    number = next(event.seq for event in LOG[30:] if not event.digest)

    assert verify_log(change_event(number, digest=bytes(32))) == (
        VerdictStatus.DIVERGED,
        number,
        "digest_mismatch",
    )


def test_a_changed_choice_diverges_there():
    number = seq_of("plot_chosen")
    position = json.loads(LOG[number - 1].payload)["position"]
    legal_too = canonical({"position": (position + 1) % 4}).decode()

    assert verify_log(change_event(number, payload=legal_too)) == (
        VerdictStatus.DIVERGED,
        number,
        "chain_mismatch",
    )


@pytest.mark.parametrize(
    "written",
    [
        '{"position": 1}',
        '{"position":1.0}',
        '{"position":01}',
        "{}",
        "[]",
        "",
        '{"position":null}',
        '{"position":-0}',
        '{"position":"1"}',
        '{"position":true}',
    ],
)
def test_a_payload_that_is_not_canonical_diverges_there(written):
    number = seq_of("plot_chosen")
    status, step_at_fault, _ = verify_log(change_event(number, payload=written))

    assert (status, step_at_fault) == (VerdictStatus.DIVERGED, number)


def test_a_payload_with_keys_out_of_order_diverges_there():
    number = seq_of("domino_placed")
    data = json.loads(LOG[number - 1].payload)
    written = json.dumps({"plots": data["plots"], "cells": data["cells"]}, separators=(",", ":"))

    assert verify_log(change_event(number, payload=written))[:2] == (VerdictStatus.DIVERGED, number)


def test_another_actor_diverges_there():
    number = seq_of("plot_chosen")
    other = (LOG[number - 1].actor + 1) % 4

    assert verify_log(change_event(number, actor=other)) == (VerdictStatus.DIVERGED, number, "not_your_turn")


def test_another_kind_diverges_there():
    number = seq_of("plot_chosen")

    assert verify_log(change_event(number, kind="plot_taken")) == (
        VerdictStatus.DIVERGED,
        number,
        "unknown_kind",
    )


def test_a_missing_event_diverges_where_it_is_missing():
    log = [event for event in LOG if event.seq != 30]

    assert verify_log(log) == (VerdictStatus.DIVERGED, 30, "wrong_seq")


def test_an_event_twice_diverges_at_the_second():
    assert verify_log([*LOG[:20], *LOG[19:]]) == (VerdictStatus.DIVERGED, 21, "wrong_seq")


def test_two_events_in_the_wrong_order_diverge_at_the_first():
    assert verify_log([*LOG[:20], LOG[21], LOG[20], *LOG[22:]]) == (VerdictStatus.DIVERGED, 21, "wrong_seq")


def test_a_chance_event_forged_with_a_new_chain_differs_from_the_seed():
    number = seq_of("column_dealt")
    plots = json.loads(LOG[number - 1].payload)["plots"]
    forged = canonical({"plots": plots[::-1]}).decode()
    log = rehash(change_event(number, payload=forged))

    assert verify_log(log) == (VerdictStatus.DIVERGED, number, "chance_differs")


def test_a_forged_chance_event_must_be_possible_even_without_a_seed():
    first, second = seq_of("column_dealt"), seq_of("column_dealt", after=5)
    log = rehash(change_event(second, payload=LOG[first - 1].payload))
    status, at, code = verify_log(log, seed=None)

    assert (status, at) == (VerdictStatus.DIVERGED, second)
    assert code not in (None, "chain_mismatch", "digest_mismatch")


def test_an_illegal_choice_forged_with_a_new_chain_diverges_there():
    number = seq_of("plot_chosen", after=5)
    log = rehash(change_event(number, payload=LOG[seq_of("plot_chosen") - 1].payload))
    taken_twice = verify_log(log)

    assert taken_twice[:2] == (VerdictStatus.DIVERGED, number)
    assert taken_twice[2] not in ("chain_mismatch", "digest_mismatch")


def test_a_forged_result_diverges():
    data = json.loads(LOG[-1].payload)
    data["seats"][0]["score"] += 1
    log = rehash([*LOG[:-1], LOG[-1]._replace(payload=canonical(data).decode())])

    assert verify_log(log) == (VerdictStatus.DIVERGED, LENGTH, "wrong_result")


def test_an_event_after_the_end_diverges_there():
    extra = LoggedEvent(LENGTH + 1, 0, "plot_chosen", '{"position":0}', bytes(32), None)

    assert verify_log([*LOG, extra]) == (VerdictStatus.DIVERGED, LENGTH + 1, "nothing_follows")


def test_a_diverged_verdict_counts_the_correct_events_before_it():
    verdict = verify(HEADER, change_event(50, chain=bytes(32)), seed=SEED)

    assert (verdict.events, verdict.head) == (49, LOG[48].chain)
    assert verdict.outcome is None
    assert not verdict.is_good
