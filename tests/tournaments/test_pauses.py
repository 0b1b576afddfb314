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
from games.models import Game
from tests.tournaments.builders import Answering, a_bot, a_tournament, games_of, played, table_of
from tests.tournaments.test_playing import Dying, Killed
from tournaments import tasks
from tournaments.forks import ForkShifts, fork_create
from tournaments.forks import service as forks_module
from tournaments.models import Attempt, ForkRun, PlannedGame, PlannedStatus, Tournament
from tournaments.planning import tournament_retry
from tournaments.play import (
    forkrun_claim,
    forkrun_fail,
    forkruns_are_waiting,
    forkruns_retry,
    sweep,
    worker_heard,
)
from tournaments.play import worker_loop as shifts_module
from tournaments.play.fork_leases import forkruns_expire
from tournaments.play.leases import MAX_FAILURES, leases_claim, leases_expire, leases_fail
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


def failed(tournament: Tournament) -> PlannedGame:
    """Let an attempt at the tournament's first game fail."""
    planned = tournament.planned_games.order_by("id")[0]
    (lease,) = leases_claim(tournament.pk, worker="w", limit=1)
    assert lease.planned_game_id == planned.pk
    leases_fail([lease], reason="the disk is full")
    planned.refresh_from_db()
    return planned


# Planned games


def test_each_pause_is_longer_than_the_last():
    tournament = a_tournament()
    tournament.planned_games.filter(order=2).update(status=PlannedStatus.LEASED)
    for seconds in PAUSES:
        planned = failed(tournament)

        assert seconds - 1 < seconds_until(planned.retry_at) <= seconds
        assert leases_claim(tournament.pk, worker="w", limit=9) == []
        rested(tournament.planned_games)

    assert failed(tournament).status == PlannedStatus.STUCK


def test_a_shift_that_cannot_play_uses_up_one_attempt_a_game():
    tournament = a_tournament("ann", "bob")

    played(tournament, table=table_of(ann=Answering(our_fault), bob=Answering(our_fault)))

    games = tournament.planned_games.values_list("status", "failures")
    assert list(games) == [(PlannedStatus.WAITING, 1)] * 2


def test_a_lease_that_has_run_out_was_pause_enough():
    tournament = a_tournament()
    leases_claim(tournament.pk, worker="gone", limit=1)
    Attempt.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    leases_expire()

    tournament.planned_games.filter(failures=0).update(status=PlannedStatus.LEASED)
    assert len(leases_claim(tournament.pk, worker="w", limit=1)) == 1


def test_games_are_offered_again_when_their_pause_is_over(sent: list[Any]):
    tournament = a_tournament("ann", "bob")
    played(tournament, table=table_of(bob=Answering(our_fault)))
    sent.clear()
    assert sweep().offered == ()
    Tournament.objects.update(published_at=F("published_at") - timedelta(minutes=1))
    assert sweep().offered == ()  # an old offer is not renewed for games nobody may play

    Tournament.objects.update(published_at=timezone.now() - timedelta(seconds=10))
    rested(tournament.planned_games, 3)

    assert sweep().offered == (tournament.pk,)
    assert len(sent) == 2
    assert sweep().offered == ()


def test_a_task_does_not_send_itself_again_for_games_that_pause(
    sent: list[Any], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(tasks, "_SHIFT_SECONDS", 0.0)
    tournament = a_tournament()
    failed(tournament)
    tournament.planned_games.filter(failures=0).update(status=PlannedStatus.LEASED)
    sent.clear()

    tasks.play_planned_games(tournament.pk, 1)

    assert sent == []


def test_progress_says_that_a_game_pauses_and_why():
    tournament = a_tournament()
    tournament.planned_games.filter(order=2).update(status=PlannedStatus.FINISHED)
    for _ in range(3):
        planned = failed(tournament)
        rested(tournament.planned_games)
    PlannedGame.objects.update(retry_at=timezone.now() + timedelta(seconds=100))
    worker_heard("w")

    progress = tournament_progress(tournament, now=timezone.now() + timedelta(seconds=20))
    (blocker,) = progress.blockers
    assert (blocker.code, blocker.game_id) == (BlockerCode.PAUSED, planned.game_id)
    assert str(blocker).startswith(f"Game {planned.game_id} is tried again at ")
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
        Attempt.objects.filter(ended_at=None).update(expires_at=timezone.now() - timedelta(seconds=1))
        sweep()

    assert set(tournament.planned_games.values_list("status", flat=True)) == {PlannedStatus.WAITING}


# Forks


def test_the_pauses_of_a_fork_grow_likewise(fork: Game):
    for seconds in PAUSES:
        lease = forkrun_claim(worker="w")
        assert lease is not None
        forkrun_fail(lease, reason="the disk is full")

        assert seconds - 1 < seconds_until(ForkRun.objects.get().retry_at) <= seconds
        assert forkrun_claim(worker="w") is None
        assert not forkruns_are_waiting()
        rested(ForkRun.objects)


def test_a_shift_uses_up_one_attempt_at_a_fork(fork: Game):
    shifts = ForkShifts("w", table=table_of(cy=Answering(our_fault)))

    assert shifts.work(seconds=60) is False

    run = ForkRun.objects.get()
    assert (run.status, run.failures) == (PlannedStatus.WAITING, 1)
    assert "MemoryError" in run.reason


def test_the_sweep_offers_a_fork_when_its_pause_is_over(fork: Game, sent: list[Any]):
    ForkShifts("w", table=table_of(cy=Answering(our_fault))).work(seconds=60)
    sent.clear()

    tasks.sweep()
    assert sent == []
    rested(ForkRun.objects, 3)
    tasks.sweep()
    assert len(sent) == 1


def test_a_fork_whose_lease_has_run_out_does_not_pause(fork: Game):
    forkrun_claim(worker="gone")
    ForkRun.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    assert forkruns_expire() == [fork.pk]
    assert forks_wait()


def test_a_fork_that_pauses_is_put_back_by_hand(fork: Game):
    ForkShifts("w", table=table_of(cy=Answering(our_fault))).work(seconds=60)
    assert forkrun_claim(worker="w") is None

    assert forkruns_retry([fork.pk]) == [fork.pk]
    assert forkrun_claim(worker="w") is not None
    assert forkruns_retry([fork.pk]) == []  # it is being played


def test_a_fork_that_comes_further_each_time_is_never_stuck(fork: Game, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(forks_module, "REPORT_SECONDS", 0.0)
    for _ in range(MAX_FAILURES + 2):
        with pytest.raises(Killed):
            ForkShifts("w", table=table_of(cy=Dying(2))).work(seconds=60)
        ForkRun.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        forkruns_expire()

    run = ForkRun.objects.get()
    assert (run.status, run.failures) == (PlannedStatus.WAITING, 1)


def test_a_stuck_fork_that_was_voided_is_stuck_no_more(fork: Game):
    other = fork_create(
        parent_id=fork.parent_id or 0, step=5, bots=[a_bot("cy"), a_bot("di")], seed=ForkSeed.NEW
    )
    ForkRun.objects.filter(game=fork).update(status=PlannedStatus.STUCK, failures=MAX_FAILURES)
    game_void(game_id=fork.pk, reason="a test")

    assert forks_wait()

    runs = dict(ForkRun.objects.values_list("game_id", "status"))
    assert runs == {fork.pk: PlannedStatus.VOIDED, other.pk: PlannedStatus.WAITING}
