"""A database from before play jobs is migrated with its games in play, which continue."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from engine.core import VerdictStatus
from games.event_store import unfinished_games_void
from games.forks import ForkSeed
from games.live import live_sweep, live_take_up
from games.models import (
    AttemptOutcome,
    FailedAttempt,
    Game,
    GameStatus,
    JobKind,
    JobStatus,
    LiveGame,
    PlayJob,
)
from games.verification import verify_game
from tests.games.live_games import GOLDGRAEBER, acted, between, is_owed, turn_in
from tests.tournaments.builders import games_of, jobs_of, make_bot, make_tournament, play_all, statuses_of
from tournaments.forks import ForkWorkerLoop, fork_create
from tournaments.models import Tournament, TournamentStatus
from tournaments.planning import tournament_retry
from tournaments.play import forks_requeue, sweep
from tournaments.selectors import tournament_progress

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

OLD = [("tournaments", "0004_retry_pauses"), ("games", "0007_parents_of_imported_forks")]
NEW = [("tournaments", "0005_play_jobs"), ("games", "0008_play_jobs")]


@pytest.fixture
def scratch() -> Iterator[None]:
    """A separate database behind the default connection, so that the tests' database keeps its tables."""
    own = connection.settings_dict["NAME"]
    name = f"{own}_migrated"
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE template0')
    connection.close()
    connection.settings_dict["NAME"] = name
    try:
        call_command("migrate", verbosity=0)
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = own
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def migrate(targets: list[tuple[str, str]]) -> None:
    MigrationExecutor(connection).migrate(targets)


def execute(statement: str, *values: Any) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall()) if cursor.description else []


def plan(game: Game, **columns: Any) -> int:
    """Update the old row of a planned game; return its id."""
    changed = ", ".join(f"{column} = %s" for column in columns)
    statement = f"UPDATE tournaments_plannedgame SET {changed} WHERE game_id = %s RETURNING id"
    return int(execute(statement, *columns.values(), game.pk)[0][0])


def attempt(planned_id: int, outcome: str = "", *, reason: str = "", seconds: int = 3600) -> None:
    """Insert a row in the old table of attempts, open unless an outcome is given."""
    execute(
        """
        INSERT INTO tournaments_attempt (
            planned_game_id, token, worker, leased_at, heartbeat_at, expires_at, ended_at, outcome, reason
        )
        SELECT %s, gen_random_uuid(), 'old', now(), now(), now() + make_interval(secs => %s),
               CASE WHEN %s <> '' THEN now() END, %s, %s
        """,
        *(planned_id, seconds, outcome, outcome, reason),
    )


def make_live_game() -> Game:
    """Return a live game in which a built-in bot's decision is due."""
    game = between("ann", "prospector", "random", ruleset=GOLDGRAEBER)
    while LiveGame.objects.get(pk=game.pk).due_seat is not None:
        acted(turn_in(game))
    return game


