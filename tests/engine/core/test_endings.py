"""Forfeits, house play and the end of a game (record format, "System events, all rulesets")."""

from typing import Any

import pytest

from engine.core import (
    CHANCE,
    SYSTEM,
    Dealer,
    Event,
    ForfeitReason,
    Generator,
    IllegalAction,
    MalformedEvent,
    Playthrough,
    Status,
    Termination,
)
from tests.engine.builders import header_for, play_game, step
from tests.engine.core.games import SEED, at_a_decision, first_event, fresh, over, refusal


@pytest.mark.parametrize("reason", list(ForfeitReason))
def test_a_seat_forfeits_for_one_of_four_reasons(reason):
    play = at_a_decision()
    logged = play.forfeit(2, reason)

    assert logged.kind == "seat_forfeited"
    assert logged.payload == f'{{"reason":"{reason.value}","seat":2}}'
    assert play.state.forfeits == (2,)


def test_there_are_four_reasons():
    assert {reason.value for reason in ForfeitReason} == {"timeout", "crash", "illegal", "resigned"}


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"seat": 0},
        {"reason": "timeout"},
        {"reason": "bored", "seat": 0},
        {"reason": "timeout", "seat": 4},
        {"reason": "timeout", "seat": -1},
        {"reason": "timeout", "seat": "0"},
        {"reason": "timeout", "seat": True},
        {"reason": "timeout", "seat": 0, "note": "x"},
        {"reason": 1, "seat": 0},
        {"reason": ["timeout"], "seat": 0},
    ],
)
def test_a_forfeit_of_another_shape_is_malformed(data):
    assert refusal(at_a_decision(), SYSTEM, "seat_forfeited", data).code == "malformed_event"


def test_a_seat_can_forfeit_only_while_a_seat_decides():
    data = {"reason": "timeout", "seat": 0}

    assert refusal(fresh(), SYSTEM, "seat_forfeited", data).code == "forfeit_not_due"
    assert refusal(over(), SYSTEM, "seat_forfeited", data).code == "finish_due"


def test_a_forfeit_may_be_of_a_seat_that_is_not_due():
    play = at_a_decision()
    assert play.due is not None
    other = (play.due + 1) % 4
    play.forfeit(other, ForfeitReason.CRASH)

    assert not play.is_house_play
    assert play.state.forfeits == (other,)


def test_a_seat_forfeits_only_once():
    play = at_a_decision()
    play.forfeit(1, ForfeitReason.TIMEOUT)

    assert refusal(play, SYSTEM, "seat_forfeited", {"reason": "crash", "seat": 1}).code == "already_forfeited"


def test_a_forfeit_applies_to_the_pending_decision():
    play = at_a_decision()
    legal = play.state.legal_actions()
    assert play.due is not None
    play.forfeit(play.due, ForfeitReason.TIMEOUT)
    kind, data = play.ruleset.decode(legal[1])

    assert play.is_house_play
    assert play.state.legal_actions() == legal
    assert refusal(play, play.due, kind, data).code == "not_house_play"


def test_the_house_plays_the_first_legal_action():
    play = at_a_decision()
    assert play.due is not None
    play.forfeit(play.due, ForfeitReason.TIMEOUT)
    actor, kind, data = first_event(play)

    assert play.submit(Event(play.seq + 1, actor, kind, data)).actor == actor


def test_the_house_plays_to_the_end():
    play, dealer, rng = at_a_decision(), Dealer(SEED), Generator(1)
    assert play.due is not None
    forfeited = play.due
    play.forfeit(forfeited, ForfeitReason.TIMEOUT)
    while play.status is Status.PLAYING:
        if play.due == forfeited:
            assert play.is_house_play
        step(play, dealer, rng)
    play.finish()

    assert play.outcome is not None
    assert play.outcome.reason is Termination.COMPLETED
    assert play.outcome.seats[forfeited].place == 4


def test_among_forfeited_seats_the_later_is_placed_better():
    play, dealer, rng = at_a_decision(), Dealer(SEED), Generator(1)
    play.forfeit(3, ForfeitReason.TIMEOUT)
    play.forfeit(0, ForfeitReason.TIMEOUT)
    while play.status is Status.PLAYING:
        step(play, dealer, rng)
    play.finish()

    assert play.outcome is not None
    assert (play.outcome.seats[3].place, play.outcome.seats[0].place) == (4, 3)
    assert {play.outcome.seats[1].place, play.outcome.seats[2].place} <= {1, 2}


# Abandoned


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_forfeit_that_leaves_one_seat_ends_the_game(seats):
    play = at_a_decision(seats, steps=20)
    for seat in range(seats - 1):
        assert play.status is Status.PLAYING
        last = play.forfeit(seat, ForfeitReason.RESIGNED)

    assert play.status is Status.OVER
    assert play.due == SYSTEM
    assert last.digest == play.state.digest()
    assert refusal(play, *one_more_choice(play)).code == "finish_due"


def one_more_choice(play: Playthrough) -> tuple[int, str, dict[str, Any]]:
    return play.state.seats - 1, "plot_chosen", {"position": 0}


def test_an_abandoned_game_is_scored_by_its_current_position():
    play = at_a_decision(3, steps=60)
    points = play.state.points()
    play.forfeit(0, ForfeitReason.CRASH)
    play.forfeit(2, ForfeitReason.CRASH)
    play.finish()

    assert play.outcome is not None
    assert play.outcome.reason is Termination.ABANDONED
    assert [seat.score for seat in play.outcome.seats] == points
    assert [seat.place for seat in play.outcome.seats] == [3, 1, 2]


