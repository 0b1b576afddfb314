"""
Verification and replay: exact, chance unproven, diverged at step n for every kind of tampering.
"""

import json
from typing import Any

import pytest

from engine.core.dealer import Dealer
from engine.core.errors import EngineError
from engine.core.events import LoggedEvent, canonical, canonical_event
from engine.core.generator import Generator
from engine.core.outcome import ForfeitReason, Termination
from engine.core.playthrough import Playthrough, Status
from engine.core.record import Header, parse_record
from engine.core.replay import VerdictStatus, frames, resume, verify, verify_record
from tests.engine.builders import (
    EXAMPLES,
    example_lines,
    example_text,
    header_for,
    played,
    seed_of,
    step,
    text_of,
)
from tests.engine.reference.naive_record import chain

SEED = seed_of(11)
HEADER = header_for(4, seed=SEED)
PLAY, LOG = played(HEADER, SEED)
LENGTH = len(LOG)


def judged(log: list[LoggedEvent], *, seed: bytes | None = SEED, header: Header = HEADER) -> tuple[Any, ...]:
    """
    Return status, step and code of a verification.
    """
    verdict = verify(header, log, seed=seed)
    return verdict.status, verdict.step, verdict.code


def rehashed(log: list[LoggedEvent], header: Header = HEADER) -> list[LoggedEvent]:
    """
    Return a log with its chain computed afresh, as a forger would.
    """
    from hashlib import sha256

    head, result = header.h0(), []
    for event in log:
        head = sha256(head + canonical_event(event.seq, event.actor, event.kind, event.payload)).digest()
        result.append(event._replace(chain=head))
    return result


def changed(number: int, **fields: Any) -> list[LoggedEvent]:
    """
    Return the log with one event (seq from 1) changed and nothing else.
    """
    return [event._replace(**fields) if event.seq == number else event for event in LOG]


def seq_of(kind: str, after: int = 0) -> int:
    return next(event.seq for event in LOG if event.kind == kind and event.seq > after)


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
    _, other = played(HEADER, seed_of(12))

    assert judged(other, seed=None) == (VerdictStatus.CHANCE_UNPROVEN, None, None)
    assert judged(other) == (VerdictStatus.DIVERGED, 1, "chance_differs")


def test_an_unfinished_log_is_good_as_far_as_it_goes():
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
    assert verdict.outcome.data() == lines[-2]["data"]
    assert verdict.head.hex() == lines[-1]["head"]


# Tampering with stored rows


def test_another_seed_than_the_committed_one_diverges_at_step_0():
    assert judged(LOG, seed=seed_of(12)) == (VerdictStatus.DIVERGED, 0, "seed_mismatch")


def test_a_seed_without_a_commitment_diverges_at_step_0():
    assert judged(LOG, header=header_for(4)) == (VerdictStatus.DIVERGED, 0, "seed_mismatch")


def test_another_header_breaks_the_chain_at_the_first_event():
    other = Header(HEADER.ruleset, HEADER.components, 4, HEADER.options, tuple("abcd"), HEADER.commitment)

    assert judged(LOG, header=other) == (VerdictStatus.DIVERGED, 1, "chain_mismatch")


def test_another_head_than_the_last_hash_diverges_after_the_end():
    verdict = verify(HEADER, LOG, seed=SEED, head=bytes(32))

    assert (verdict.status, verdict.step, verdict.code) == (VerdictStatus.DIVERGED, LENGTH + 1, "head_mismatch")


@pytest.mark.parametrize("number", [1, 5, 50, LENGTH])
def test_a_changed_chain_hash_diverges_there(number):
    assert judged(changed(number, chain=bytes(32))) == (VerdictStatus.DIVERGED, number, "chain_mismatch")


def test_a_changed_digest_diverges_there():
    number = next(event.seq for event in LOG[30:] if event.digest)

    assert judged(changed(number, digest=bytes(32))) == (VerdictStatus.DIVERGED, number, "digest_mismatch")


