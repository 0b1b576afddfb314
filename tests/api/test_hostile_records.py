"""
Hostile submissions: whatever is sent, each record gets a typed refusal or is a legal game, and nothing is stored of it.
"""

import json
from typing import Any

import orjson
import pytest

from engine.core import CORE_CODES, EngineError, Generator, read_object
from engine.rulesets.registry import get
from games.models import Event, Game, GameSeed, Seat
from tests.api.client import SchemaClient, problem
from tests.engine.fuzzing import make_good_record, mutate_record
from tests.games.records import packed, record

pytestmark = [pytest.mark.django_db, pytest.mark.long]

ADDRESS = "/api/v1/submissions/"
LINES, PACKED, BATCH = "application/jsonl", "application/json", "application/x-ndjson"

TEXT = record()
ROWS = TEXT.splitlines()
LAST = len(ROWS)


def with_line(number: int, line: bytes) -> bytes:
    """The record with one line (from 1) replaced."""
    return b"\n".join([*ROWS[: number - 1], line, *ROWS[number:]]) + b"\n"


def with_field(number: int, field: str, value: object) -> bytes:
    """The record with one field of one line set."""
    return with_line(number, json.dumps({**orjson.loads(ROWS[number - 1]), field: value}).encode())


def shuffled() -> bytes:
    events = ROWS[1:-1]
    Generator(1).shuffle(events)
    return b"\n".join([ROWS[0], *events, ROWS[-1]])


#: By what is wrong: the record, the line at fault, and the code.
HOSTILE: dict[str, tuple[bytes, int, str]] = {
    "not json": (with_line(3, b"plots: 1, 2"), 3, "not_json"),
    "a page": (b"<!doctype html>\n<p>hello", 1, "not_json"),
    "wrong type": (with_field(3, "seq", "2"), 3, "wrong_type"),
    "a boolean for a number": (with_field(2, "seq", True), 2, "wrong_type"),
    "a list for an object": (with_line(3, b"[1]"), 3, "not_an_object"),
    "nested deeply": (with_line(3, b"[" * 50_000 + b"]" * 50_000), 3, "too_deep"),
    "nested deeply in data": (with_line(3, b'{"a":' * 5000 + b"1" + b"}" * 5000), 3, "too_deep"),
    "a huge number": (with_line(3, ROWS[2].replace(b'"seq":2', b'"seq":' + b"9" * 9000)), 3, "out_of_range"),
    "a number beyond 64 bits": (
        with_line(3, ROWS[2].replace(b'"seq":2', b'"seq":%d' % 2**64)),
        3,
        "out_of_range",
    ),
    "a huge negative number": (with_field(3, "seq", -(10**17)), 3, "wrong_seq"),
    "not a number": (with_line(3, ROWS[2].replace(b'"seq":2', b'"seq":NaN')), 3, "float_refused"),
    "infinity": (with_line(3, ROWS[2].replace(b'"seq":2', b'"seq":1e999')), 3, "float_refused"),
    "null": (with_field(3, "data", None), 3, "null_refused"),
    "a key twice": (with_line(3, b'{"seq":2,' + ROWS[2][1:]), 3, "repeated_key"),
    "latin-1": (with_line(1, ROWS[0].replace(b"ann", "änn".encode("latin-1"))), 1, "not_utf8"),
    "utf-16": (TEXT.decode().encode("utf-16-le"), 1, "not_json"),
    "a byte order mark": (b"\xef\xbb\xbf" + TEXT, 1, "byte_order_mark"),
    "half a surrogate pair": (with_field(1, "players", ["\ud800", "ben"]), 1, "unpaired_surrogate"),
    "an unknown key": (with_field(3, "colour", "red"), 3, "unknown_key"),
    "an unknown ruleset": (with_field(1, "ruleset", "chess@1"), 1, "unknown_ruleset"),
    "an unknown version": (with_field(1, "ruleset", "moon-river@99"), 1, "unknown_ruleset"),
    "an unknown component set": (with_field(1, "components", "1999-1"), 1, "unknown_components"),
    "unknown options": (with_field(1, "options", {"mode": "chess"}), 1, "invalid_options"),
    "too many seats": (with_field(1, "seats", 10**15), 1, "wrong_seat_count"),
    "no seats": (with_field(1, "seats", 0), 1, "wrong_seat_count"),
    "too few players": (with_field(1, "players", ["ann"]), 1, "wrong_player_count"),
    "an endless name": (with_field(1, "players", ["x" * 100_000, "ben"]), 1, "out_of_range"),
    "a seat there is not": (with_field(5, "actor", 7), 5, "not_your_turn"),
    "a seat with a huge number": (with_field(5, "actor", 10**17), 5, "not_your_turn"),
    "a negative seat": (with_field(5, "actor", -3), 5, "wrong_actor"),
    "an unknown kind": (with_field(5, "kind", "cow_milked"), 5, "unknown_kind"),
    "a kind of an endless name": (with_field(5, "kind", "x" * 100_000), 5, "unknown_kind"),
    "truncated between lines": (b"\n".join(ROWS[:60]), 60, "no_trailer"),
    "truncated within a line": (b"\n".join(ROWS[:60])[:-9], 60, "not_json"),
    "its end missing": (b"\n".join([*ROWS[:-2], ROWS[-1]]), LAST - 1, "not_finished"),
    "an event missing": (b"\n".join([*ROWS[:40], *ROWS[41:]]), 41, "wrong_seq"),
    "shuffled": (shuffled(), 2, "chance_differs"),
    "events after the trailer": (TEXT + ROWS[1], LAST + 1, "nothing_follows"),
    "another head": (with_line(LAST, orjson.dumps({"head": "0" * 64})), LAST, "head_mismatch"),
    "the head of another game": (
        with_line(LAST, record(2, with_seed=False).splitlines()[-1]),
        LAST,
        "head_mismatch",
    ),
    "another seed": (with_field(LAST, "seed", "ab" * 32), LAST, "seed_mismatch"),
    "chance of another seed": (with_line(2, record(2).splitlines()[1]), 2, "chance_differs"),
    "another commitment": (with_field(1, "commitment", "ab" * 32), LAST, "seed_mismatch"),
    "a seed without a commitment": (
        record(committed=False).replace(b"}\n", b"}\n", 1)[:-2] + b',"seed":"' + b"ab" * 32 + b'"}\n',
        len(record(committed=False).splitlines()),
        "seed_without_commitment",
    ),
    "a result that is not so": (TEXT.replace(b'"place":2', b'"place":1', 1), LAST - 1, "wrong_result"),
    "a fork": (
        b"\n".join([*ROWS[:5], b'{"fork":{"players":["a","b"],"step":4}}', *ROWS[5:]]),
        6,
        "fork_refused",
    ),
    "lines without end": (b"\n".join([ROWS[0], *[b"{}"] * 200_000]), 2, "missing_key"),
}