def test_chance_does_not_follow_an_abandoned_game():
    play = at_a_decision(2)
    play.forfeit(0, ForfeitReason.CRASH)

    assert refusal(play, CHANCE, "column_dealt", {"plots": [1, 2, 3, 4]}).code == "finish_due"


# Finishing and voiding


def test_a_finished_game_holds_the_derived_result():
    play = over(3)
    logged = play.finish()

    assert logged.kind == "game_finished"
    assert play.status is Status.FINISHED
    assert play.due is None
    assert play.outcome == play.state.outcome()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_game_finished_has_reason_and_seats_with_parts_place_score_and_ties(seats):
    data = over(seats).state.outcome().to_dict()

    assert set(data) == {"reason", "seats"}
    assert len(data["seats"]) == seats
    for seat in data["seats"]:
        assert set(seat) == {"parts", "place", "score", "ties"}
        assert set(seat["parts"]) == {"territories", "resources", "partners", "scenario"}
        assert seat["score"] == sum(seat["parts"].values())
        assert len(seat["ties"]) == 2


def test_game_finished_needs_a_game_that_is_over():
    play = at_a_decision(steps=9)
    data = play.state.outcome().to_dict()

    assert refusal(play, SYSTEM, "game_finished", data).code == "not_over"


def change_result(data: dict[str, Any], what: str) -> dict[str, Any]:
    """Return a result with one thing wrong."""
    first = data["seats"][0]
    wrong: dict[str, Any] = {
        "reason": {**data, "reason": "abandoned"},
        "seats": {**data, "seats": data["seats"][:-1]},
        "score": {**data, "seats": [{**first, "score": first["score"] + 1}, *data["seats"][1:]]},
        "place": {**data, "seats": [{**first, "place": 5}, *data["seats"][1:]]},
        "ties": {**data, "seats": [{**first, "ties": [*first["ties"], 0]}, *data["seats"][1:]]},
        "part": {**data, "seats": [{**first, "parts": {}}, *data["seats"][1:]]},
        "boolean": {
            **data,
            "seats": [{**first, "parts": {**first["parts"], "scenario": False}}, *data["seats"][1:]],
        },
        "extra": {**data, "winner": 0},
        "empty": {},
    }
    return dict(wrong[what])


@pytest.mark.parametrize(
    "what", ["reason", "seats", "score", "place", "ties", "part", "boolean", "extra", "empty"]
)
def test_a_result_that_differs_from_the_engines_is_refused(what):
    play = over()
    data = play.state.outcome().to_dict()
    assert first_scenario_is_zero(data)

    assert refusal(play, SYSTEM, "game_finished", change_result(data, what)).code in (
        "wrong_result",
        "malformed_event",
    )


def first_scenario_is_zero(data: dict[str, Any]) -> bool:
    return bool(data["seats"][0]["parts"]["scenario"] == 0)


@pytest.mark.parametrize("make", [fresh, at_a_decision, over], ids=["at once", "at a decision", "when over"])
def test_a_game_may_be_voided_at_any_time(make):
    play = make()
    logged = play.void("The power went out.")

    assert logged.payload == '{"reason":"The power went out."}'
    assert play.status is Status.VOIDED
    assert play.due is None


def test_a_finished_game_may_be_voided():
    play = over()
    play.finish()
    play.void("A bot cheated.")

    assert play.status is Status.VOIDED
    assert play.outcome is None


@pytest.mark.parametrize(
    "data", [{}, {"reason": 1}, {"reason": "x", "seat": 1}, {"seat": 1}, {"reason": ["x"]}]
)
def test_a_void_of_another_shape_is_malformed(data):
    assert refusal(at_a_decision(), SYSTEM, "game_voided", data).code == "malformed_event"


def test_nothing_follows_a_void():
    play = at_a_decision()
    play.void("x")
    tries = [(SYSTEM, "game_voided", {"reason": "x"}), (0, "plot_chosen", {"position": 0})]

    for actor, kind, data in tries:
        assert refusal(play, actor, kind, data).code == "nothing_follows"


def test_only_a_void_follows_a_finish():
    play = over()
    data = play.finish().payload
    assert data
    result = play.state.outcome().to_dict()
    tries: list[tuple[int, str, dict[str, Any]]] = [
        (SYSTEM, "game_finished", result),
        (SYSTEM, "seat_forfeited", {"reason": "crash", "seat": 0}),
        (0, "plot_chosen", {"position": 0}),
        (CHANCE, "column_dealt", {"plots": [1, 2, 3, 4]}),
    ]

    for actor, kind, wrong in tries:
        assert refusal(play, actor, kind, wrong).code == "nothing_follows"


def test_only_the_end_follows_when_the_game_is_over():
    play = over()

    assert play.due == SYSTEM
    assert refusal(play, 0, "plot_chosen", {"position": 0}).code == "finish_due"
    assert refusal(play, CHANCE, "column_dealt", {"plots": [1, 2, 3, 4]}).code == "finish_due"


def test_refusals_are_illegal_actions_or_malformed_events():
    play = at_a_decision()

    assert isinstance(refusal(play, SYSTEM, "game_voided", {}), MalformedEvent)
    assert isinstance(refusal(play, CHANCE, "column_dealt", {"plots": [1, 2, 3, 4]}), IllegalAction)


def test_the_same_choices_give_the_same_log():
    header = header_for(4, seed=SEED)

    assert play_game(header, SEED)[1] == play_game(header, SEED)[1]
