"""After a platform failure a game is retried after a pause, which grows with each attempt."""

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
    expire,
    games_of,
    hold,
    jobs_of,
    make_bot,
    make_table,
    make_tournament,
    play_all,
    statuses_of,
)
from tests.tournaments.test_playing import Dying, Killed
from tournaments import tasks
from tournaments.forks import ForkWorkerLoop, fork_create
from tournaments.forks import worker_loop as fork_worker_loop
from tournaments.models import Tournament
from tournaments.planning import tournament_retry
from tournaments.play import sweep, worker_loop, worker_record_heartbeat
from tournaments.play.leases import leases_claim, leases_expire, leases_fail
from tournaments.play.recovery import forks_requeue
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
    parent = games_of(play_all(make_tournament("ann", "bob", options={"laps": 60})))[0]
    bots = [make_bot("cy"), make_bot("di")]
    return fork_create(parent_id=parent.pk, step=10, bots=bots, seed=ForkSeed.NEW)


def raise_platform_fault() -> int:
    raise MemoryError


def seconds_until(moment: datetime | None) -> float:
    assert moment is not None, "it pauses"
    return (moment - timezone.now()).total_seconds()


def pass_time(rows: Any, seconds: float = 1000.0) -> None:
    """Shorten the pauses by that time."""
    rows.update(retry_at=F("retry_at") - timedelta(seconds=seconds))


def fail_first_game(tournament: Tournament) -> PlayJob:
    """Fail an attempt at the tournament's first game."""
    job = jobs_of(tournament)[0]
    (lease,) = leases_claim(tournament.pk, worker="w", limit=1)
    assert lease.game_id == job.pk
    leases_fail([lease], reason="the disk is full")
    job.refresh_from_db()
    return job


def claim_fork(worker: str = "w") -> Lease | None:
    """Lease the next ready fork, if there is one."""
    return next(iter(jobs_claim(JobKind.FORK, worker=worker)), None)


def forks() -> Any:
    return PlayJob.objects.filter(kind=JobKind.FORK)


# Planned games


def test_each_pause_is_longer_than_the_last():
    tournament = make_tournament()
    hold(jobs_of(tournament).filter(game__planned_game__order=2))
    for seconds in PAUSES:
        job = fail_first_game(tournament)

        assert seconds - 1 < seconds_until(job.retry_at) <= seconds
        assert leases_claim(tournament.pk, worker="w", limit=9) == []
        pass_time(jobs_of(tournament))

    assert fail_first_game(tournament).status == JobStatus.STUCK


def test_a_run_that_cannot_play_uses_one_attempt_per_game():
    tournament = make_tournament("ann", "bob")

    play_all(
        tournament, table=make_table(ann=Answering(raise_platform_fault), bob=Answering(raise_platform_fault))
    )

    games = jobs_of(tournament).values_list("status", "failures")
    assert list(games) == [(JobStatus.WAITING, 1)] * 2


def test_an_expired_lease_adds_no_pause():
    tournament = make_tournament()
    leases_claim(tournament.pk, worker="gone", limit=1)
    expire(jobs_of(tournament))

    leases_expire()

    hold(jobs_of(tournament).filter(failures=0))
    assert len(leases_claim(tournament.pk, worker="w", limit=1)) == 1


def test_games_are_dispatched_again_when_their_pause_is_over(sent: list[Any]):
    tournament = make_tournament("ann", "bob")
    play_all(tournament, table=make_table(bob=Answering(raise_platform_fault)))
    sent.clear()
    assert sweep().published == ()
    Tournament.objects.update(published_at=F("published_at") - timedelta(minutes=1))
    assert sweep().published == ()  # an old publication is not renewed for paused games

    Tournament.objects.update(published_at=timezone.now() - timedelta(seconds=10))
    pass_time(jobs_of(tournament), 3)

    assert sweep().published == (tournament.pk,)
    assert len(sent) == 2
    assert sweep().published == ()


