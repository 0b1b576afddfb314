"""Lenient parsing where the format allows it, and each fault of a record's text with its code and line."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import (
    CORE_CODES,
    EngineError,
    InvalidOptions,
    UnknownRuleset,
    UnreadableRecord,
    canonical,
    parse_record,
    read_object,
    verify_record,
)
from engine.core.strict_json import MAX_DEPTH, _read_strictly
from tests.engine.builders import example_lines, example_text, text_of

NAME = "moon-river-3-base"
TEXT = example_text(NAME)
LINES = TEXT.splitlines()
LAST = len(LINES)


def find_refusal(text: bytes) -> EngineError:
    """Return the error for a text."""
    with pytest.raises(EngineError) as caught:
        parse_record(text)
    return caught.value


def with_line(number: int, line: bytes) -> bytes:
    """Return the example with one line (from 1) replaced."""
    return b"\n".join([*LINES[: number - 1], line, *LINES[number:]]) + b"\n"


def with_field(number: int, field: str, value: object) -> bytes:
    """Return the example with one field of one line set."""
    return with_line(number, json.dumps({**json.loads(LINES[number - 1]), field: value}).encode())


def without_field(number: int, field: str) -> bytes:
    """Return the example with one field of one line left out."""
    line = json.loads(LINES[number - 1])
    del line[field]
    return with_line(number, json.dumps(line).encode())


# Lenient parsing


def test_key_order_and_spaces_do_not_matter():
    loose = [
        json.dumps(dict(reversed(json.loads(line).items())), indent=None, separators=(" , ", " : "))
        for line in LINES
    ]
    record = parse_record("\n".join(loose).encode())

    assert record == parse_record(TEXT)
    assert verify_record(record).is_good


def test_tabs_and_spaces_around_a_line_do_not_matter():
    assert parse_record(with_line(3, b" \t" + LINES[2] + b" \t")) == parse_record(TEXT)


def test_lines_may_end_in_carriage_return_and_line_feed():
    assert parse_record(TEXT.replace(b"\n", b"\r\n")) == parse_record(TEXT)


def test_the_last_line_feed_may_be_missing():
    assert parse_record(TEXT.rstrip(b"\n")) == parse_record(TEXT)


def test_minus_zero_counts_as_zero():
    seq = next(n for n, line in enumerate(LINES, start=1) if b'"position":0' in line)
    written = LINES[seq - 1].replace(b'"position":0', b'"position":-0')

    assert parse_record(with_line(seq, written)) == parse_record(TEXT)


def test_escapes_in_strings_are_read_as_their_characters():
    kind = LINES[2].replace(b'"column_dealt"', rb'"c\u006flumn_dealt"')

    assert parse_record(with_line(3, kind)) == parse_record(TEXT)


def test_a_surrogate_pair_is_one_character():
    text = with_field(1, "players", ["🐄", "b", "c"])
    assert b"\\ud83d" in text

    assert parse_record(text).header.players[0] == "🐄"


# Faults of the text: code, and line from 1

BAD_TEXT = {
    "byte order mark": (b"\xef\xbb\xbf" + TEXT, "byte_order_mark", 1),
    "byte order mark of a later line": (with_line(4, b"\xef\xbb\xbf" + LINES[3]), "byte_order_mark", 4),
    "not utf-8": (with_line(5, LINES[4][:-1] + b'\xff"}'), "not_utf8", 5),
    "overlong utf-8": (with_line(1, LINES[0].replace(b"greedy", b"gr\xc0\xafdy")), "not_utf8", 1),
    "surrogate as utf-8": (with_line(1, LINES[0].replace(b"greedy", b"\xed\xa0\x80")), "not_utf8", 1),
    "blank line in the middle": (TEXT.replace(b"\n", b"\n\n", 1), "blank_line", 2),
    "blank first line": (b"\n" + TEXT, "blank_line", 1),
    "blank last line": (TEXT + b"\n", "blank_line", LAST + 1),
    "line of spaces": (with_line(4, b"  \t"), "blank_line", 4),
    "blank line ended by CRLF": (TEXT.replace(b"\n", b"\r\n\r\n", 1), "blank_line", 2),
    "not json": (with_line(3, b'{"seq":2,'), "not_json", 3),
    "two values on a line": (with_line(3, LINES[2] + b" {}"), "not_json", 3),
    "lone carriage return between lines": (LINES[0] + b"\r" + LINES[1], "not_json", 1),
    "single quotes": (with_line(3, LINES[2].replace(b'"', b"'")), "not_json", 3),
    "trailing comma": (with_line(3, LINES[2][:-1] + b",}"), "not_json", 3),
    "raw control character": (with_line(1, LINES[0].replace(b"greedy", b"gr\x01edy")), "not_json", 1),
    "comment": (with_line(3, LINES[2] + b" // dealt"), "not_json", 3),
    "too deep": (with_line(3, b"[" * 5000 + b"]" * 5000), "too_deep", 3),
    "deep objects": (with_line(3, b'{"a":' * 20 + b"1" + b"}" * 20), "too_deep", 3),
    **{
        f"{depth} deep": (with_line(3, b'{"a":' + b"[" * depth + b"]" * depth + b"}"), "too_deep", 3)
        for depth in (253, 254, 1022, 1023, 1024)  # orjson reads more than it writes, and not all
    },
    "300 deep objects": (with_line(3, b'{"a":' * 300 + b"1" + b"}" * 300), "too_deep", 3),
    "a list": (with_line(3, b"[1,2]"), "not_an_object", 3),
    "a number": (with_line(3, b"7"), "not_an_object", 3),
    "a string": (with_line(3, b'"seq"'), "not_an_object", 3),
    "repeated key": (with_line(3, b'{"seq":2,' + LINES[2][1:]), "repeated_key", 3),
    "repeated key in data": (
        with_line(4, LINES[3].replace(b'"data":{', b'"data":{"seats":[0],')),
        "repeated_key",
        4,
    ),
    "repeated key, one escaped": (with_line(3, rb'{"s\u0065q":2,' + LINES[2][1:]), "repeated_key", 3),
    "float": (with_line(3, LINES[2].replace(b'"seq":2', b'"seq":2.5')), "float_refused", 3),
    "whole float": (with_line(3, LINES[2].replace(b'"seq":2', b'"seq":2.0')), "float_refused", 3),
    "exponent": (with_line(3, LINES[2].replace(b'"seq":2', b'"seq":2e0')), "float_refused", 3),
    "not a number": (with_line(3, LINES[2].replace(b'"seq":2', b'"seq":NaN')), "float_refused", 3),
    "infinity": (with_line(3, LINES[2].replace(b'"seq":2', b'"seq":-Infinity')), "float_refused", 3),
    "null": (with_field(3, "data", None), "null_refused", 3),
    "null inside data": (with_field(3, "data", {"plots": [1, None]}), "null_refused", 3),
    "unpaired high surrogate": (with_field(1, "players", ["\ud83d", "b", "c"]), "unpaired_surrogate", 1),
    "unpaired low surrogate": (with_field(1, "players", ["\udc04", "b", "c"]), "unpaired_surrogate", 1),
    "surrogates in the wrong order": (
        with_field(1, "players", ["\udc04\ud83d", "b", "c"]),
        "unpaired_surrogate",
        1,
    ),
    "unpaired surrogate in a key": (with_field(3, "data", {"\ud83d": 1}), "unpaired_surrogate", 3),
    "huge number": (with_line(3, LINES[2].replace(b'"seq":2', b'"seq":' + b"9" * 5000)), "out_of_range", 3),
}


@pytest.mark.parametrize("fault", BAD_TEXT)
def test_fault_of_the_text_is_refused_with_its_line(fault):
    text, code, line = BAD_TEXT[fault]
    error = find_refusal(text)

    assert isinstance(error, UnreadableRecord)
    assert (error.code, error.details["line"]) == (code, line)


# Faults of the lines' shape

HEX = json.loads(LINES[-1])["head"]
BAD_SHAPE = {
    "unknown header key": (with_field(1, "colour", 1), "unknown_key", 1),
    "unknown event key": (with_field(3, "time", 1), "unknown_key", 3),
    "unknown trailer key": (with_field(LAST, "note", "x"), "unknown_key", LAST),
    "trailer with an event's keys": (with_field(LAST, "seq", 9), "unknown_key", LAST),
    "seq a string": (with_field(3, "seq", "2"), "wrong_type", 3),
    "seq a boolean": (with_field(2, "seq", True), "wrong_type", 2),
    "kind a number": (with_field(3, "kind", 2), "wrong_type", 3),
    "data a list": (with_field(3, "data", []), "wrong_type", 3),
    "seats a string": (with_field(1, "seats", "3"), "wrong_type", 1),
    "seats a boolean": (with_field(1, "seats", True), "wrong_type", 1),
    "format a boolean": (with_field(1, "record", True), "wrong_type", 1),
    "players a string": (with_field(1, "players", "abc"), "wrong_type", 1),
    "a player not a string": (with_field(1, "players", ["a", 2, "c"]), "wrong_type", 1),
    "options a list": (with_field(1, "options", []), "wrong_type", 1),
    "ruleset a number": (with_field(1, "ruleset", 1), "wrong_type", 1),
    "another format": (with_field(1, "record", 2), "unknown_format", 1),
    "upper-case head": (with_field(LAST, "head", HEX.upper()), "bad_hex", LAST),
    "upper-case seed": (with_field(LAST, "seed", "AB" * 32), "bad_hex", LAST),
    "upper-case commitment": (with_field(1, "commitment", "AB" * 32), "bad_hex", 1),
    "short head": (with_field(LAST, "head", HEX[:-2]), "bad_hex", LAST),
    "long commitment": (with_field(1, "commitment", "ab" * 33), "bad_hex", 1),
    "head a number": (with_field(LAST, "head", 12), "bad_hex", LAST),
    "head with a space": (with_field(LAST, "head", " " + HEX[1:]), "bad_hex", LAST),
    "head in other digits": (with_field(LAST, "head", "٣" + HEX[1:]), "bad_hex", LAST),
    "event after the trailer": (TEXT + LINES[1] + b"\n", "nothing_follows", LAST + 1),
    "two trailers": (TEXT + LINES[-1] + b"\n", "nothing_follows", LAST + 1),
    "no trailer": (b"\n".join(LINES[:-1]), "no_trailer", LAST - 1),
    "header only": (LINES[0], "no_events", 1),
    "header and trailer only": (LINES[0] + b"\n" + LINES[-1], "no_events", 2),
    "seed without commitment": (without_field(1, "commitment"), "seed_without_commitment", LAST),
    "another seed": (with_field(LAST, "seed", "ab" * 32), "seed_mismatch", LAST),
    **{
        f"header without {field}": (without_field(1, field), "missing_key", 1)
        for field in ("record", "ruleset", "components", "seats", "options", "players")
    },
    **{
        f"event without {field}": (without_field(3, field), "missing_key", 3)
        for field in ("seq", "actor", "kind", "data")
    },
}


@pytest.mark.parametrize("fault", BAD_SHAPE)
def test_fault_of_a_line_is_refused_with_its_line(fault):
    text, code, line = BAD_SHAPE[fault]
    error = find_refusal(text)

    assert isinstance(error, UnreadableRecord)
    assert (error.code, error.details["line"]) == (code, line)


def test_an_empty_text_has_no_events():
    assert find_refusal(b"").code == "no_events"


@pytest.mark.parametrize("actor", ["dealer", "Chance", "", -1, -2, True, [0], {}])
def test_an_actor_is_a_seat_chance_or_system(actor):
    error = find_refusal(with_field(3, "actor", actor))

    assert (error.code, error.details["line"]) == ("wrong_actor", 3)


def test_a_trailer_without_head_is_refused():
    error = find_refusal(with_line(LAST, json.dumps({"seed": json.loads(LINES[-1])["seed"]}).encode()))

    assert error.details["line"] == LAST
    assert error.code in ("missing_key", "unknown_key")


# Faults of the header's content


def test_an_unknown_ruleset_is_refused():
    error = find_refusal(with_field(1, "ruleset", "moon-river@0"))

    assert isinstance(error, UnknownRuleset)
    assert (error.code, error.details["line"]) == ("unknown_ruleset", 1)


def test_an_unknown_component_set_is_refused():
    error = find_refusal(with_field(1, "components", "2026-9"))

    assert isinstance(error, UnknownRuleset)
    assert (error.code, error.details["line"]) == ("unknown_components", 1)


@pytest.mark.parametrize("seats", [0, 1, 5, -3, 10**9])
def test_a_seat_count_the_ruleset_does_not_have_is_refused(seats):
    error = find_refusal(with_field(1, "seats", seats))

    assert isinstance(error, InvalidOptions)
    assert (error.code, error.details["line"]) == ("wrong_seat_count", 1)


@pytest.mark.parametrize("players", [[], ["a", "b"], ["a", "b", "c", "d"]])
def test_players_is_one_string_per_seat(players):
    error = find_refusal(with_field(1, "players", players))

    assert isinstance(error, InvalidOptions)
    assert (error.code, error.details["line"]) == ("wrong_player_count", 1)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"mode": "Base"},
        {"mode": 1},
        {"mode": "base", "colour": "red"},
        {"mode": "base", "scenario": "outlaws"},
        {"mode": "base", "boards": ["mary", "wesley", "calamity"]},
        {"mode": "legends"},
        {"mode": "legends", "scenario": "volcano"},
        {"mode": "legends", "scenario": "outlaws", "boards": ["mary", "wesley"]},
        {"mode": "legends", "scenario": "outlaws", "boards": ["mary", "wesley", "mary"]},
        {"mode": "legends", "scenario": "outlaws", "boards": ["mary", "wesley", "camp"]},
        {"mode": "legends", "scenario": "outlaws", "boards": ["mary", "wesley", 3]},
        {"mode": "legends", "scenario": "outlaws", "boards": "mary"},
        {"mode": "legends", "scenario": ["outlaws"]},
    ],
)
def test_options_the_ruleset_does_not_have_are_refused(options):
    error = find_refusal(with_field(1, "options", options))

    assert isinstance(error, InvalidOptions)
    assert (error.code, error.details["line"]) == ("invalid_options", 1)
    assert {"field", "expected"} <= set(error.details)


# All faults


def test_a_voided_record_without_a_seed_is_read():
    lines = example_lines(NAME)
    del lines[-1]["seed"]

    assert parse_record(text_of(lines)).trailer.seed is None


def test_every_code_tried_here_is_documented():
    codes = {code for _, code, _ in (*BAD_TEXT.values(), *BAD_SHAPE.values())}

    assert codes <= set(CORE_CODES)


@pytest.mark.parametrize("cut", range(0, len(TEXT), 611))
def test_a_record_cut_anywhere_is_refused_with_a_line(cut):
    error = find_refusal(TEXT[:cut])

    assert isinstance(error.details["line"], int)
    assert error.code in CORE_CODES


# Canonical lines take a fast path

CANONICAL = [canonical(json.loads(line)) for line in LINES]
TRICKY = [
    b'{"a":1.0}',
    b'{"a":1e5}',
    b'{"a":null}',
    b'{"a":999999999999999999}',
    b'{"a":1000000000000000000}',
    b'{"a":-1000000000000000000}',
    b'{"a":18446744073709551616}',
    b'{"a":"1.0"}',
    b'{"a":"\xf0\x9f\x90\x84"}',
    b'{"a":"\\u0001\\n\\"\\\\"}',
    b'{"a":-0}',
    b'{"a":1,"a":1}',
    b'{"b":1,"a":1}',
    b'{"a":' + b"[" * 15 + b"]" * 15 + b"}",
    b'{"a":' + b"[" * 16 + b"]" * 16 + b"}",
    b'{"a":1}\r\n',
    b'{"a":1} ',
    b"{}",
    b"[]",
    b"1",
    b"\xef\xbb\xbf{}",
]


def strictly(line: bytes) -> Any:
    """Parse a line with the strict parser."""
    return _read_strictly(line, MAX_DEPTH)


def outcome(read: Callable[[bytes], Any], line: bytes) -> Any:
    """Return the result or the fault of parsing a line."""
    try:
        return read(line)
    except EngineError as error:
        return type(error), error.code, error.details


@pytest.mark.parametrize("line", [*TRICKY, *LINES[:3], LINES[-1]])
def test_both_parsers_agree_on_a_line(line):
    assert outcome(read_object, line) == outcome(strictly, line)


@given(line=st.sampled_from(CANONICAL), place=st.integers(0, 10**6), byte=st.integers(0, 255))
def test_both_parsers_agree_on_a_damaged_line(line, place, byte):
    place %= len(line)
    damaged = line[:place] + bytes([byte]) + line[place + 1 :]

    assert outcome(read_object, damaged) == outcome(strictly, damaged)