def can_be_packed(text: bytes) -> bool:
    """Whether the fault is in an object, not in the text or the order of lines."""
    lines = text.splitlines()
    try:
        objects = [read_object(line) for line in lines]
    except EngineError:
        return False
    return "head" in objects[-1] and all("head" not in each for each in objects[:-1])


def nothing_is_stored() -> bool:
    return not any(model.objects.exists() for model in (Game, Event, Seat, GameSeed))


@pytest.mark.parametrize("fault", HOSTILE)
def test_a_hostile_record_is_refused_by_line_and_code_and_nothing_is_stored(
    fault: str, organiser: SchemaClient
):
    text, line, code = HOSTILE[fault]

    response = organiser.sent(ADDRESS, text, LINES)

    returned = response.json()["fault"]
    assert problem(response) == (422, "record_refused")
    assert (returned["line"], returned["code"], returned["rule"]) == (line, code, CORE_CODES[code])
    assert len(response.content) < 2000
    assert nothing_is_stored()


@pytest.mark.parametrize("content_type", [PACKED, BATCH])
def test_packed_hostile_records_are_refused_with_the_same_faults(content_type: str, organiser: SchemaClient):
    alike = {fault: each for fault, each in HOSTILE.items() if can_be_packed(each[0])}
    assert len(alike) > 20
    bodies = [packed(text) for text, _, _ in alike.values()]
    if content_type == BATCH:
        returned = [
            result["fault"] for result in organiser.sent(ADDRESS, b"".join(bodies), BATCH).json()["results"]
        ]
    else:
        returned = [organiser.sent(ADDRESS, body, PACKED).json()["fault"] for body in bodies]

    assert [(fault["line"], fault["code"]) for fault in returned] == [
        (line, code) for _, line, code in alike.values()
    ]
    assert nothing_is_stored()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", "not_json"),
        (b"[]", "not_an_object"),
        (b"7", "not_an_object"),
        (b"{}", "missing_key"),
        (b'{"header":{},"events":[],"trailer":{}}', "missing_key"),
        (b'{"header":[],"events":[],"trailer":{}}', "not_an_object"),
        (b'{"header":{},"events":{},"trailer":{}}', "missing_key"),
        (b'{"header":{},"header":{},"events":[]}', "repeated_key"),
        (b'{"header":{},"events":[],"note":1}', "unknown_key"),
        (b"\xff", "not_utf8"),
        (b"\xef\xbb\xbf{}", "byte_order_mark"),
        (b"[" * 100_000, "too_deep"),
        (b'{"a":' * 100_000, "too_deep"),
        (b'{"a":' * 300 + b"1" + b"}" * 300, "too_deep"),
        (b'{"header":NaN}', "float_refused"),
        (b"   ", "blank_line"),
    ],
)
def test_an_object_that_is_not_a_record_is_refused(body: bytes, code: str, organiser: SchemaClient):
    for content_type in (PACKED, BATCH):
        response = organiser.sent(ADDRESS, body, content_type)
        fault = response.json()["fault"] if content_type == PACKED else response.json()["results"][0]["fault"]
        assert fault["code"] == code
    assert nothing_is_stored()