@pytest.mark.usefixtures("scratch")
def test_a_database_of_the_old_tables_is_migrated_and_plays_on():
    parent = games_of(play_all(make_tournament("cy", "di", options={"laps": 60})))[0]
    bots = [make_bot("cy"), make_bot("di")]
    forks = [
        fork_create(parent_id=parent.pk, step=5 + number, bots=bots, seed=ForkSeed.NEW) for number in range(4)
    ]
    ForkWorkerLoop("w").run(seconds=0.0)
    live = make_live_game()
    tournament, draft = make_tournament("cy", "di", deals=4), make_tournament("cy", "di", start=False)
    waiting, paused, leased, abandoned, unleased, stuck, finished, voided = games_of(tournament)
    unfinished_games_void(game_ids=[voided.pk], reason="a test")

    migrate(OLD)
    assert execute(
        "SELECT status, count(*) FROM tournaments_plannedgame WHERE game_id IS NULL GROUP BY 1"
    ) == [("waiting", 2)]
    plan(waiting, status="waiting")
    attempt(plan(paused, failures=2), "failed", reason="the disk is full")
    execute(
        "UPDATE tournaments_plannedgame SET retry_at = now() + interval '1 hour' WHERE game_id = %s",
        paused.pk,
    )
    attempt(plan(leased, status="leased"))
    attempt(plan(abandoned, status="leased"), seconds=-1)
    plan(unleased, status="leased")
    stuck_id = plan(stuck, status="stuck", failures=5)
    for number in range(5):
        attempt(stuck_id, "expired" if number % 2 else "failed", reason=f"failure {number}")
    attempt(plan(finished, status="waiting"), "played")  # nothing noticed its end
    execute("UPDATE games_game SET status = 'voided', finished_at = now() WHERE id = %s", finished.pk)
    execute(
        "UPDATE tournaments_forkrun SET status = 'leased', token = gen_random_uuid(), worker = 'old',"
        " expires_at = now() - interval '1 second' WHERE game_id = %s",
        forks[1].pk,
    )
    execute(
        "UPDATE tournaments_forkrun SET status = 'stuck', failures = 5, reason = 'no' WHERE game_id = %s",
        forks[2].pk,
    )
    execute("UPDATE games_livegame SET work_due_at = now() - interval '1 minute' WHERE game_id = %s", live.pk)
    migrate(NEW)

    assert_jobs_are_migrated(tournament)
    counts = tournament_progress(tournament)
    assert (counts.planned, counts.waiting, counts.playing, counts.stuck, counts.voided) == (8, 3, 2, 1, 2)
    assert tournament_progress(draft).waiting == 2
    assert_everything_is_played(tournament, live, forks)


def assert_jobs_are_migrated(tournament: Tournament) -> None:
    jobs = list(jobs_of(tournament))
    assert [(job.status, job.failures) for job in jobs] == [
        (JobStatus.WAITING, 0),
        (JobStatus.WAITING, 2),
        (JobStatus.LEASED, 0),
        (JobStatus.LEASED, 0),
        (JobStatus.WAITING, 0),
        (JobStatus.STUCK, 5),
        (JobStatus.VOIDED, 0),
        (JobStatus.VOIDED, 0),
    ]
    assert [job.reason for job in jobs if job.failures] == ["the disk is full", "failure 4"]
    assert [job.pk for job in jobs if job.retry_at is not None] == [jobs[1].pk]
    assert [(job.worker, job.token is not None) for job in jobs[2:4]] == [("old", True)] * 2
    attempts = FailedAttempt.objects.filter(job=jobs[5]).order_by("id")
    assert [(each.outcome, each.reason) for each in attempts] == [
        (AttemptOutcome.EXPIRED if number % 2 else AttemptOutcome.FAILED, f"failure {number}")
        for number in range(5)
    ]
    assert FailedAttempt.objects.count() == 6
    forks = PlayJob.objects.filter(kind=JobKind.FORK).order_by("pk").values_list("status", "failures")
    assert list(forks)[1:] == [(JobStatus.LEASED, 0), (JobStatus.STUCK, 5), (JobStatus.WAITING, 0)]


def assert_everything_is_played(tournament: Tournament, live: Game, forks: list[Game]) -> None:
    assert is_owed(live)
    assert live_sweep().offered == (live.pk,)
    before = Game.objects.get(pk=live.pk).head_seq
    live_take_up(game_id=live.pk, seconds=20.0)
    assert Game.objects.get(pk=live.pk).head_seq > before

    assert len(sweep().requeued) == 1
    jobs_of(tournament).filter(status=JobStatus.LEASED).update(expires_at=tournament.started_at)
    assert len(sweep().requeued) == 1
    assert tournament_retry(tournament) == 2
    assert play_all(tournament).status == TournamentStatus.FINISHED
    assert statuses_of(tournament) == [JobStatus.FINISHED] * 6 + [JobStatus.VOIDED] * 2
    for game in games_of(tournament)[:6]:
        assert verify_game(game.pk).status is VerdictStatus.EXACT

    assert forks_requeue()
    ForkWorkerLoop("w").run(seconds=60.0)
    statuses = [Game.objects.get(pk=fork.pk).status for fork in forks]
    assert statuses == [GameStatus.FINISHED, GameStatus.FINISHED, GameStatus.RUNNING, GameStatus.FINISHED]
