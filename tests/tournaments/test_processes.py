"""Real processes: workers that are killed, tasks that arrive twice."""

import subprocess
import sys

import pytest

from config import env
from engine.core import VerdictStatus
from games.bots import bots_register_builtin
from games.forks import ForkSeed
from games.models import AttemptOutcome, FailedAttempt, Game, GameStatus, JobStatus
from games.queries import logged_events
from games.verification import verify_game
from tests.processes import environment_of_test
from tests.tournaments.builders import (
    expire,
    games_of,
    jobs_of,
    make_tournament,
    play_all,
    read_logs,
    statuses_of,
)
from tests.tournaments.test_playing import share_seeds
from tests.waiting import wait_until
from tournaments import tasks
from tournaments.forks import fork_create
from tournaments.models import TournamentStatus
from tournaments.planning import tournament_create, tournament_start
from tournaments.play import sweep
from tournaments.selectors import tournament_standings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


def moon_river(*, bots=("random",) * 4, deals=2, seats=4):
    by_name = {bot.name: bot for bot in bots_register_builtin()}
    return tournament_create(
        name="Moon River Open",
        ruleset="moon-river@1",
        bots=[by_name[name] for name in bots],
        seats=seats,
        deals=deals,
        options={"mode": "base"},
    )


def is_finished(tournament):
    tournament.refresh_from_db()
    return tournament.status == TournamentStatus.FINISHED


def test_a_worker_killed_mid_game_loses_no_game(tmp_path):
    unbroken = make_tournament("ann", "bob", options={"laps": 60})
    broken = make_tournament("ann", "bob", options={"laps": 60})
    share_seeds(unbroken, broken)
    play_all(unbroken)

    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.tournaments.slow_player", str(broken.pk), "1.0"],
            cwd=env.CHECKOUT,
            env=environment_of_test(),
            stdout=log,
            stderr=log,
        )
        try:
            wait_until(
                lambda: games_of(broken)[0].head_seq > 20 or process.poll() is not None,
                doing=f"a game in progress: {(tmp_path / 'log').read_text()}",
            )
        finally:
            process.kill()
            process.wait()

    halfway = games_of(broken)[0]
    assert halfway.status == GameStatus.RUNNING
    wait_until(lambda: sweep().requeued, doing="the lease to run out")
    play_all(broken)

    assert list(read_logs(broken).values()) == list(read_logs(unbroken).values())
    assert broken.status == TournamentStatus.FINISHED
    assert set(statuses_of(broken)) == {JobStatus.FINISHED}
    attempts = FailedAttempt.objects.filter(job=halfway.pk)
    assert list(attempts.values_list("outcome", flat=True)) == [AttemptOutcome.EXPIRED]
    assert {row.forfeits for row in tournament_standings(broken)} == {0}


def test_celery_plays_a_tournament_whose_tasks_arrive_many_times_and_a_fork_of_its_game(
    celery_worker_of_test,
):
    celery_worker_of_test(concurrency=2)
    tournament = tournament_start(moon_river(deals=3))
    tournament.refresh_from_db()
    for _ in range(20):
        tasks.play_planned_games.delay(tournament.pk, tournament.publication)

    wait_until(lambda: is_finished(tournament), doing="the tournament to end")

    assert {game.status for game in games_of(tournament)} == {GameStatus.FINISHED}
    assert {verify_game(game.pk).status for game in games_of(tournament)} == {VerdictStatus.EXACT}
    assert sum(row.points for row in tournament_standings(tournament)) == 12 * 6
    assert statuses_of(tournament) == [JobStatus.FINISHED] * 12
    for log in read_logs(tournament).values():
        assert [event.seq for event in log] == list(range(1, len(log) + 1))

    parent = games_of(tournament)[0]
    seated = [seat.bot for seat in parent.seating.order_by("number")]
    fork = fork_create(parent_id=parent.pk, step=80, bots=seated, seed=ForkSeed.SAME)
    wait_until(lambda: Game.objects.get(pk=fork.pk).is_over, doing="the fork to end")

    assert [event[:4] for event in logged_events(fork.pk)] == [
        event[:4] for event in logged_events(parent.pk)
    ]
    assert verify_game(fork.pk).status is VerdictStatus.EXACT


def test_a_celery_worker_killed_during_play_is_replaced_by_the_next(celery_worker_of_test):
    worker = celery_worker_of_test(concurrency=2)
    tournament = tournament_start(moon_river(deals=60))
    wait_until(lambda: JobStatus.LEASED in statuses_of(tournament), doing="a lease")
    worker.kill()
    assert not is_finished(tournament)

    expire(jobs_of(tournament))  # rather than wait for it
    sweep()
    celery_worker_of_test(concurrency=2)
    wait_until(lambda: is_finished(tournament), doing="the tournament to end")

    assert set(Game.objects.values_list("status", flat=True)) == {GameStatus.FINISHED}
    assert {row.games for row in tournament_standings(tournament)} == {240}
    assert set(statuses_of(tournament)) == {JobStatus.FINISHED}
