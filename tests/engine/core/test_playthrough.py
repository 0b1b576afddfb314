"""Play-throughs: the actor of the next step, refused events, logged events (record format, introduction)."""

import pytest

from engine.core import CHANCE, SYSTEM, Dealer, Event, Generator, MalformedEvent, Status
from tests.engine.builders import step
from tests.engine.core.games import SEED, at_a_decision, first_event, fresh, refusal


def test_a_game_begins_with_chance_at_seq_0_and_h0():
    play = fresh()

    assert (play.due, play.seq, play.head, play.status) == (CHANCE, 0, play.header.h0(), Status.PLAYING)


def test_seq_counts_from_1_without_gaps():
    play = fresh()
    logged = [play.deal(Dealer(SEED)) for _ in range(3)]

    assert [event.seq for event in logged] == [1, 2, 3]
    assert play.seq == 3


@pytest.mark.parametrize("seq", [0, 4, 6, -5])
def test_another_seq_than_the_next_is_refused(seq):
    play = at_a_decision(steps=1)
    actor, kind, data = first_event(play)

    assert refusal(play, actor, kind, data, seq=seq).code == "wrong_seq"


def test_a_seat_may_not_act_for_another():
    play = at_a_decision()
    actor, kind, data = first_event(play)

    assert refusal(play, (actor + 1) % 4, kind, data).code == "not_your_turn"


def test_a_seat_may_not_act_while_chance_is_due():
    assert refusal(fresh(), 0, "plot_chosen", {"position": 0}).code == "seat_not_due"


def test_chance_may_not_act_while_a_seat_is_due():
    play = at_a_decision()

    assert refusal(play, CHANCE, "column_dealt", {"plots": [1, 2, 3, 4]}).code == "chance_not_due"


def test_chance_does_not_make_a_seats_events():
    play = at_a_decision()

    assert refusal(play, CHANCE, "plot_chosen", {"position": 0}).code == "wrong_actor"


def test_a_seat_does_not_make_chances_events():
    play = fresh()

    assert refusal(play, 0, "saloon_filled", {"partners": ["farmer"] * 5}).code == "wrong_actor"


@pytest.mark.parametrize("kind", ["plot_chosen", "column_dealt"])
def test_the_system_does_not_make_a_rulesets_events(kind):
    error = refusal(at_a_decision(), SYSTEM, kind, {"position": 0})

    assert isinstance(error, MalformedEvent)
    assert error.code == "wrong_actor"


@pytest.mark.parametrize("actor", [0, CHANCE, SYSTEM])
@pytest.mark.parametrize("kind", ["game_restarted", "", "Plot_chosen", "die_rolled"])
def test_a_kind_no_ruleset_has_is_refused(actor, kind):
    assert refusal(at_a_decision(), actor, kind, {}).code == "unknown_kind"


@pytest.mark.parametrize("kind", ["seat_forfeited", "game_finished", "game_voided"])
@pytest.mark.parametrize("actor", [0, CHANCE])
def test_only_the_system_makes_system_events(actor, kind):
    error = refusal(at_a_decision(), actor, kind, {"reason": "timeout", "seat": 0})

    assert isinstance(error, MalformedEvent)


def test_check_changes_nothing():
    play = at_a_decision()
    actor, kind, data = first_event(play)
    before = play.state.digest(), play.seq, play.head
    action = play.check(Event(play.seq + 1, actor, kind, data))

    assert action == play.state.legal_actions()[0]
    assert (play.state.digest(), play.seq, play.head) == before


def test_submit_and_take_log_the_same():
    one, other = at_a_decision(), at_a_decision()
    actor, kind, data = first_event(one)

    assert one.submit(Event(one.seq + 1, actor, kind, data)) == other.take(other.state.legal_actions()[0])


def test_only_events_that_end_a_turn_have_a_digest():
    play, dealer, rng = fresh(2), Dealer(SEED), Generator(3)
    while play.status is Status.PLAYING:
        turn = play.state.turn
        logged = step(play, dealer, rng)
        ends = play.state.turn != turn or play.state.actor is None
        assert logged.digest == (play.state.digest() if ends else None)

    assert play.status is Status.OVER


def test_a_clone_is_independent_of_its_original_also_between_step_and_log():
    play = at_a_decision()
    action = play.state.legal_actions()[0]
    before = play.state.digest(), play.seq, play.head

    clone = play.clone()
    clone.step(action)

    assert (play.state.digest(), play.seq, play.head) == before
    assert clone.log() == [play.take(action)]
    assert clone.head == play.head
