"""Fuzzing of records: each of tens of thousands of damaged records is refused with a code or is a valid record."""

from functools import cache
from typing import Any

import pytest

from engine.core import (
    CORE_CODES,
    CheckedRecord,
    EngineError,
    Generator,
    Verdict,
    parse_record,
    verify_lines,
    verify_record,
    write_record,
)
from engine.rulesets.registry import get
from tests.engine.fuzzing import make_good_record, mutate_record
from tests.engine.reference.naive_goldgraeber import NaiveGoldgraeber
from tests.engine.reference.naive_moon_river import NaiveGame

pytestmark = pytest.mark.long

RULESETS = ("moon-river@1", "goldgraeber@1")
#: Total number of records. Most are voided after some steps, which finds the same faults in a fraction of the time.
RECORDS = 20_000
#: One of this many is a whole game.
WHOLE = 40
PARTS = 4

_NAIVE: dict[str, Any] = {"moon-river@1": NaiveGame, "goldgraeber@1": NaiveGoldgraeber}


def is_legal_to_the_naive_reading(judged: CheckedRecord) -> bool:
    """Return whether the reference implementation lists every event of a seat as legal."""
    record = parse_record(rewrite(judged))
    game = _NAIVE[record.header.ruleset](record.header.seats, dict(record.header.options))
    for event in record.events:
        if event.kind == "seat_forfeited":
            game.forfeits.append(event.data["seat"])
        elif event.actor == -1:
            if game.due != "chance":
                return False
            game.apply(event.kind, event.data)
        elif event.actor >= 0:
            if game.due != event.actor or (event.kind, event.data) not in game.legal():
                return False
            game.apply(event.kind, event.data)
    return True


def verify_or_code(text: bytes) -> CheckedRecord | str:
    """Return the engine's verdict on a text, or the code of the fault if it cannot be parsed."""
    try:
        return verify_lines(text)
    except EngineError as error:
        return error.code


def rewrite(judged: CheckedRecord) -> bytes:
    """Return the record in canonical form."""
    return b"".join(write_record(judged.header, judged.events, judged.trailer.head, judged.trailer.seed))


@cache
def verdict_on(text: bytes) -> Verdict:
    """Return the verdict of the slow path on a canonical record; cached, as most accepted records are the same."""
    return verify_record(parse_record(text))


def check_accepted(text: bytes, judged: CheckedRecord, good: CheckedRecord) -> None:
    """Check that an accepted damaged record is valid: the same game written differently, or another game."""
    assert verdict_on(rewrite(judged)) == judged.verdict, text
    if judged.verdict.head == good.verdict.head:
        assert [event[:5] for event in judged.events] == [event[:5] for event in good.events], text
    else:
        assert is_legal_to_the_naive_reading(judged), text


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_damaged_record_is_refused_with_a_code_or_legal_by_itself(ruleset: str, part: int):
    rng = Generator(part)
    codes = set(CORE_CODES) | set(get(ruleset).codes)
    whole = [make_good_record(ruleset, number) for number in (1, 2)]
    short = [
        make_good_record(ruleset, number, most=most) for number, most in ((1, 12), (2, 24), (3, 40), (4, 12))
    ]
    goods = {text: verify_lines(text) for text in (*whole, *short)}
    assert all(good.verdict.is_good for good in goods.values())
    found = dict.fromkeys(("refused", "diverged", "accepted", "another game"), 0)

    for number in range(RECORDS // PARTS // len(RULESETS)):
        text = rng.choice(whole if number % WHOLE == 0 else short)
        damaged = mutate_record(text, rng.choice(short), rng)
        judged = verify_or_code(damaged)
        if isinstance(judged, str):
            found["refused"] += 1
            assert judged in codes, damaged
            continue
        if not judged.verdict.is_good:
            found["diverged"] += 1
            assert judged.verdict.code in codes, damaged
            assert judged.events == ()
            continue
        found["accepted"] += 1
        found["another game"] += judged.verdict.head != goods[text].verdict.head
        if damaged != text:
            check_accepted(damaged, judged, goods[text])

    assert min(found.values()) > 5, found
