"""Forks are played by bots to their end, resumed by any worker, and count in no tournament."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from kombu.exceptions import OperationalError

from engine.core import Playthrough, VerdictStatus, commitment, make_header, verify
from games.bots import bots_register_builtin
from games.errors import ForkRefused
from games.event_store import game_void
from games.forks import ForkSeed
from games.models import Bot, Game, GameStatus, JobKind, JobStatus, PlayJob, Transport
from games.play_jobs import MAX_FAILURES, Lease, Report, jobs_claim, jobs_expire, jobs_report
from games.queries import bot_game_counts, game_get, logged_events
from games.verification import verify_game
from tests.engine.core.forking import NEW, OLD, fork_game, play_to_end
from tests.tournaments.builders import (
    Answering,
    expire,
    games_of,
    make_bot,
    make_table,
    make_tournament,
    make_worker,
    play_all,
)
from tests.tournaments.race import RACE
from tests.tournaments.test_playing import Dying, Killed
from tournaments import tasks
from tournaments.errors import InvalidTournament
from tournaments.forks import ForkWorkerLoop, fork_create
from tournaments.forks import worker_loop as fork_worker_loop
from tournaments.planning import tournament_cancel, tournament_create, tournament_start
from tournaments.play.recovery import forks_requeue
from tournaments.selectors import tournament_standings

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The tasks that would have been sent."""
    messages: list[dict[str, Any]] = []
    monkeypatch.setattr(tasks.play_forks, "apply_async", lambda **options: messages.append(options))
    return messages


@pytest.fixture
def parent(sent: list[dict[str, Any]]) -> Game:
    """A finished game of the race between ann and bob."""
    return games_of(play_all(make_tournament("ann", "bob", options={"laps": 20})))[0]


def make_fork(
    parent: Game, step: int = 10, seed: ForkSeed = ForkSeed.NEW, names: Sequence[str] = ("cy", "di")
) -> Game:
    bots = [make_bot(name) for name in names]
    return fork_create(parent_id=parent.pk, step=step, bots=bots, seed=seed)


def read_steps(game: Game) -> list[tuple[Any, ...]]:
    return [event[:4] for event in logged_events(game.pk)]


def job_of(game: Game) -> PlayJob:
    return PlayJob.objects.get(game=game)


def forks() -> Any:
    return PlayJob.objects.filter(kind=JobKind.FORK)


def claim_fork(worker: str) -> Lease | None:
    """Lease the next ready fork, if there is one."""
    return next(iter(jobs_claim(JobKind.FORK, worker=worker)), None)


def finish_fork(game: Game, **options: Any) -> Game:
    ForkWorkerLoop("worker", **options).run(seconds=60)
    return game_get(game.pk)


@pytest.mark.parametrize("seed", list(ForkSeed))
def test_a_fork_is_played_to_its_end(parent: Game, seed: ForkSeed):
    game = finish_fork(make_fork(parent, seed=seed))

    assert game.status == GameStatus.FINISHED
    assert job_of(game).status == JobStatus.FINISHED
    assert verify_game(game.pk).status is VerdictStatus.EXACT
    assert {seat.player for seat in game.seating.all()} == {"cy", "di"}


def test_the_same_bot_in_two_seats_has_two_names(parent: Game):
    game = make_fork(parent, names=("cy", "cy"))

    assert [seat.player for seat in game.seating.all()] == ["cy 1", "cy 2"]


@pytest.mark.parametrize("step", [0, 1, 2, 17, 30, 57])
def test_the_same_bots_from_the_same_seed_end_as_the_parent_did(parent: Game, step: int):
    names = [seat.player for seat in parent.seating.order_by("number")]
    game = finish_fork(make_fork(parent, step, ForkSeed.SAME, names))

    assert read_steps(game) == read_steps(parent)
    assert game.head_hash != parent.head_hash