def test_a_missing_digest_diverges_there():
    number = next(event.seq for event in LOG[30:] if event.digest)

    assert judged(changed(number, digest=None)) == (VerdictStatus.DIVERGED, number, "digest_mismatch")


def test_a_digest_where_none_belongs_diverges_there():
    number = next(event.seq for event in LOG[30:] if not event.digest)

    assert judged(changed(number, digest=bytes(32))) == (VerdictStatus.DIVERGED, number, "digest_mismatch")


def test_a_changed_choice_diverges_there():
    number = seq_of("plot_chosen")
    position = json.loads(LOG[number - 1].payload)["position"]
    legal_too = canonical({"position": (position + 1) % 4}).decode()

    assert judged(changed(number, payload=legal_too)) == (VerdictStatus.DIVERGED, number, "chain_mismatch")


@pytest.mark.parametrize("written", ['{"position": 1}', '{"position":1.0}', '{"position":01}', "{}", "[]", "", '{"position":null}'])
def test_a_payload_that_is_not_canonical_diverges_there(written):
    number = seq_of("plot_chosen")
    status, step_at_fault, _ = judged(changed(number, payload=written))

    assert (status, step_at_fault) == (VerdictStatus.DIVERGED, number)


def test_a_payload_with_keys_out_of_order_diverges_there():
    number = seq_of("domino_placed")
    data = json.loads(LOG[number - 1].payload)
    written = json.dumps({"plots": data["plots"], "cells": data["cells"]}, separators=(",", ":"))

    assert judged(changed(number, payload=written))[:2] == (VerdictStatus.DIVERGED, number)


def test_another_actor_diverges_there():
    number = seq_of("plot_chosen")
    other = (LOG[number - 1].actor + 1) % 4

    assert judged(changed(number, actor=other)) == (VerdictStatus.DIVERGED, number, "not_your_turn")


def test_another_kind_diverges_there():
    number = seq_of("plot_chosen")

    assert judged(changed(number, kind="plot_taken")) == (VerdictStatus.DIVERGED, number, "unknown_kind")


def test_a_missing_event_diverges_where_it_is_missing():
    log = [event for event in LOG if event.seq != 30]

    assert judged(log) == (VerdictStatus.DIVERGED, 30, "wrong_seq")


def test_an_event_twice_diverges_at_the_second():
    assert judged([*LOG[:20], *LOG[19:]]) == (VerdictStatus.DIVERGED, 21, "wrong_seq")


def test_two_events_in_the_wrong_order_diverge_at_the_first():
    assert judged([*LOG[:20], LOG[21], LOG[20], *LOG[22:]]) == (VerdictStatus.DIVERGED, 21, "wrong_seq")


def test_a_chance_event_forged_with_a_new_chain_differs_from_the_seed():
    number = seq_of("column_dealt")
    plots = json.loads(LOG[number - 1].payload)["plots"]
    forged = canonical({"plots": plots[::-1]}).decode()
    log = rehashed(changed(number, payload=forged))

    assert judged(log) == (VerdictStatus.DIVERGED, number, "chance_differs")


def test_a_forged_chance_event_must_be_possible_even_without_a_seed():
    first, second = seq_of("column_dealt"), seq_of("column_dealt", after=5)
    log = rehashed(changed(second, payload=LOG[first - 1].payload))
    status, at, code = judged(log, seed=None)

    assert (status, at) == (VerdictStatus.DIVERGED, second)
    assert code not in (None, "chain_mismatch", "digest_mismatch")


def test_an_illegal_choice_forged_with_a_new_chain_diverges_there():
    number = seq_of("plot_chosen", after=5)
    log = rehashed(changed(number, payload=LOG[seq_of("plot_chosen") - 1].payload))
    taken_twice = judged(log)

    assert taken_twice[:2] == (VerdictStatus.DIVERGED, number)
    assert taken_twice[2] not in ("chain_mismatch", "digest_mismatch")


