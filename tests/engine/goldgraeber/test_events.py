"""Events as records write them: shapes, canonical text, canonical order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import MalformedEvent, UnreadableRecord, canonical
from engine.rulesets.goldgraeber import GOLDGRAEBER
from tests.engine.goldgraeber.positions import KINDS, SITES, table

FIELDS = st.sampled_from(sorted(KINDS)).map(list)
CHIPS = st.tuples(st.sampled_from(["gold", "robber"]), st.integers(1, 5)).map(lambda pair: {pair[0]: pair[1]})
PEEKS = st.lists(st.fixed_dictionaries({"chip": CHIPS, "field": FIELDS}), min_size=1, max_size=6)
PURPOSES = ["move", "robber", "attack", "defend", "retreat"]
EVENTS = st.one_of(
    st.tuples(st.just("digger_moved"), st.fixed_dictionaries({"to": FIELDS})),
    st.tuples(st.just("raft_ridden"), st.fixed_dictionaries({"to": FIELDS})),
    st.tuples(st.sampled_from(["turn_passed", "roll_chosen", "peek_chosen"]), st.just({})),
    st.tuples(
        st.just("die_rolled"),
        st.fixed_dictionaries(
            {"face": st.sampled_from(["locomotive", 2, 3, 4, 5, 6]), "purpose": st.sampled_from(PURPOSES)}
        ),
    ),
    st.tuples(st.just("chip_flipped"), st.fixed_dictionaries({"chip": CHIPS, "field": FIELDS})),
    st.tuples(st.just("chips_peeked"), st.fixed_dictionaries({"chips": PEEKS})),
)


@given(event=EVENTS)
def test_an_event_is_encoded_written_and_read_back_alike(event):
    kind, data = event
    action = GOLDGRAEBER.encode(kind, data)
    written = canonical(data).decode()

    assert GOLDGRAEBER.decode(action) == (kind, data)
    assert GOLDGRAEBER.write(action) == (kind, written)
    assert GOLDGRAEBER.read(kind, written) == action


def test_the_kinds_are_in_the_order_of_the_format():
    assert GOLDGRAEBER.seat_kinds == (
        "digger_moved",
        "raft_ridden",
        "turn_passed",
        "roll_chosen",
        "peek_chosen",
    )
    assert GOLDGRAEBER.chance_kinds == ("die_rolled", "chip_flipped", "chips_peeked")


def test_only_peeks_are_private():
    assert GOLDGRAEBER.private_kinds == {"chips_peeked"}


def test_moves_are_listed_by_q_then_r():
    position = table(diggers={0: (-3, -2)})
    position.roll(6)
    listed = [data["to"] for _, data in position.choices()]

    assert listed == sorted(listed)
    assert position.state.legal_actions() == sorted(position.state.legal_actions())


def test_moves_onto_rafts_and_home_are_in_canonical_order():
    """Within one move: land, two rafts and the house."""
    position = table(diggers={0: (1, -3)})
    position.roll(4)
    listed = [tuple(data["to"]) for _, data in position.choices()]

    assert {(0, -2), (1, -4), (3, -4)} <= set(listed)
    assert listed == sorted(listed)


MALFORMED = [
    ("digger_flew", {}),
    ("digger_moved", {}),
    ("digger_moved", {"to": [0, 0], "from": [0, 0]}),
    ("digger_moved", {"to": [11, 0]}),
    ("digger_moved", {"to": [6, 5]}),
    ("digger_moved", {"to": [-6, -5]}),
    ("digger_moved", {"to": [0]}),
    ("digger_moved", {"to": [0, 0, 0]}),
    ("digger_moved", {"to": [True, 0]}),
    ("digger_moved", {"to": "0,0"}),
    ("digger_moved", {"to": {"q": 0, "r": 0}}),
    ("raft_ridden", {"to": [0, "0"]}),
    ("turn_passed", {"why": "tired"}),
    ("roll_chosen", {"face": 6}),
    ("peek_chosen", {"seat": 0}),
    ("die_rolled", {"face": 2}),
    ("die_rolled", {"face": 2, "purpose": "fun"}),
    ("die_rolled", {"face": 2, "purpose": ["move"]}),
    ("chip_flipped", {"chip": {"gold": 6}, "field": [0, 0]}),
    ("chip_flipped", {"chip": {"gold": 0}, "field": [0, 0]}),
    ("chip_flipped", {"chip": {"gold": True}, "field": [0, 0]}),
    ("chip_flipped", {"chip": {"silver": 1}, "field": [0, 0]}),
    ("chip_flipped", {"chip": {"gold": 1, "robber": 1}, "field": [0, 0]}),
    ("chip_flipped", {"chip": {}, "field": [0, 0]}),
    ("chip_flipped", {"chip": 3, "field": [0, 0]}),
    ("chip_flipped", {"chip": {"gold": 1}}),
    ("chips_peeked", {"chips": []}),
    ("chips_peeked", {"chips": [{"chip": {"gold": 1}}]}),
    ("chips_peeked", {"chips": [{"chip": {"gold": 1}, "field": list(SITES[0])}] * 7}),
    ("chips_peeked", {"chips": {"chip": {"gold": 1}, "field": list(SITES[0])}}),
    ("chips_peeked", {"chips": [[{"gold": 1}, list(SITES[0])]]}),
]


@pytest.mark.parametrize(("kind", "data"), MALFORMED, ids=str)
def test_what_no_position_could_have_is_malformed(kind, data):
    with pytest.raises(MalformedEvent) as refused:
        GOLDGRAEBER.encode(kind, data)

    expected = "unknown_kind" if kind == "digger_flew" else "malformed_event"
    assert refused.value.code == expected


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("digger_moved", '{"to": [0,0]}'),
        ("digger_moved", '{"to":[-0,0]}'),
        ("die_rolled", '{"purpose":"move","face":2}'),
        ("chips_peeked", '{"chips":[{"field":[0,0],"chip":{"gold":1}}]}'),
    ],
)
def test_a_stored_text_must_be_canonical(kind, payload):
    with pytest.raises(UnreadableRecord) as refused:
        GOLDGRAEBER.read(kind, payload)

    assert refused.value.code == "not_canonical"
