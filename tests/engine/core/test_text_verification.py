"""The fast path of verification agrees with the slow path on good and on bad records."""

from pathlib import Path
from unittest import mock

import pytest

from engine.core import (
    CheckedRecord,
    EngineError,
    LoggedEvent,
    Record,
    RecordForm,
    pack_record,
    parse_record,
    text_verification,
    verify_before_fault,
    verify_lines,
    verify_packed,
    verify_record,
    write_record,
)
from engine.core.ndjson import parse_packed

GOLDEN = sorted((Path(__file__).parents[2] / "golden" / "records").rglob("*.jsonl"))
TEXT = next(path for path in GOLDEN if path.stem == "4-base").read_bytes()


def pack(text: bytes) -> bytes:
    """Return the record on one line."""
    header, *events, trailer = text.splitlines()
    return pack_record(header, b",".join(events), trailer)


def verify_slowly(record: Record) -> CheckedRecord:
    """Return the result of the slow path."""
    log: list[LoggedEvent] = []
    verdict = verify_record(record, log=log)
    return CheckedRecord(record.header, record.trailer, verdict, log if verdict.is_good else ())


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_both_paths_agree_on_a_canonical_record(path):
    text = path.read_bytes()
    expected = verify_slowly(parse_record(text))

    with mock.patch.object(
        text_verification, "_verify_parsed", side_effect=AssertionError("it is canonical")
    ):
        assert verify_lines(text) == expected
        assert verify_packed(pack(text)) == expected
    assert expected.verdict.is_good
    assert b"".join(
        write_record(expected.header, expected.events, expected.verdict.head, expected.trailer.seed)
    )


def test_a_record_that_is_not_canonical_takes_the_slow_path():
    loose = TEXT.replace(b'"kind":', b'"kind" : ').replace(b"\n", b"\r\n")

    assert verify_lines(loose) == verify_lines(TEXT)
    assert verify_packed(pack(TEXT).replace(b'"kind":', b'"kind" : ')) == verify_lines(TEXT)


def changes() -> dict[str, bytes]:
    """Yield the record with one change."""
    lines = TEXT.splitlines(keepends=True)
    return {
        "nothing": b"",
        "no event": lines[0] + lines[-1],
        "no trailer": b"".join(lines[:-1]),
        "no end": b"".join([*lines[:-2], lines[-1]]),
        "two trailers": TEXT + lines[-1],
        "blank last line": TEXT + b"\n",
        "byte order mark": b"\xef\xbb\xbf" + TEXT,
        "not utf-8": TEXT.replace(b"plot_chosen", b"plot_chos\xffn", 1),
        "an event twice": b"".join([*lines[:5], lines[4], *lines[5:]]),
        "an event left out": b"".join([*lines[:5], *lines[6:]]),
        "two events changed over": b"".join([*lines[:9], lines[10], lines[9], *lines[11:]]),
        "a seq with a zero before it": TEXT.replace(b'"seq":7}', b'"seq":07}'),
        "an actor with a zero before it": TEXT.replace(b'"actor":1,', b'"actor":01,', 1),
        "minus zero": TEXT.replace(b'"position":0', b'"position":-0', 1),
        "true for one": TEXT.replace(b'"position":1', b'"position":true', 1),
        "another kind": TEXT.replace(b'"kind":"plot_chosen"', b'"kind":"plots_discarded"', 1),
        "an unknown kind": TEXT.replace(b'"kind":"plot_chosen"', b'"kind":"cow_milked"', 1),
        "a chance event of a seat": TEXT.replace(b'"actor":"chance"', b'"actor":0', 1),
        "a chance event of the system": TEXT.replace(b'"actor":"chance"', b'"actor":"system"', 1),
        "more data": TEXT.replace(b'"data":{"position"', b'"data":{"a":[{},{"actor":1}],"position"', 1),
        "a reason that looks like events": TEXT.replace(
            lines[-2],
            b'{"actor":"system","data":{"reason":"},{\\"actor\\":"},"kind":"game_voided","seq":5}\n',
        ),
        "another result": TEXT.replace(b'"place":1', b'"place":2'),
        "another head": TEXT.replace(b'"head":"', b'"head":"0')[:-68] + b"\n",
    }


@pytest.mark.parametrize("change", changes())
@pytest.mark.parametrize("is_packed", [False, True])
def test_both_paths_agree_on_a_changed_record(change, is_packed):
    text = changes()[change]
    if is_packed:
        if len(text.splitlines()) < 2:
            text = b"{}\n{}"
        text = pack(text)
    results = []
    for road in (
        verify_packed if is_packed else verify_lines,
        lambda text: verify_slowly((parse_packed if is_packed else parse_record)(text)),
    ):
        try:
            results.append(road(text))
        except EngineError as error:
            results.append((type(error), error.code, error.details))

    assert results[0] == results[1]
    assert text != TEXT


def test_a_record_that_diverges_has_no_events_to_store():
    assert verify_lines(changes()["another result"]).events == ()


BROKEN = {
    "unreadable": b"{",
    "unknown key": b'{"seq":99,"actor":0,"kind":"plot_chosen","data":{},"colour":"red"}',
    "the end": None,
}


@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize("is_packed", [False, True])
def test_an_illegal_event_before_an_unreadable_line_is_the_first_fault(broken, is_packed):
    good = TEXT.splitlines()
    wrong = [*good[:9], good[8], *good[9:]]

    def fault_of(lines: list[bytes]) -> tuple[bytes, EngineError]:
        line = BROKEN[broken]
        cut = lines[:60] if line is None else [*lines[:60], line, *lines[61:]]
        text = b"\n".join(cut) + b"\n"
        if is_packed:
            text = pack(text) if line is not None else pack_record(cut[0], b",".join(cut[1:]))
        with pytest.raises(EngineError) as caught:
            (verify_packed if is_packed else verify_lines)(text)
        return text, caught.value

    is_whole = not (is_packed and broken == "unreadable")  # then no line of it can be read
    form = RecordForm.PACKED if is_packed else RecordForm.LINES
    text, fault = fault_of(wrong)
    before = verify_before_fault(text, form, fault)
    assert (before is not None) is is_whole
    assert before is None or (before.verdict.step, before.verdict.code) == (9, "wrong_seq")
    text, fault = fault_of(good)
    assert verify_before_fault(text, form, fault) is None