def test_a_forged_result_is_not_what_the_engine_derives():
    data = json.loads(LOG[-1].payload)
    data["seats"][0]["score"] += 1
    log = rehashed([*LOG[:-1], LOG[-1]._replace(payload=canonical(data).decode())])

    assert judged(log) == (VerdictStatus.DIVERGED, LENGTH, "wrong_result")


def test_an_event_after_the_end_diverges_there():
    extra = LoggedEvent(LENGTH + 1, 0, "plot_chosen", '{"position":0}', bytes(32), None)

    assert judged([*LOG, extra]) == (VerdictStatus.DIVERGED, LENGTH + 1, "nothing_follows")


def test_a_diverged_verdict_counts_what_is_right_before_it():
    verdict = verify(HEADER, changed(50, chain=bytes(32)), seed=SEED)

    assert (verdict.events, verdict.head) == (49, LOG[48].chain)
    assert verdict.outcome is None
    assert not verdict.is_good


# Tampering with records


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


# Resuming and frames


@pytest.mark.parametrize("stop", [0, 1, 3, 9, 60, LENGTH - 1])
def test_a_game_resumed_from_its_log_goes_on_to_the_same_end(stop):
    play = resume(HEADER, LOG[:stop])
    dealer, rest = Dealer(SEED), []
    for event in LOG[stop:]:
        if play.status is Status.OVER:
            rest.append(play.finish())
        elif event.actor < 0:
            rest.append(play.deal(dealer))
        else:
            rest.append(play.take(play.ruleset.encode(event.kind, json.loads(event.payload))))

    assert rest == LOG[stop:]
    assert play.outcome == PLAY.outcome


def test_a_resumed_game_keeps_its_forfeits():
    play, log = played(HEADER, SEED, steps=30)
    while play.due is None or play.due < 0:
        log.append(step(play, Dealer(SEED), Generator(0)))
    log.append(play.forfeit(1, ForfeitReason.CRASH))

    assert resume(HEADER, log).state.forfeits == (1,)
    assert resume(HEADER, log).state.digest() == play.state.digest()


def test_a_log_that_is_not_right_is_not_resumed():
    with pytest.raises(EngineError) as caught:
        resume(HEADER, changed(9, chain=bytes(32)))

    assert caught.value.code == "chain_mismatch"


def test_an_abandoned_log_is_replayed_to_the_same_result():
    play, log = played(HEADER, SEED, steps=50)
    while play.due is None or play.due < 0:
        log.append(step(play, Dealer(SEED), Generator(0)))
    log.extend(play.forfeit(seat, ForfeitReason.TIMEOUT) for seat in (2, 0, 1))
    log.append(play.finish())
    verdict = verify(HEADER, log, seed=SEED)

    assert verdict.status is VerdictStatus.EXACT
    assert verdict.outcome is not None
    assert verdict.outcome.reason is Termination.ABANDONED
    assert [seat.place for seat in verdict.outcome.seats] == [3, 2, 4, 1]


def test_frames_are_the_steps_asked_for_with_the_states_around_them():
    play = Playthrough(HEADER)
    shown = list(frames(HEADER, LOG, first=10, last=14, seed=SEED))

    assert [frame.event for frame in shown] == LOG[9:14]
    assert [frame.before.digest() for frame in shown[1:]] == [frame.after.digest() for frame in shown[:-1]]
    for event in LOG[:9]:
        play.take(play.ruleset.encode(event.kind, json.loads(event.payload)))
    assert shown[0].before.digest() == play.state.digest()


def test_frames_stop_where_the_log_diverges():
    shown = frames(HEADER, changed(12, chain=bytes(32)), first=10, last=14)

    assert [next(shown).event.seq, next(shown).event.seq] == [10, 11]
    with pytest.raises(EngineError):
        next(shown)


def test_a_system_event_has_a_frame_without_effects():
    (shown,) = frames(HEADER, LOG, first=LENGTH, last=LENGTH)

    assert shown.action is None
    assert shown.effects == []
