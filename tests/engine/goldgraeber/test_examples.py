"""The example records that an independent implementation made are accepted with exactly their scores and heads."""

import pytest

from engine.core import VerdictStatus, parse_record, resume, verify, verify_record
from engine.core.replay import log_events
from tests.engine.builders import GOLDEN

EXAMPLES = sorted((GOLDEN / "examples").glob("goldgraeber-*.jsonl"), key=lambda path: path.stem)


def test_there_are_four():
    assert [path.stem for path in EXAMPLES] == [
        "goldgraeber-3",
        "goldgraeber-4",
        "goldgraeber-4-tactical",
        "goldgraeber-6-gold-literal",
    ]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_exact(path):
    record = parse_record(path.read_bytes())
    verdict = verify_record(record)

    assert (verdict.status, verdict.code) == (VerdictStatus.EXACT, None)
    assert verdict.head == record.trailer.head
    assert verdict.outcome is not None
    assert verdict.outcome.to_dict() == record.events[-1].data


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_its_stored_form_is_exact_and_can_be_resumed(path):
    record = parse_record(path.read_bytes())
    log = log_events(record)
    verdict = verify(record.header, log, seed=record.trailer.seed, head=record.trailer.head)

    assert verdict.status is VerdictStatus.EXACT
    half = resume(record.header, log[: len(log) // 2])
    assert half.head == log[len(log) // 2 - 1].chain


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_without_its_seed_it_is_possible_but_unproven(path):
    record = parse_record(path.read_bytes())

    assert verify(record.header, log_events(record)).status is VerdictStatus.CHANCE_UNPROVEN
