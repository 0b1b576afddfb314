"""Resuming a game from its log, and the frames of a replay."""

import json

import pytest

from engine.core import (
    Dealer,
    EngineError,
    ForfeitReason,
    Generator,
    Playthrough,
    Status,
    Termination,
    VerdictStatus,
    resume,
    verify,
)
from engine.core.replay import iterate_frames
from tests.engine.builders import (
    play_game,
    step,
)
from tests.engine.core.logs import HEADER, LENGTH, LOG, PLAY, SEED, change_event


@pytest.mark.parametrize("stop", [0, 1, 3, 9, 60, LENGTH - 1])
def test_a_resumed_game_continues_to_the_same_end(stop):
    play = resume(HEADER, LOG[:stop])
    dealer, rest = Dealer(SEED), []
    for event in LOG[stop:]:
        if play.status is Status.OVER:
            rest.append(play.finish())
        elif event.actor < 0:
            rest.append(play.deal(dealer))
        else:
            rest.append(play.take(play.ruleset.encode(event.kind, json.loads(event.payload))))

    assert rest == LOG[stop:]
    assert play.outcome == PLAY.outcome


def test_a_resumed_game_keeps_its_forfeits():
    play, log = play_game(HEADER, SEED, steps=30)
    while play.due is None or play.due < 0:
        log.append(step(play, Dealer(SEED), Generator(0)))
    log.append(play.forfeit(1, ForfeitReason.CRASH))

    assert resume(HEADER, log).state.forfeits == (1,)
    assert resume(HEADER, log).state.digest() == play.state.digest()


def test_an_invalid_log_is_not_resumed():
    with pytest.raises(EngineError) as caught:
        resume(HEADER, change_event(9, chain=bytes(32)))

    assert caught.value.code == "chain_mismatch"


def test_an_abandoned_log_is_replayed_to_the_same_result():
    play, log = play_game(HEADER, SEED, steps=50)
    while play.due is None or play.due < 0:
        log.append(step(play, Dealer(SEED), Generator(0)))
    log.extend(play.forfeit(seat, ForfeitReason.TIMEOUT) for seat in (2, 0, 1))
    log.append(play.finish())
    verdict = verify(HEADER, log, seed=SEED)

    assert verdict.status is VerdictStatus.EXACT
    assert verdict.outcome is not None
    assert verdict.outcome.reason is Termination.ABANDONED
    assert [seat.place for seat in verdict.outcome.seats] == [3, 2, 4, 1]


def test_frames_are_the_steps_asked_for_with_the_states_around_them():
    play = Playthrough(HEADER)
    shown = list(iterate_frames(HEADER, LOG, first=10, last=14, seed=SEED))

    assert [frame.event for frame in shown] == LOG[9:14]
    assert [frame.before.digest() for frame in shown[1:]] == [frame.after.digest() for frame in shown[:-1]]
    for event in LOG[:9]:
        play.take(play.ruleset.encode(event.kind, json.loads(event.payload)))
    assert shown[0].before.digest() == play.state.digest()


def test_frames_stop_where_the_log_diverges():
    shown = iterate_frames(HEADER, change_event(12, chain=bytes(32)), first=10, last=14)

    assert [next(shown).event.seq, next(shown).event.seq] == [10, 11]
    with pytest.raises(EngineError):
        next(shown)


def test_a_system_event_has_a_frame_without_effects():
    (shown,) = iterate_frames(HEADER, LOG, first=LENGTH, last=LENGTH)

    assert shown.action is None
    assert shown.effects == []
