"""Leases of play jobs: their renewal while a bot thinks, and built-in bots' turns in live games."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Thread
from time import monotonic, sleep
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction

from engine.bots.prospector import ProspectorBot
from engine.core import PlatformFault, VerdictStatus
from games.event_store import unfinished_games_void
from games.live import live_resign, live_take_up
from games.models import AttemptOutcome, FailedAttempt, Game, JobKind, JobStatus, LiveGame, PlayJob
from games.play_jobs import (
    MAX_FAILURES,
    Lease,
    jobs_claim,
    jobs_create,
    jobs_expire,
    jobs_fail,
    jobs_hold,
    jobs_retry,
    renewals,
)
from games.queries import logged_events
from games.verification import verify_game
from tests.games.factories import scheduled_game
from tests.games.live_games import GOLDGRAEBER, acted, between, is_owed, turn_in, user_of
from tests.games.rivals import rivals
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

SHORT = timedelta(seconds=0.9)


def a_lease(duration: timedelta = SHORT) -> Lease:
    """Return a lease of a game."""
    jobs_create(kind=JobKind.FORK, game_ids=[scheduled_game().pk])
    return jobs_claim(JobKind.FORK, worker="w", lease=duration)[0]


def job_of(lease: Lease) -> PlayJob:
    return PlayJob.objects.get(pk=lease.game_id)


def expiry(lease: Lease) -> datetime:
    """Return when a lease that is held expires."""
    moment = job_of(lease).expires_at
    assert moment is not None
    return moment


# Renewals


def test_a_lease_is_renewed_as_long_as_it_is_held_and_expires_afterwards():
    lease = a_lease()
    first = expiry(lease)

    with jobs_hold([lease]):
        wait_until(lambda: expiry(lease) > first + 3 * SHORT, doing="three renewals and more")
        assert jobs_expire(*JobKind) == []

    wait_until(lambda: bool(jobs_expire(*JobKind)), doing="the lease to expire")
    assert (job_of(lease).status, job_of(lease).failures) == (JobStatus.WAITING, 1)
    assert FailedAttempt.objects.get().outcome == AttemptOutcome.EXPIRED


def test_a_renewal_that_fails_is_followed_by_another(monkeypatch: pytest.MonkeyPatch, caplog: Any):
    lease = a_lease()
    first = expiry(lease)
    renew: Callable[[Any], None] = renewals._renew
    failures = [RuntimeError("the server has gone away")]

    def renewed(leases: Any) -> None:
        if failures:
            raise failures.pop()
        renew(leases)

    monkeypatch.setattr(renewals, "_renew", renewed)
    with jobs_hold([lease]):
        wait_until(lambda: expiry(lease) > first, doing="a renewal")

    assert f"the leases of games [{lease.game_id}] are not renewed" in caplog.text


def test_a_thread_that_could_not_start_leaves_no_lease_and_is_started_again(monkeypatch: pytest.MonkeyPatch):
    failed, lease = Lease(0, uuid4(), duration=SHORT), a_lease()
    first = expiry(lease)
    monkeypatch.setattr(renewals, "_renewals", renewals._Renewals())

    def refused(_: Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patched:
        patched.setattr(Thread, "start", refused)
        with pytest.raises(RuntimeError), jobs_hold([failed]):
            pass
    assert not renewals._renewals._due

    with jobs_hold([lease]):
        wait_until(lambda: expiry(lease) > first, doing="a renewal")


def test_a_lease_that_another_worker_holds_is_not_renewed():
    lease = a_lease()
    PlayJob.objects.update(token=uuid4())
    before = expiry(lease)

    renewals._renew([lease])

    assert expiry(lease) == before


def test_renewals_do_not_wait_for_a_row_that_is_locked():
    lease = a_lease()
    before = expiry(lease)
    with transaction.atomic(), ThreadPoolExecutor(1) as pool:
        PlayJob.objects.select_for_update().get(pk=lease.game_id)
        pool.submit(renewals._renew, [lease]).result(timeout=10)

    assert expiry(lease) == before


def test_a_forked_process_renews_its_own_leases_only():
    """A worker's pool forks: neither the thread nor the leases of the parent are there."""
    with jobs_hold([Lease(0, uuid4(), duration=timedelta(hours=1))]):
        child = os.fork()
        if child == 0:
            kept = renewals._renewals
            os._exit(0 if kept._thread is None and not kept._due else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


# Retries


def test_jobs_of_every_kind_are_retried_by_hand_and_the_workers_notified(settings: Any):
    lease = a_lease()
    settings.SUBSCRIPTIONS = {"games_forked": (f"{__name__}.heard",)}
    _heard.clear()
    jobs_fail([lease], reason="the disk is full")

    assert jobs_retry([lease.game_id]) == [lease.game_id]
    assert _heard == [[lease.game_id]]
    assert jobs_retry([lease.game_id]) == []


_heard: list[list[int]] = []


def heard(*, game_ids: list[int]) -> None:
    """A subscriber."""
    _heard.append(game_ids)


# Live turns


def a_game_that_owes(*seats: str) -> Game:
    """Return a live game in which a slow built-in bot must decide."""
    game = between(*seats, ruleset=GOLDGRAEBER)
    while LiveGame.objects.get(pk=game.pk).due_seat is not None:
        acted(turn_in(game))
    assert is_owed(game)
    return game


def test_a_turn_is_kept_by_the_worker_whose_bot_thinks_for_long(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("games.play_jobs.turns.TURN_LEASE", SHORT)
    game = a_game_that_owes("ann", "prospector", "random")
    choose = ProspectorBot.choose
    decisions = []

    def brooding(bot: Any, *position: Any) -> Any:
        decisions.append(monotonic())
        if len(decisions) == 1:
            sleep(3.2 * SHORT.total_seconds())
        return choose(bot, *position)

    monkeypatch.setattr(ProspectorBot, "choose", brooding)
    before = logged_events(game.pk)
    with rivals() as claimed:
        live_take_up(game_id=game.pk, seconds=60.0)

    assert claimed == []
    assert not FailedAttempt.objects.exists()
    assert PlayJob.objects.get(game=game).status == JobStatus.IDLE
    assert len(logged_events(game.pk)) > len(before)
    assert turn_in(game).bot == "ann"


def test_a_resignation_takes_effect_while_a_bot_thinks_and_its_decision_is_discarded(
    monkeypatch: pytest.MonkeyPatch,
):
    game = a_game_that_owes("ann", "prospector", "random", "ben")
    choose = ProspectorBot.choose
    resigned: list[int] = []

    def resign() -> None:
        try:
            live_resign(game_id=game.pk, user_id=user_of("ben").pk)
        finally:
            connection.close()

    def thinking(bot: Any, *position: Any) -> Any:
        if not resigned:
            resigned.append(Game.objects.get(pk=game.pk).head_seq)
            with ThreadPoolExecutor(1) as pool:
                pool.submit(resign).result(timeout=20)  # no lock is held while the bot thinks
        return choose(bot, *position)

    monkeypatch.setattr(ProspectorBot, "choose", thinking)
    live_take_up(game_id=game.pk, seconds=60.0)

    log = logged_events(game.pk)
    assert log[resigned[0]].kind == "seat_forfeited"
    assert len(log) > resigned[0] + 1
    assert [event.seq for event in log] == list(range(1, len(log) + 1))
    assert verify_game(game.pk).status is not VerdictStatus.DIVERGED
    assert PlayJob.objects.get(game=game).failures == 0


def test_a_game_that_ends_while_a_bot_thinks_is_left(monkeypatch: pytest.MonkeyPatch):
    game = a_game_that_owes("ann", "prospector", "random")
    choose = ProspectorBot.choose

    def thinking(bot: Any, *position: Any) -> Any:
        unfinished_games_void(game_ids=[game.pk], reason="a test")
        return choose(bot, *position)

    monkeypatch.setattr(ProspectorBot, "choose", thinking)
    live_take_up(game_id=game.pk, seconds=60.0)

    assert logged_events(game.pk)[-1].kind == "game_voided"
    assert PlayJob.objects.get(game=game).status == JobStatus.VOIDED


def test_a_turn_that_always_fails_is_stuck_and_can_be_retried(monkeypatch: pytest.MonkeyPatch):
    game = a_game_that_owes("ann", "prospector", "random")

    def fails(*_: Any) -> None:
        raise MemoryError("no room")

    with monkeypatch.context() as patch:
        patch.setattr(ProspectorBot, "choose", fails)
        for _ in range(MAX_FAILURES):
            with pytest.raises(PlatformFault):
                live_take_up(game_id=game.pk, seconds=1.0)
            PlayJob.objects.update(retry_at=None)
    job = PlayJob.objects.get(game=game)
    assert (job.status, job.reason) == (
        JobStatus.STUCK,
        "PlatformFault: the game cannot be advanced: MemoryError: no room",
    )

    live_take_up(game_id=game.pk, seconds=1.0)
    assert jobs_retry([game.pk]) == [game.pk]
    live_take_up(game_id=game.pk, seconds=60.0)
    assert PlayJob.objects.get(game=game).status == JobStatus.IDLE
