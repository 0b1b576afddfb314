"""The driver: which players it asks, when it stops, and what it logs."""

from collections.abc import Sequence

import pytest

from engine.core import (
    CHANCE,
    SYSTEM,
    Action,
    ForfeitReason,
    Generator,
    Observation,
    Status,
    Stop,
    resume,
)
from tests.engine.core.driving import (
    RULESETS,
    SEED,
    Choosing,
    drive_to_end,
    driver_of,
    forfeits,
    opened,
    ticking,
)

# who is asked


@pytest.mark.parametrize("key", RULESETS)
def test_a_game_is_driven_to_its_end_and_verifies(key):
    driver = driver_of(play=opened(key))
    log = drive_to_end(driver)

    assert driver.play.status is Status.FINISHED
    assert log[-1].kind == "game_finished"
    assert not forfeits(log)


@pytest.mark.parametrize("key", RULESETS)
def test_only_a_seat_that_has_a_choice_is_asked(key):
    players = [Choosing() for _ in range(3)]
    driver = driver_of(*players, play=opened(key))
    choices = 0
    while driver.play.status is Status.PLAYING:
        actor = driver.play.due
        choices += actor != CHANCE and len(driver.play.state.legal_actions()) > 1
        driver.advance(steps=1)

    assert sum(len(player.asked) for player in players) == choices
    assert all(len(legal) > 1 for player in players for legal in player.asked)


def test_a_bot_is_shown_its_own_seats_observation_and_cannot_change_the_legal_actions():
    shown = []

    def look(observation: Observation, legal: Sequence[Action], rng: Generator) -> Action:
        shown.append((observation["seat"], observation["actor"], type(legal)))
        return legal[0]

    driver = driver_of(*(Choosing(look) for _ in range(3)))
    driver.advance(steps=40)

    assert {seat for seat, _, _ in shown} == {0, 1, 2}
    assert all(seat == actor and kind is tuple for seat, actor, kind in shown)


def test_a_decisions_generator_depends_on_seed_seat_and_number_only():
    drawn: list[int] = []

    def note(observation: Observation, legal: Sequence[Action], rng: Generator) -> Action:
        drawn.append(rng.bits())
        return legal[0]

    driver = driver_of(*(Choosing(note) for _ in range(3)))
    expected = []
    for _ in range(40):
        seq, seat, asked = driver.play.seq + 1, driver.play.due, len(drawn)
        driver.advance(steps=1)
        if len(drawn) > asked:
            expected.append(Generator.for_decision(SEED, seat, seq).bits())

    assert drawn == expected != []


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("broken_off", [1, 30, 31, 32, 77])
def test_a_game_resumed_from_its_log_has_the_same_end(key, broken_off):
    whole = drive_to_end(driver_of(play=opened(key)))
    play = resume(opened(key).header, whole[:broken_off])
    driver = driver_of(play=play)
    driver.advance()

    assert driver.collect().events == whole[broken_off:]


# when it stops


def test_it_stops_where_a_seat_cannot_be_asked_here_and_continues_from_its_action():
    driver = driver_of(None)
    assert driver.advance() is Stop.ASK
    play = driver.play
    assert play.due == 0
    assert len(play.state.legal_actions()) > 1

    assert driver.advance() is Stop.ASK, "nothing has changed"
    action = play.state.legal_actions()[-1]
    seq = play.seq + 1
    driver.take(action, 1234)
    assert driver.advance() is Stop.ASK
    log, thinking = driver.collect()

    assert log[seq - 1].payload == play.ruleset.write(action)[1]
    assert thinking[seq - 1] == 1234
    assert len(log) == len(thinking) == play.seq


def test_the_house_plays_for_a_seat_that_cannot_be_asked_once_it_has_forfeited():
    driver = driver_of(None)
    driver.advance()
    driver.forfeit(0, ForfeitReason.TIMEOUT)

    assert forfeits(drive_to_end(driver)) == ['{"reason":"timeout","seat":0}']


def test_it_stops_after_a_number_of_steps():
    driver, whole = driver_of(), drive_to_end(driver_of())
    log = []
    while (stop := driver.advance(steps=1)) is Stop.BUDGET:
        (event,) = driver.collect().events
        log.append(event)
        assert driver.play.seq == len(log)
    log += driver.collect().events

    assert stop is Stop.END
    assert log == whole


def test_the_end_is_a_step_of_its_own():
    driver = driver_of()
    while driver.play.status is Status.PLAYING:
        assert driver.advance(steps=1) is Stop.BUDGET

    assert driver.play.due == SYSTEM
    assert driver.advance(steps=0) is Stop.BUDGET
    assert driver.play.due == SYSTEM
    assert driver.advance(steps=1) is Stop.END
    assert driver.play.due is None


def test_a_game_that_is_over_or_voided_is_not_changed():
    driver = driver_of()
    drive_to_end(driver)
    seq = driver.play.seq
    assert driver.advance() is Stop.END
    assert driver.play.seq == seq
    assert driver.collect() == ([], [])

    voided = opened()
    voided.void("called off")
    assert driver_of(play=voided).advance() is Stop.END
    assert voided.status is Status.VOIDED


def test_no_player_is_asked_after_the_deadline_except_the_first():
    players = [Choosing() for _ in range(3)]
    driver = driver_of(*players, clock=ticking())
    for turn in range(1, 6):
        assert driver.advance(until=0.0) is Stop.BUDGET
        assert sum(len(player.asked) for player in players) == turn


def test_steps_without_a_player_are_made_after_the_deadline():
    """A waiting client is notified at once that its seat is due again."""
    driver = driver_of(None, None, clock=ticking())
    while driver.advance(until=0.0) is Stop.BUDGET:
        assert driver.play.due == 2

    assert driver.play.due in (0, 1)
    assert len(driver.play.state.legal_actions()) > 1


def test_a_game_stopped_by_a_deadline_and_continued_has_the_same_log():
    driver = driver_of(clock=ticking())
    log, thinking, due = [], [], 0.0
    while driver.advance(due) is Stop.BUDGET:
        due += 7.0
        part = driver.collect()
        log += part.events
        thinking += part.thinking_ms
    log += driver.collect().events

    assert log == drive_to_end(driver_of())


def test_each_decisions_thinking_time_is_recorded_with_its_event():
    players = [Choosing() for _ in range(3)]
    driver = driver_of(*players, clock=ticking(0.25))
    driver.advance()
    log, thinking = driver.collect()

    assert len(thinking) == len(log)
    assert set(thinking) == {None, 250}
    assert thinking.count(250) == sum(len(player.asked) for player in players)
    assert all(event.actor >= 0 for event, ms in zip(log, thinking, strict=True) if ms is not None)