@pytest.mark.parametrize(
    ("ruleset", "seats", "options", "bots"),
    [
        ("moon-river@1", 2, {"mode": "base"}, ("rancher", "greedy")),
        ("goldgraeber@1", 3, {"tactical": True}, ("prospector", "random", "random")),
    ],
)
@pytest.mark.sampled(1)
def test_the_built_in_bots_end_as_the_parent_did(
    sent: list[dict[str, Any]], ruleset: str, seats: int, options: dict[str, Any], bots: Sequence[str]
):
    rows = {bot.name: bot for bot in bots_register_builtin()}
    entered = [rows[name] for name in bots]
    tournament = tournament_create(
        name="Open", ruleset=ruleset, bots=entered, seats=seats, deals=1, options=options
    )
    assert make_worker().run(tournament_start(tournament).pk, seconds=0).played == 1
    parent = games_of(tournament_cancel(tournament))[0]  # no other game keeps its seed secret
    seated = [seat.bot for seat in parent.seating.order_by("number") if seat.bot is not None]
    step = parent.head_seq * 2 // 3
    same = fork_create(parent_id=parent.pk, step=step, bots=seated, seed=ForkSeed.SAME)
    new = fork_create(parent_id=parent.pk, step=step, bots=seated, seed=ForkSeed.NEW)
    finish_fork(same)

    assert read_steps(game_get(same.pk)) == read_steps(parent)
    assert read_steps(game_get(new.pk)) != read_steps(parent)
    for game in (same, new):
        assert game_get(game.pk).status == GameStatus.FINISHED
        assert verify_game(game.pk).status is VerdictStatus.EXACT


def test_a_fork_counts_in_no_tournament(parent: Game):
    tournament = parent.planned_game.tournament
    before, counted = tournament_standings(tournament), bot_game_counts()
    game = finish_fork(make_fork(parent, names=("ann", "bob")))

    assert tournament_standings(tournament) == before
    assert bot_game_counts() == counted
    assert not hasattr(game, "planned_game")


# Who plays it


def test_a_fork_resumed_by_another_worker_ends_the_same(parent: Game):
    whole = make_fork(parent, seed=ForkSeed.SAME)
    finish_fork(whole)
    broken = make_fork(parent, seed=ForkSeed.SAME)

    workers = [f"worker {number}" for number in range(200)]
    played = sum(1 for _ in takewhile(lambda worker: ForkWorkerLoop(worker).run(seconds=0.0), workers))

    assert played > 10
    assert read_steps(broken) == read_steps(whole)
    assert job_of(broken).status == JobStatus.FINISHED
    assert job_of(broken).failures == 0


def test_an_expired_lease_goes_to_another_worker_and_the_late_report_is_refused(parent: Game):
    game = make_fork(parent)
    late = claim_fork("late")
    assert late is not None
    assert claim_fork("another") is None
    expire(forks())

    assert [each.game_id for each in jobs_expire(JobKind.FORK)] == [game.pk]
    assert job_of(game).failures == 1
    game = finish_fork(game)
    assert game.status == GameStatus.FINISHED
    assert jobs_report([Report(late, None, is_over=False)]) == {late.token}


