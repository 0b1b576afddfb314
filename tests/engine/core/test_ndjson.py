"""Packed records: the same record on one line, and every fault of that line."""

import json
from typing import Any

import pytest

from engine.core import EngineError, pack_record, parse_record
from engine.core.ndjson import is_packed, parse_packed
from tests.engine.builders import EXAMPLES, example_lines, example_text

NAME = "moon-river-3-base"
LINES = example_lines(NAME)


def pack(lines: list[dict[str, Any]]) -> bytes:
    """Return a packed record that is not canonical."""
    return json.dumps({"header": lines[0], "events": lines[1:-1], "trailer": lines[-1]}).encode()


def find_refusal(line: bytes) -> tuple[str, Any, Any]:
    """Return code, field and line of the error for a line."""
    with pytest.raises(EngineError) as caught:
        parse_packed(line)
    return caught.value.code, caught.value.details.get("field"), caught.value.details.get("line")


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_packed_record_is_the_same_record(name):
    text = example_text(name)
    header, *events, trailer = text.splitlines()

    line = pack_record(header, b",".join(events), trailer)

    assert (line.count(b"\n"), line[-1:]) == (1, b"\n")
    assert parse_packed(line) == parse_record(text) == parse_packed(pack(example_lines(name)))


def test_a_packed_record_is_distinguished_from_a_header():
    assert is_packed(json.loads(pack(LINES)))
    assert not is_packed(LINES[0])


def test_a_record_without_its_end_has_no_trailer():
    line = pack_record(b"{}", b"{}")

    assert line == b'{"events":[{}],"header":{}}\n'
    assert find_refusal(json.dumps({"header": LINES[0], "events": LINES[1:-1]}).encode())[0] == "no_trailer"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"extra": 1}, ("unknown_key", "extra", None)),
        ({"header": 1}, ("not_an_object", "header", 1)),
        ({"header": {}}, ("missing_key", "components", 1)),
        ({"events": {}}, ("wrong_type", "events", 2)),
        ({"events": []}, ("no_events", None, 2)),
        ({"events": [LINES[1], 7]}, ("not_an_object", "events[1]", 3)),
        ({"events": [LINES[1], {**LINES[2], "x": 1}]}, ("unknown_key", "x", 3)),
        ({"trailer": []}, ("not_an_object", "trailer", len(LINES))),
        ({"trailer": {"head": "ab"}}, ("bad_hex", "head", len(LINES))),
    ],
)
def test_a_fault_of_a_packed_record_has_the_line_of_the_unpacked_one(change, fault):
    code, field, line = fault
    line = line if line is not None or code != "unknown_key" else 1

    assert find_refusal(json.dumps(json.loads(pack(LINES)) | change).encode()) == (code, field, line)


@pytest.mark.parametrize("key", ["header", "events"])
def test_a_packed_record_has_a_header_and_events(key):
    lacking = json.loads(pack(LINES))
    del lacking[key]

    assert find_refusal(json.dumps(lacking).encode())[:2] == ("missing_key", key)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", "blank_line"),
        (b"[]", "not_an_object"),
        (b'{"header":', "not_json"),
        (pack(LINES).replace(b'"seq": 5,', b'"seq": 5, "seq": 5,'), "repeated_key"),
        (b'{"events":' + b"[" * 30 + b"]" * 30 + b"}", "too_deep"),
    ],
)
def test_a_line_that_cannot_be_parsed_is_refused_with_a_code(line, code):
    assert find_refusal(line)[0] == code
