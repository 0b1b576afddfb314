"""
After a failure of ours a game waits a while before it is tried again, longer each time: nothing uses up its attempts
at once.
"""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from games.event_store import game_void
from games.forks import ForkSeed
from games.models import Game, JobKind, JobStatus, PlayJob
from games.play_jobs import (
    MAX_FAILURES,
    Lease,
    jobs_are_ready,
    jobs_claim,
    jobs_expire,
    jobs_fail,
    jobs_retry,
)
from tests.tournaments.builders import (
    Answering,
    a_bot,
    a_tournament,
    expire,
    games_of,
    hold,
    jobs_of,
    played,
    statuses_of,
    table_of,
)
from tests.tournaments.test_playing import Dying, Killed
from tournaments import tasks
from tournaments.forks import ForkShifts, fork_create
from tournaments.forks import service as forks_module
from tournaments.models import Tournament
from tournaments.planning import tournament_retry
from tournaments.play import sweep, worker_heard
from tournaments.play import worker_loop as shifts_module
from tournaments.play.leases import leases_claim, leases_expire, leases_fail
from tournaments.play.recovery import forks_wait
from tournaments.selectors import BlockerCode, tournament_progress

pytestmark = pytest.mark.django_db(transaction=True)

#: Seconds after the first failure, the second and so on.
PAUSES = [2, 8, 32, 128]