@pytest.mark.long
def test_a_fork_survives_workers_that_die_repeatedly(parent: Game, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(fork_worker_loop, "REPORT_SECONDS", 0.0)  # a report after every decision
    whole = make_fork(parent, seed=ForkSeed.SAME)
    finish_fork(whole)
    broken = make_fork(parent, seed=ForkSeed.SAME)
    deaths = 0
    while not game_get(broken.pk).is_over:
        try:
            finish_fork(broken, table=make_table(cy=Dying(3)))
        except Killed:
            deaths += 1
            expire(forks())
            jobs_expire(JobKind.FORK)

    assert deaths
    assert read_steps(broken) == read_steps(whole)


def test_a_fork_at_every_step_of_a_short_game_ends_as_it_did_and_verifies():
    options = {"laps": 12}
    header = make_header(RACE, seats=2, options=options, players=["ann", "bob"], commitment=commitment(OLD))
    log = play_to_end(Playthrough(header), OLD)
    for step in range(len(log) - 1):
        theirs, same = fork_game(header, log, step, OLD)
        assert [event[:4] for event in same] == [event[:4] for event in log]
        assert verify(theirs, same, seed=OLD).status is VerdictStatus.EXACT
        theirs, other = fork_game(header, log, step, NEW)
        assert verify(theirs, other, seed=NEW, earlier=[OLD]).status is VerdictStatus.EXACT


def test_a_fork_is_leased_to_one_worker_at_a_time(parent: Game):
    games = [make_fork(parent), make_fork(parent)]
    leases = [claim_fork(str(number)) for number in range(3)]

    assert [lease and lease.game_id for lease in leases] == [games[0].pk, games[1].pk, None]


def test_a_platform_failure_is_retried_and_then_reported_as_stuck(parent: Game, no_pauses: None):
    def raise_platform_fault() -> int:
        raise MemoryError

    game = finish_fork(make_fork(parent), table=make_table(cy=Answering(raise_platform_fault)))

    job = job_of(game)
    assert (job.status, job.failures) == (JobStatus.STUCK, MAX_FAILURES)
    assert "MemoryError" in job.reason
    assert game.head_seq == 10


def test_a_stuck_fork_is_retried_in_the_admin(parent: Game, admin_client: Client, no_pauses: None):
    def raise_platform_fault() -> int:
        raise MemoryError

    game = finish_fork(make_fork(parent), table=make_table(cy=Answering(raise_platform_fault)))
    other = make_fork(parent)
    address = reverse("admin:games_playjob_changelist")
    page = admin_client.get(address).content.decode()
    answer = admin_client.post(
        address,
        {"action": "retry", "_selected_action": [job_of(game).pk, job_of(other).pk]},
        follow=True,
    )

    assert "stuck" in page
    assert "MemoryError" in page
    assert "1 of the jobs were stuck or paused" in answer.content.decode()
    assert finish_fork(game).status == GameStatus.FINISHED
    assert str(job_of(other).token) not in page


def test_the_admin_shows_whose_fork_a_game_is(parent: Game, admin_client: Client):
    game = make_fork(parent)
    page = admin_client.get(reverse("admin:games_game_change", args=[game.pk])).content.decode()

    assert reverse("admin:games_game_change", args=[parent.pk]) in page


def test_a_bot_that_crashes_forfeits(parent: Game):
    def crash() -> int:
        raise ZeroDivisionError

    game = finish_fork(make_fork(parent), table=make_table(cy=Answering(crash)))

    assert [seat.forfeit for seat in game.seating.order_by("number")] == ["crash", ""]
    assert verify_game(game.pk).status is VerdictStatus.EXACT


def test_a_voided_fork_is_not_played(parent: Game):
    game = make_fork(parent)
    game_void(game_id=game.pk, reason="a test")

    assert finish_fork(game).status == GameStatus.VOIDED
    assert job_of(game).status == JobStatus.VOIDED


def test_a_fork_voided_during_play_is_abandoned(parent: Game, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(fork_worker_loop, "REPORT_SECONDS", 0.0)
    game = make_fork(parent)

    def void_game() -> int:
        if game_get(game.pk).status != GameStatus.VOIDED:
            game_void(game_id=game.pk, reason="a test")
        return 1

    assert finish_fork(game, table=make_table(cy=Answering(void_game))).status == GameStatus.VOIDED
    assert job_of(game).status == JobStatus.VOIDED


# Tasks


def test_a_fork_is_dispatched_to_the_workers(parent: Game, sent: list[dict[str, Any]]):
    make_fork(parent)

    assert sent == [{"retry": False}]


def test_a_refused_fork_is_not_dispatched(parent: Game, sent: list[dict[str, Any]]):
    with pytest.raises(ForkRefused):
        make_fork(parent, step=10_000)

    assert sent == []
    assert not forks().exists()


def test_an_unreachable_broker_does_not_stop_a_fork(parent: Game, monkeypatch: pytest.MonkeyPatch):
    def raise_unreachable(**options: Any) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(tasks.play_forks, "apply_async", raise_unreachable)

    assert job_of(make_fork(parent)).status == JobStatus.WAITING
    assert forks_requeue()


def test_a_task_plays_and_sends_itself_again_while_forks_wait(
    parent: Game, sent: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(tasks, "_RUN_SECONDS", 0.0)
    make_fork(parent)
    sent.clear()

    tasks.play_forks()
    assert sent == [{"retry": False}]
    monkeypatch.setattr(tasks, "_RUN_SECONDS", 60.0)
    tasks.play_forks()
    assert len(sent) == 1


def test_the_sweep_dispatches_waiting_forks(parent: Game, sent: list[dict[str, Any]]):
    game = make_fork(parent)
    sent.clear()

    tasks.sweep()
    assert len(sent) == 1
    finish_fork(game)
    tasks.sweep()
    assert len(sent) == 1


# Bots


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"active": False}, "bot_not_active"),
        ({"rulesets": ["moon-river@1"]}, "bot_plays_other_rulesets"),
        ({"transport": Transport.REMOTE}, "bot_not_runnable"),
        ({"parameters": {"builtin": "nobody"}}, "bot_not_runnable"),
    ],
)
def test_a_bot_that_cannot_play_is_refused(parent: Game, fields: dict[str, Any], code: str):
    make_bot("cy")
    Bot.objects.filter(name="cy").update(**fields)

    with pytest.raises(InvalidTournament) as caught:
        make_fork(parent)
    assert caught.value.code == code
    assert not forks().exists()
