"""The canonical form (record format, "Canonical form (what is hashed and stored)")."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import CHANCE, SYSTEM, canonical, format_actor, serialize_event
from tests.engine.reference.naive_record import canonical_text

VALUES = st.recursive(
    st.booleans() | st.integers(-(2**53), 2**53) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)


def test_keys_are_sorted_and_there_are_no_spaces():
    assert canonical({"b": [1, 2], "a": {"d": True, "c": "x"}}) == b'{"a":{"c":"x","d":true},"b":[1,2]}'


def test_strings_are_utf_8_and_not_escaped():
    assert canonical("é—牛🐄/\x7f") == '"é—牛🐄/\x7f"'.encode()


def test_quote_and_backslash_are_escaped():
    assert canonical('"\\') == b'"\\"\\\\"'


def test_five_controls_have_short_escapes():
    assert canonical("\b\f\n\r\t") == rb'"\b\f\n\r\t"'


@pytest.mark.parametrize("code", [c for c in range(0x20) if chr(c) not in "\b\f\n\r\t"])
def test_other_controls_are_escaped_in_lower_case_hex(code):
    assert canonical(chr(code)) == f'"\\u{code:04x}"'.encode()


@given(VALUES)
def test_canonical_agrees_with_the_reference_writer(value):
    assert canonical(value) == canonical_text(value).encode()


def test_canonical_event_sorts_its_four_keys():
    assert serialize_event(7, 2, "plot_chosen", '{"position":3}') == (
        b'{"actor":2,"data":{"position":3},"kind":"plot_chosen","seq":7}'
    )


@pytest.mark.parametrize(("actor", "name"), [(CHANCE, "chance"), (SYSTEM, "system")])
def test_chance_and_system_are_written_as_words(actor, name):
    assert format_actor(actor) == name
    assert (
        serialize_event(1, actor, "k", "{}")
        == f'{{"actor":"{name}","data":{{}},"kind":"k","seq":1}}'.encode()
    )


def test_a_seat_is_written_as_its_number():
    assert format_actor(0) == 0
    assert b'"actor":0,' in serialize_event(1, 0, "k", "{}")