def test_a_task_does_not_send_itself_again_for_games_that_pause(
    sent: list[Any], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(tasks, "_RUN_SECONDS", 0.0)
    tournament = make_tournament()
    fail_first_game(tournament)
    hold(jobs_of(tournament).filter(failures=0))
    sent.clear()

    tasks.play_planned_games(tournament.pk, 1)

    assert sent == []


def test_progress_reports_that_a_game_pauses_and_why():
    tournament = make_tournament()
    jobs_of(tournament).filter(game__planned_game__order=2).update(status=JobStatus.FINISHED)
    for _ in range(3):
        job = fail_first_game(tournament)
        pass_time(jobs_of(tournament))
    jobs_of(tournament).update(retry_at=timezone.now() + timedelta(seconds=100))
    worker_record_heartbeat("w")

    progress = tournament_progress(tournament, now=timezone.now() + timedelta(seconds=20))
    (blocker,) = progress.blockers
    assert (blocker.code, blocker.game_id) == (BlockerCode.PAUSED, job.game_id)
    assert str(blocker).startswith(f"Game {job.game_id} failed and is retried at ")
    assert "the disk is full" in str(blocker)


def test_pausing_games_are_retried_by_the_organiser():
    tournament = make_tournament()
    fail_first_game(tournament)

    assert tournament_retry(tournament) == 1
    assert len(leases_claim(tournament.pk, worker="w", limit=2)) == 2


def test_a_game_that_progresses_on_each_attempt_is_never_stuck(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(worker_loop, "REPORT_SECONDS", 0.0)
    tournament = make_tournament("ann", "bob", options={"laps": 30})
    for _ in range(MAX_FAILURES + 2):
        with pytest.raises(Killed):
            play_all(tournament, table=make_table(ann=Dying(3)))
        expire(jobs_of(tournament))
        sweep()

    assert set(statuses_of(tournament)) == {JobStatus.WAITING}


# Forks


def test_the_pauses_of_a_fork_grow_too(fork: Game):
    for seconds in PAUSES:
        lease = claim_fork()
        assert lease is not None
        jobs_fail([lease], reason="the disk is full")

        assert seconds - 1 < seconds_until(forks().get().retry_at) <= seconds
        assert claim_fork() is None
        assert not jobs_are_ready(JobKind.FORK)
        pass_time(forks())


def test_a_run_uses_one_attempt_per_fork(fork: Game):
    worker = ForkWorkerLoop("w", table=make_table(cy=Answering(raise_platform_fault)))

    assert worker.run(seconds=60) is False

    run = forks().get()
    assert (run.status, run.failures) == (JobStatus.WAITING, 1)
    assert "MemoryError" in run.reason


def test_the_sweep_dispatches_a_fork_when_its_pause_is_over(fork: Game, sent: list[Any]):
    ForkWorkerLoop("w", table=make_table(cy=Answering(raise_platform_fault))).run(seconds=60)
    sent.clear()

    tasks.sweep()
    assert sent == []
    pass_time(forks(), 3)
    tasks.sweep()
    assert len(sent) == 1


def test_a_fork_with_an_expired_lease_does_not_pause(fork: Game):
    claim_fork("gone")
    expire(forks())

    assert [each.game_id for each in jobs_expire(JobKind.FORK)] == [fork.pk]
    assert forks_requeue()


def test_a_pausing_fork_is_retried_in_the_admin(fork: Game):
    ForkWorkerLoop("w", table=make_table(cy=Answering(raise_platform_fault))).run(seconds=60)
    assert claim_fork() is None

    assert jobs_retry([fork.pk]) == [fork.pk]
    assert claim_fork() is not None
    assert jobs_retry([fork.pk]) == []  # it is being played


def test_a_fork_that_progresses_on_each_attempt_is_never_stuck(fork: Game, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(fork_worker_loop, "REPORT_SECONDS", 0.0)
    for _ in range(MAX_FAILURES + 2):
        with pytest.raises(Killed):
            ForkWorkerLoop("w", table=make_table(cy=Dying(2))).run(seconds=60)
        expire(forks())
        jobs_expire(JobKind.FORK)

    run = forks().get()
    assert (run.status, run.failures) == (JobStatus.WAITING, 1)


def test_a_voided_fork_is_no_longer_stuck(fork: Game):
    other = fork_create(
        parent_id=fork.parent_id or 0, step=5, bots=[make_bot("cy"), make_bot("di")], seed=ForkSeed.NEW
    )
    forks().filter(game=fork).update(status=JobStatus.STUCK, failures=MAX_FAILURES)
    game_void(game_id=fork.pk, reason="a test")

    assert forks_requeue()

    runs = dict(forks().values_list("game_id", "status"))
    assert runs == {fork.pk: JobStatus.VOIDED, other.pk: JobStatus.WAITING}
