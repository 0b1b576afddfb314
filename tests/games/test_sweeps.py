"""Verification sweeps use the database's clock, and one that ends also ends those that began before it."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, GameVerdict, VerificationSweep
from games.verification import sweep_begin, sweep_counts, sweep_end, sweep_pending, verify_game
from tests.games.factories import finished_game

pytestmark = pytest.mark.django_db

#: Of a machine whose clock is an hour slow, and of one whose is fast.
OFF = [timedelta(hours=-1), timedelta(hours=1)]


@pytest.fixture(params=OFF, ids=["slow", "fast"])
def wrong_clock(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process's clock be wrong."""
    right: Callable[[], object] = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: right() + request.param)


def test_games_verified_in_a_sweep_are_done_with_any_clock_of_the_process(wrong_clock: None):
    game = finished_game()
    sweep = sweep_begin()
    assert list(sweep_pending(sweep)) == [game.pk]

    verify_game(game.pk)

    assert list(sweep_pending(sweep)) == []
    assert sweep_counts(sweep) == {GameVerdict.EXACT: 1}


def test_games_verified_before_a_sweep_are_pending(wrong_clock: None):
    game = finished_game()
    verify_game(game.pk)

    assert list(sweep_pending(sweep_begin())) == [game.pk]
    assert Game.objects.get().verdict == GameVerdict.EXACT


def test_a_sweep_ends_with_any_clock_of_the_process(wrong_clock: None):
    sweep = sweep_begin()

    sweep_end(sweep=sweep)

    sweep.refresh_from_db()
    assert sweep.finished_at is not None
    assert sweep.started_at <= sweep.finished_at


def test_two_concurrent_sweeps_both_end():
    older, newer = VerificationSweep.objects.create(), VerificationSweep.objects.create()
    for sweep in (older, newer):
        sweep.refresh_from_db()

    sweep_end(sweep=newer)

    assert sweep_begin().pk > newer.pk


def test_the_end_of_an_older_sweep_does_not_end_a_newer_one():
    older, newer = VerificationSweep.objects.create(), VerificationSweep.objects.create()
    older.refresh_from_db()

    sweep_end(sweep=older)

    assert sweep_begin() == newer
