"""Private events: a ruleset names their owner, and frames and lists of events hide them from all other viewers."""

from collections import Counter

import pytest

from engine.core import (
    Dealer,
    Generator,
    IllegalAction,
    Playthrough,
    PrivateEvents,
    make_header,
    parse_record,
    redact_event,
)
from engine.core.replay import iterate_frames, log_events
from engine.rulesets.goldgraeber import GOLDGRAEBER
from engine.testing.driving import make_driver
from tests.engine.builders import example_text, seed_of

SEATS = 3
HEADER = make_header(GOLDGRAEBER, seats=SEATS, options={"tactical": True}, players=["a", "b", "c"])


def peeking(events=300):
    """Return a log in which each seat peeks whenever it may, and the seat of each peek."""
    rng, dealer, owners = Generator(1), Dealer(seed_of(9)), {}
    peek = GOLDGRAEBER.encode("peek_chosen", {})

    def deal(state, seq):
        action = state.deal(dealer)
        if GOLDGRAEBER.decode(action)[0] == "chips_peeked":
            owners[seq] = state.observation(None)["turn_seat"]
        return action

    def choose(legal, _):
        return peek if peek in legal else rng.choice(legal)

    driver = make_driver(Playthrough(HEADER), choose, seed=seed_of(9), deal=deal)
    driver.advance(steps=events)
    return driver.collect().events, owners


LOG, OWNERS = peeking()


def make_frames(first=1):
    return list(iterate_frames(HEADER, LOG, first=first, last=len(LOG)))


def test_every_seat_peeks_in_the_log_of_these_tests():
    assert set(Counter(OWNERS.values())) == set(range(SEATS))


def test_a_frame_names_the_owner_of_a_private_event():
    for frame in make_frames():
        assert frame.is_private is (frame.event.seq in OWNERS)
        assert frame.owner == OWNERS.get(frame.event.seq)


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_a_private_event_is_shown_to_its_seat_only(viewer):
    for frame in make_frames():
        seen = frame.show(viewer, is_over=False)
        is_hidden = OWNERS.get(frame.event.seq, viewer) != viewer or (
            viewer is None and frame.event.seq in OWNERS
        )

        assert seen.event.payload == (None if is_hidden else frame.event.payload)
        assert list(seen.effects) == ([] if is_hidden else frame.effects)
        assert seen.event.chain == frame.event.chain
        assert not hasattr(seen.event, "digest")


@pytest.mark.parametrize("viewer", [None, 1])
def test_when_the_game_is_over_nothing_is_hidden(viewer):
    for frame in make_frames():
        assert frame.show(viewer, is_over=True).event.payload == frame.event.payload


def test_positions_are_what_the_viewer_may_know():
    frame = make_frames()[-1]
    for viewer in (None, 0, 1, 2):
        seen = frame.show(viewer, is_over=False)

        assert dict(seen.position) == frame.after.observation(viewer)
        assert dict(seen.previous) == frame.before.observation(viewer)
        assert list(seen.points) == frame.after.points()
        assert seen.turn == frame.before.turn


@pytest.mark.parametrize("viewers", [(), (0,), (1,), (2,), (0, 2), (0, 1, 2)])
def test_the_steps_hidden_from_all_of_some_seats_are_listed(viewers):
    expected = {seq for seq, owner in OWNERS.items() if owner not in viewers}

    assert PrivateEvents(HEADER).follow(LOG).find_hidden(viewers) == expected


def test_a_log_may_be_followed_in_parts_and_earlier_results_stay():
    sight = PrivateEvents(HEADER)
    for start in range(0, len(LOG), 37):
        grown = sight.follow(LOG[start : start + 37])

        assert sight.find_hidden((0,)) == {seq for seq, owner in OWNERS.items() if owner and seq <= start}
        assert (sight.seq, sight.chain) == (start, LOG[start - 1].chain if start else HEADER.h0())
        sight = grown

    assert (sight.seq, sight.chain) == (len(LOG), LOG[-1].chain)


def test_an_invalid_log_is_not_followed():
    with pytest.raises(IllegalAction):
        PrivateEvents(HEADER).follow(LOG[:5] + LOG[6:])


def test_a_private_kind_without_an_owner_is_hidden_from_every_seat(monkeypatch):
    monkeypatch.setattr(type(GOLDGRAEBER), "find_viewer", lambda self, before, action: None)

    assert PrivateEvents(HEADER).follow(LOG).find_hidden((0, 1, 2)) == set(OWNERS)
    for viewer in (None, 0, 1, 2):
        assert all(frame.is_hidden_from(viewer) for frame in make_frames() if frame.is_private)


def test_a_ruleset_without_private_kinds_hides_nothing():
    record = parse_record(example_text("moon-river-2-base"))

    assert PrivateEvents(record.header).follow(log_events(record)).find_hidden(()) == frozenset()


def test_a_hidden_event_is_written_as_its_hash():
    event = LOG[0]

    assert redact_event(event.seq, event.actor, event.kind, event.chain) == {
        "seq": 1,
        "actor": 0,
        "kind": "roll_chosen",
        "hash": event.chain.hex(),
    }
