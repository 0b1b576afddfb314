"""Frames of stored games, and games resumed from their log."""

import itertools
from sys import maxsize

import pytest

from engine.testing.driving import make_driver
from games.event_store import game_secrets
from games.queries import logged_events
from games.verification import game_frames
from games.verification.replay import resume_game
from tests.games.factories import finished_game, game_append, kept_seed, running_game, scheduled_game

pytestmark = pytest.mark.django_db


def test_frames_are_returned_for_the_requested_steps():
    game = finished_game()

    frames = game_frames(game.pk, 10, 14)

    assert [frame.seq for frame in (each.event for each in frames.frames)] == [10, 11, 12, 13, 14]
    stored = logged_events(game.pk, first=10, last=14)
    assert [tuple(each.event) for each in frames.frames] == [tuple(event)[:-1] for event in stored]
    assert (frames.stopped_at, frames.code) == (None, "")


def test_the_position_after_a_frame_is_the_position_before_the_next():
    game = finished_game()

    frames = game_frames(game.pk, 1, game.head_seq).frames

    assert len(frames) == game.head_seq
    for frame, following in itertools.pairwise(frames):
        assert dict(frame.position) == dict(following.previous)


def test_there_are_no_frames_past_the_end():
    game = running_game(10)

    assert [each.event.seq for each in game_frames(game.pk, 9, 50).frames] == [9, 10]
    assert game_frames(game.pk, 11, 50).frames == ()


def test_frames_take_the_same_few_statements_at_every_step(django_assert_num_queries):
    game = finished_game(seats=4)

    for step in (1, game.head_seq):
        with django_assert_num_queries(4):
            game_frames(game.pk, step, step)


def play_on(game_id: int, stop: int | None = None) -> None:
    """
    Play a game on from its log with generators of the seed, until it is over or at ``stop``; append what was played.
    """
    play = resume_game(game_id)
    secret = game_secrets([game_id])[game_id]
    start = play.seq
    driver = make_driver(play, lambda legal, rng: rng.choice(legal), seed=secret)
    driver.advance(steps=maxsize if stop is None else stop - start)
    game_append(game_id=game_id, expected_seq=start, events=driver.collect().events)


def test_a_game_resumed_from_its_log_ends_as_without_an_interruption():
    seed = kept_seed(1)
    whole, broken = scheduled_game(seed=seed), scheduled_game(seed=seed)

    play_on(whole.pk)
    for stop in (1, 17, 18, 60, None):
        play_on(broken.pk, stop)

    assert logged_events(broken.pk) == logged_events(whole.pk)


def test_a_scheduled_game_resumes_from_its_header():
    game = scheduled_game(seed=kept_seed(1))

    play = resume_game(game.pk)

    assert (play.seq, play.head) == (0, bytes(game.header_hash))