@pytest.mark.parametrize("content_type", [LINES, PACKED])
def test_a_record_that_is_too_large_is_refused_whole(
    content_type: str, organiser: SchemaClient, settings: Any
):
    settings.API_MAX_RECORD_BYTES = 5000

    assert problem(organiser.sent(ADDRESS, TEXT, content_type)) == (413, "body_too_large")
    assert nothing_is_stored()


def test_a_record_of_a_batch_that_is_too_large_does_not_disturb_the_others(
    organiser: SchemaClient, settings: Any
):
    large = packed(record(2)).replace(b",", b" , ")
    small = [packed(record(number)) for number in (1, 3)]
    settings.API_MAX_RECORD_BYTES = max(len(text) - 1 for text in small)
    assert len(large) > settings.API_MAX_RECORD_BYTES + 1

    returned = organiser.sent(ADDRESS, small[0] + large + small[1] + large.rstrip(), BATCH).json()

    assert [result["status"] for result in returned["results"]] == [
        "accepted",
        "refused",
        "accepted",
        "refused",
    ]
    assert returned["results"][1]["fault"]["code"] == "record_too_large"
    assert Game.objects.count() == 2


def test_a_batch_that_is_too_large_is_refused_whole(organiser: SchemaClient, settings: Any):
    settings.API_MAX_BATCH_BYTES = 20_000

    assert problem(organiser.sent(ADDRESS, packed(TEXT) * 9, BATCH)) == (413, "body_too_large")
    assert nothing_is_stored()


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_a_batch_with_the_maximum_of_records_is_accepted(end: bytes, organiser: SchemaClient, settings: Any):
    settings.API_MAX_BATCH_RECORDS = 3

    assert organiser.sent(ADDRESS, b"{}\n{}\n{}" + end, BATCH).json()["refused"] == 3
    assert problem(organiser.sent(ADDRESS, b"{}\n{}\n{}\n{}" + end, BATCH)) == (413, "too_many_records")


@pytest.mark.parametrize("content_type", [LINES, PACKED, BATCH])
def test_an_empty_body_has_no_record(content_type: str, organiser: SchemaClient):
    assert problem(organiser.sent(ADDRESS, b"", content_type)) == (400, "no_records")


@pytest.mark.parametrize(
    ("content_type", "headers"),
    [
        ("text/plain", {}),
        ("application/x-www-form-urlencoded", {}),
        ("multipart/form-data; boundary=x", {}),
        ("application/jsonl; charset=latin-1", {}),
        (LINES, {"HTTP_CONTENT_ENCODING": "gzip"}),
        (BATCH, {"HTTP_CONTENT_ENCODING": "zstd"}),
    ],
)
def test_other_media_types_and_compressed_bodies_are_refused(
    content_type: str, headers: dict[str, str], organiser: SchemaClient
):
    assert problem(organiser.sent(ADDRESS, TEXT, content_type, **headers)) == (415, "unsupported_media_type")


def test_a_fault_does_not_repeat_what_it_was_sent(organiser: SchemaClient):
    text = with_field(5, "kind", "<script>x</script>")

    assert b"<script>" not in organiser.sent(ADDRESS, text, LINES).content


@pytest.mark.parametrize("ruleset", ["moon-river@1", "goldgraeber@1"])
def test_damaged_records_over_http_are_refused_or_legal(ruleset: str, organiser: SchemaClient):
    rng = Generator(99)
    goods = [make_good_record(ruleset, number, most=number * 9) for number in (1, 2, 3)]
    damaged = [mutate_record(rng.choice(goods), rng.choice(goods), rng) for _ in range(300)]
    codes = {"fork_refused", *CORE_CODES, *get(ruleset).codes}

    accepted = set()
    for text in damaged[:60]:
        response = organiser.sent(ADDRESS, text, LINES)
        assert response.status_code in (200, 201, 400 if not text else 422), text
        if response.status_code < 300:
            accepted.add(response.json()["head"])
        elif text:
            assert response.json()["fault"]["code"] in codes
    lines = [packed(text) if text.count(b"\n") > 2 else b"{}\n" for text in damaged[60:]]
    batch = [line if line.count(b"\n") == 1 else b"[]\n" for line in lines]
    for result in organiser.sent(ADDRESS, b"".join(batch), BATCH).json()["results"]:
        if result["status"] == "refused":
            assert result["fault"]["code"] in codes
        else:
            accepted.add(result["head"])

    assert Game.objects.count() == len(accepted)
    assert len(accepted) < 40
    assert set(Event.objects.values_list("game_id", flat=True)) == set(
        Game.objects.values_list("pk", flat=True)
    )