@pytest.fixture(autouse=True)
def sent(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The tasks that would have been sent."""
    messages: list[Any] = []
    for task in (tasks.play_planned_games, tasks.play_forks):
        monkeypatch.setattr(task, "apply_async", lambda *args, **options: messages.append(options))
    return messages


@pytest.fixture
def fork() -> Game:
    """A fork that waits to be played."""
    parent = games_of(played(a_tournament("ann", "bob", options={"laps": 60})))[0]
    bots = [a_bot("cy"), a_bot("di")]
    return fork_create(parent_id=parent.pk, step=10, bots=bots, seed=ForkSeed.NEW)


def our_fault() -> int:
    raise MemoryError


def seconds_until(moment: datetime | None) -> float:
    assert moment is not None, "it pauses"
    return (moment - timezone.now()).total_seconds()


def rested(rows: Any, seconds: float = 1000.0) -> None:
    """Let so much time of the pauses pass."""
    rows.update(retry_at=F("retry_at") - timedelta(seconds=seconds))


def failed(tournament: Tournament) -> PlayJob:
    """Let an attempt at the tournament's first game fail."""
    job = jobs_of(tournament)[0]
    (lease,) = leases_claim(tournament.pk, worker="w", limit=1)
    assert lease.game_id == job.pk
    leases_fail([lease], reason="the disk is full")
    job.refresh_from_db()
    return job


def fork_claimed(worker: str = "w") -> Lease | None:
    """Lease the fork that may be played first, if there is one."""
    return next(iter(jobs_claim(JobKind.FORK, worker=worker)), None)


def forks() -> Any:
    return PlayJob.objects.filter(kind=JobKind.FORK)


# Planned games


def test_each_pause_is_longer_than_the_last():
    tournament = a_tournament()
    hold(jobs_of(tournament).filter(game__planned_game__order=2))
    for seconds in PAUSES:
        job = failed(tournament)

        assert seconds - 1 < seconds_until(job.retry_at) <= seconds
        assert leases_claim(tournament.pk, worker="w", limit=9) == []
        rested(jobs_of(tournament))

    assert failed(tournament).status == JobStatus.STUCK


def test_a_shift_that_cannot_play_uses_up_one_attempt_a_game():
    tournament = a_tournament("ann", "bob")

    played(tournament, table=table_of(ann=Answering(our_fault), bob=Answering(our_fault)))

    games = jobs_of(tournament).values_list("status", "failures")
    assert list(games) == [(JobStatus.WAITING, 1)] * 2


def test_a_lease_that_has_run_out_was_pause_enough():
    tournament = a_tournament()
    leases_claim(tournament.pk, worker="gone", limit=1)
    expire(jobs_of(tournament))

    leases_expire()

    hold(jobs_of(tournament).filter(failures=0))
    assert len(leases_claim(tournament.pk, worker="w", limit=1)) == 1


def test_games_are_offered_again_when_their_pause_is_over(sent: list[Any]):
    tournament = a_tournament("ann", "bob")
    played(tournament, table=table_of(bob=Answering(our_fault)))
    sent.clear()
    assert sweep().offered == ()
    Tournament.objects.update(published_at=F("published_at") - timedelta(minutes=1))
    assert sweep().offered == ()  # an old offer is not renewed for games nobody may play

    Tournament.objects.update(published_at=timezone.now() - timedelta(seconds=10))
    rested(jobs_of(tournament), 3)

    assert sweep().offered == (tournament.pk,)
    assert len(sent) == 2
    assert sweep().offered == ()


def test_a_task_does_not_send_itself_again_for_games_that_pause(
    sent: list[Any], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(tasks, "_SHIFT_SECONDS", 0.0)
    tournament = a_tournament()
    failed(tournament)
    hold(jobs_of(tournament).filter(failures=0))
    sent.clear()

    tasks.play_planned_games(tournament.pk, 1)

    assert sent == []


def test_progress_says_that_a_game_pauses_and_why():
    tournament = a_tournament()
    jobs_of(tournament).filter(game__planned_game__order=2).update(status=JobStatus.FINISHED)
    for _ in range(3):
        job = failed(tournament)
        rested(jobs_of(tournament))
    jobs_of(tournament).update(retry_at=timezone.now() + timedelta(seconds=100))
    worker_heard("w")

    progress = tournament_progress(tournament, now=timezone.now() + timedelta(seconds=20))
    (blocker,) = progress.blockers
    assert (blocker.code, blocker.game_id) == (BlockerCode.PAUSED, job.game_id)
    assert str(blocker).startswith(f"Game {job.game_id} is tried again at ")
    assert "the disk is full" in str(blocker)


def test_games_that_pause_are_put_back_by_hand():
    tournament = a_tournament()
    failed(tournament)

    assert tournament_retry(tournament) == 1
    assert len(leases_claim(tournament.pk, worker="w", limit=2)) == 2


def test_a_game_that_comes_further_each_time_is_never_stuck(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shifts_module, "REPORT_SECONDS", 0.0)
    tournament = a_tournament("ann", "bob", options={"laps": 30})
    for _ in range(MAX_FAILURES + 2):
        with pytest.raises(Killed):
            played(tournament, table=table_of(ann=Dying(3)))
        expire(jobs_of(tournament))
        sweep()

    assert set(statuses_of(tournament)) == {JobStatus.WAITING}


# Forks


def test_the_pauses_of_a_fork_grow_likewise(fork: Game):
    for seconds in PAUSES:
        lease = fork_claimed()
        assert lease is not None
        jobs_fail([lease], reason="the disk is full")

        assert seconds - 1 < seconds_until(forks().get().retry_at) <= seconds
        assert fork_claimed() is None
        assert not jobs_are_ready(JobKind.FORK)
        rested(forks())


def test_a_shift_uses_up_one_attempt_at_a_fork(fork: Game):
    shifts = ForkShifts("w", table=table_of(cy=Answering(our_fault)))

    assert shifts.work(seconds=60) is False

    run = forks().get()
    assert (run.status, run.failures) == (JobStatus.WAITING, 1)
    assert "MemoryError" in run.reason


def test_the_sweep_offers_a_fork_when_its_pause_is_over(fork: Game, sent: list[Any]):
    ForkShifts("w", table=table_of(cy=Answering(our_fault))).work(seconds=60)
    sent.clear()

    tasks.sweep()
    assert sent == []
    rested(forks(), 3)
    tasks.sweep()
    assert len(sent) == 1


def test_a_fork_whose_lease_has_run_out_does_not_pause(fork: Game):
    fork_claimed("gone")
    expire(forks())

    assert [each.game_id for each in jobs_expire(JobKind.FORK)] == [fork.pk]
    assert forks_wait()


def test_a_fork_that_pauses_is_put_back_by_hand(fork: Game):
    ForkShifts("w", table=table_of(cy=Answering(our_fault))).work(seconds=60)
    assert fork_claimed() is None

    assert jobs_retry([fork.pk]) == [fork.pk]
    assert fork_claimed() is not None
    assert jobs_retry([fork.pk]) == []  # it is being played


def test_a_fork_that_comes_further_each_time_is_never_stuck(fork: Game, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(forks_module, "REPORT_SECONDS", 0.0)
    for _ in range(MAX_FAILURES + 2):
        with pytest.raises(Killed):
            ForkShifts("w", table=table_of(cy=Dying(2))).work(seconds=60)
        expire(forks())
        jobs_expire(JobKind.FORK)

    run = forks().get()
    assert (run.status, run.failures) == (JobStatus.WAITING, 1)


def test_a_stuck_fork_that_was_voided_is_stuck_no_more(fork: Game):
    other = fork_create(
        parent_id=fork.parent_id or 0, step=5, bots=[a_bot("cy"), a_bot("di")], seed=ForkSeed.NEW
    )
    forks().filter(game=fork).update(status=JobStatus.STUCK, failures=MAX_FAILURES)
    game_void(game_id=fork.pk, reason="a test")

    assert forks_wait()

    runs = dict(forks().values_list("game_id", "status"))
    assert runs == {fork.pk: JobStatus.VOIDED, other.pk: JobStatus.WAITING}
