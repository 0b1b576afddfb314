"""Headers, chains and trailers (record format: "options", "Hash chain", "Chance is committed to")."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import (
    Event,
    Header,
    InvalidOptions,
    LoggedEvent,
    UnknownRuleset,
    hash_event,
    make_header,
    parse_record,
    write_record,
)
from engine.core.replay import log_events
from engine.rulesets import registry
from tests.engine.builders import EXAMPLES, example_lines, example_text, header_for, text_of
from tests.engine.reference.naive_record import canonical_text, chain

MOON_RIVER = registry.get("moon-river@1")


def test_base_options_are_hashed_as_mode_alone():
    assert header_for(4).to_dict()["options"] == {"mode": "base"}


def test_legends_options_are_hashed_with_boards_by_seat_order():
    options = header_for(3, {"mode": "legends", "scenario": "outlaws"}).to_dict()["options"]

    assert options == {"mode": "legends", "scenario": "outlaws", "boards": ["mary", "wesley", "calamity"]}


def test_a_header_without_defaults_has_the_hash_of_one_with_them():
    short = header_for(2, {"mode": "legends", "scenario": "random"})
    full = header_for(2, {"mode": "legends", "scenario": "random", "boards": ["mary", "wesley"]})

    assert short == full
    assert short.h0() == full.h0()


def test_another_order_of_boards_is_another_game():
    default = header_for(2, {"mode": "legends", "scenario": "random"})
    other = header_for(2, {"mode": "legends", "scenario": "random", "boards": ["wesley", "mary"]})

    assert default.h0() != other.h0()


def test_header_is_written_in_canonical_form():
    header = header_for(2, seed=bytes(32))

    assert header.to_bytes() == canonical_text(header.to_dict()).encode()


def test_a_header_without_a_seed_commits_to_nothing():
    assert "commitment" not in header_for(2).to_dict()


def test_h0_is_the_hash_of_the_canonical_header():
    lines = example_lines("moon-river-4-base")

    assert parse_record(example_text("moon-river-4-base")).header.h0() == chain(lines[0], [])[0]


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_hash_covers_the_one_before_and_the_canonical_event(name):
    lines = example_lines(name)
    hashes = chain(lines[0], lines[1:-1])
    record = parse_record(example_text(name))

    assert [event.chain for event in log_events(record)] == hashes[1:]
    assert record.trailer.head == hashes[-1]


def test_hash_event_is_sha_256_of_the_hash_before_and_the_event():
    header = {"any": "header"}
    event = {"seq": 1, "actor": "chance", "kind": "k", "data": {}}
    h0, h1 = chain(header, [event])

    assert hash_event(h0, canonical_text(event).encode()) == h1


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_record_written_again_is_read_as_the_same(name):
    record = parse_record(example_text(name))
    head, seed = record.trailer.head, record.trailer.seed
    text = b"".join(write_record(record.header, log_events(record), head, seed))

    assert parse_record(text) == record


def test_writing_is_canonical_line_by_line():
    name = "moon-river-4-gold-rush"
    record = parse_record(example_text(name))
    written = write_record(record.header, log_events(record), record.trailer.head, record.trailer.seed)

    assert [line.decode() for line in written] == [
        canonical_text(line) + "\n" for line in example_lines(name)
    ]


def test_an_unfinished_game_is_written_without_a_trailer():
    record = parse_record(example_text("moon-river-2-base"))
    lines = list(write_record(record.header, log_events(record)[:5]))

    assert len(lines) == 6
    assert b"head" not in lines[-1]


def test_an_undisclosed_seed_is_left_out():
    record = parse_record(example_text("moon-river-2-base"))
    lines = list(write_record(record.header, log_events(record), record.trailer.head))

    assert json.loads(lines[-1]) == {"head": record.trailer.head.hex()}


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=200), min_size=2, max_size=2))
def test_any_players_names_survive_writing_and_reading(names):
    header = make_header(MOON_RIVER, seats=2, options={"mode": "base"}, players=names)
    event = LoggedEvent(1, -2, "game_voided", '{"reason":"x"}', bytes(32), None)
    text = b"".join(write_record(header, [event], bytes(32)))

    assert parse_record(text).header == header


def test_make_header_refuses_a_seat_too_many():
    with pytest.raises(InvalidOptions) as caught:
        make_header(MOON_RIVER, seats=5, options={"mode": "base"}, players="abcde")

    assert caught.value.code == "wrong_seat_count"


def test_make_header_refuses_an_unknown_component_set():
    with pytest.raises(UnknownRuleset) as caught:
        make_header(MOON_RIVER, seats=2, options={"mode": "base"}, players="ab", components="1999-1")

    assert caught.value.code == "unknown_components"


def test_make_header_takes_the_newest_component_set_by_default():
    header = make_header(MOON_RIVER, seats=2, options={"mode": "base"}, players="ab")

    assert header.components == MOON_RIVER.component_sets[0]


def test_a_record_is_read_into_plain_events():
    events = parse_record(example_text("moon-river-4-base")).events

    assert events[1] == Event(2, -1, "column_dealt", {"plots": [6, 79, 34, 44]})
    assert events[3] == Event(4, 1, "plot_chosen", {"position": 1})
    assert events[-1].actor == -2


def test_header_is_a_value():
    assert header_for(2) == header_for(2)
    assert isinstance(header_for(2), Header)
    with pytest.raises(AttributeError):
        header_for(2).seats = 3


def test_commitment_and_head_without_a_seed_are_a_record_too():
    lines = example_lines("moon-river-4-base")
    del lines[-1]["seed"]
    record = parse_record(text_of(lines))

    assert record.header.commitment == lines[0]["commitment"]
    assert record.trailer.seed is None
