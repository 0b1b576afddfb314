"""Forks played by bots: to their end, by whoever takes them up, and outside of every tournament."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from kombu.exceptions import OperationalError

from engine.core import Playthrough, VerdictStatus, commitment, make_header, verify
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
    a_bot,
    a_tournament,
    expire,
    games_of,
    played,
    shifts,
    table_of,
)
from tests.tournaments.race import RACE
from tests.tournaments.test_playing import Dying, Killed
from tournaments import tasks
from tournaments.errors import InvalidTournament
from tournaments.forks import ForkShifts, fork_create
from tournaments.forks import service as forks_module
from tournaments.planning import builtin_bots_ensure, tournament_cancel, tournament_create, tournament_start
from tournaments.play.recovery import forks_wait
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
    return games_of(played(a_tournament("ann", "bob", options={"laps": 20})))[0]


def a_fork(
    parent: Game, step: int = 10, seed: ForkSeed = ForkSeed.NEW, names: Sequence[str] = ("cy", "di")
) -> Game:
    bots = [a_bot(name) for name in names]
    return fork_create(parent_id=parent.pk, step=step, bots=bots, seed=seed)


def steps_of(game: Game) -> list[tuple[Any, ...]]:
    return [event[:4] for event in logged_events(game.pk)]


def job_of(game: Game) -> PlayJob:
    return PlayJob.objects.get(game=game)


def forks() -> Any:
    return PlayJob.objects.filter(kind=JobKind.FORK)


def claimed(worker: str) -> Lease | None:
    """Lease the fork that may be played first, if there is one."""
    return next(iter(jobs_claim(JobKind.FORK, worker=worker)), None)


def ended(game: Game, **options: Any) -> Game:
    ForkShifts("worker", **options).work(seconds=60)
    return game_get(game.pk)


@pytest.mark.parametrize("seed", list(ForkSeed))
def test_a_fork_is_played_to_its_end(parent: Game, seed: ForkSeed):
    game = ended(a_fork(parent, seed=seed))

    assert game.status == GameStatus.FINISHED
    assert job_of(game).status == JobStatus.FINISHED
    assert verify_game(game.pk).status is VerdictStatus.EXACT
    assert {seat.player for seat in game.seating.all()} == {"cy", "di"}


def test_the_same_bot_in_two_seats_has_two_names(parent: Game):
    game = a_fork(parent, names=("cy", "cy"))

    assert [seat.player for seat in game.seating.all()] == ["cy 1", "cy 2"]


@pytest.mark.parametrize("step", [0, 1, 2, 17, 30, 57])
def test_the_same_bots_from_the_same_seed_end_as_the_parent_did(parent: Game, step: int):
    names = [seat.player for seat in parent.seating.order_by("number")]
    game = ended(a_fork(parent, step, ForkSeed.SAME, names))

    assert steps_of(game) == steps_of(parent)
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
    rows = {bot.name: bot for bot in builtin_bots_ensure()}
    entered = [rows[name] for name in bots]
    tournament = tournament_create(
        name="Open", ruleset=ruleset, bots=entered, seats=seats, deals=1, options=options
    )
    assert shifts().work(tournament_start(tournament).pk, seconds=0).played == 1
    parent = games_of(tournament_cancel(tournament))[0]  # no other game keeps its seed secret
    sitting = [seat.bot for seat in parent.seating.order_by("number") if seat.bot is not None]
    step = parent.head_seq * 2 // 3
    same = fork_create(parent_id=parent.pk, step=step, bots=sitting, seed=ForkSeed.SAME)
    new = fork_create(parent_id=parent.pk, step=step, bots=sitting, seed=ForkSeed.NEW)
    ended(same)

    assert steps_of(game_get(same.pk)) == steps_of(parent)
    assert steps_of(game_get(new.pk)) != steps_of(parent)
    for game in (same, new):
        assert game_get(game.pk).status == GameStatus.FINISHED
        assert verify_game(game.pk).status is VerdictStatus.EXACT


def test_a_fork_counts_in_no_tournament(parent: Game):
    tournament = parent.planned_game.tournament
    before, counted = tournament_standings(tournament), bot_game_counts()
    game = ended(a_fork(parent, names=("ann", "bob")))

    assert tournament_standings(tournament) == before
    assert bot_game_counts() == counted
    assert not hasattr(game, "planned_game")


# Who plays it


def test_whoever_goes_on_with_a_fork_ends_it_as_it_would_have_ended(parent: Game):
    whole = a_fork(parent, seed=ForkSeed.SAME)
    ended(whole)
    broken = a_fork(parent, seed=ForkSeed.SAME)

    workers = [f"worker {number}" for number in range(200)]
    played = sum(1 for _ in takewhile(lambda worker: ForkShifts(worker).work(seconds=0.0), workers))

    assert played > 10
    assert steps_of(broken) == steps_of(whole)
    assert job_of(broken).status == JobStatus.FINISHED
    assert job_of(broken).failures == 0


def test_a_lease_that_has_run_out_goes_to_another_and_the_late_report_is_refused(parent: Game):
    game = a_fork(parent)
    late = claimed("late")
    assert late is not None
    assert claimed("another") is None
    expire(forks())

    assert [each.game_id for each in jobs_expire(JobKind.FORK)] == [game.pk]
    assert job_of(game).failures == 1
    game = ended(game)
    assert game.status == GameStatus.FINISHED
    assert jobs_report([Report(late, None, is_over=False)]) == {late.token}


@pytest.mark.long
def test_a_worker_that_dies_again_and_again_costs_nothing(parent: Game, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(forks_module, "REPORT_SECONDS", 0.0)  # a report after every decision
    whole = a_fork(parent, seed=ForkSeed.SAME)
    ended(whole)
    broken = a_fork(parent, seed=ForkSeed.SAME)
    deaths = 0
    while not game_get(broken.pk).is_over:
        try:
            ended(broken, table=table_of(cy=Dying(3)))
        except Killed:
            deaths += 1
            expire(forks())
            jobs_expire(JobKind.FORK)

    assert deaths
    assert steps_of(broken) == steps_of(whole)


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
    games = [a_fork(parent), a_fork(parent)]
    leases = [claimed(str(number)) for number in range(3)]

    assert [lease and lease.game_id for lease in leases] == [games[0].pk, games[1].pk, None]


def test_a_failure_of_ours_is_tried_again_and_then_reported_as_stuck(parent: Game, no_pauses: None):
    def our_fault() -> int:
        raise MemoryError

    game = ended(a_fork(parent), table=table_of(cy=Answering(our_fault)))

    job = job_of(game)
    assert (job.status, job.failures) == (JobStatus.STUCK, MAX_FAILURES)
    assert "MemoryError" in job.reason
    assert game.head_seq == 10


def test_a_stuck_fork_is_tried_again_by_hand(parent: Game, admin_client: Client, no_pauses: None):
    def our_fault() -> int:
        raise MemoryError

    game = ended(a_fork(parent), table=table_of(cy=Answering(our_fault)))
    other = a_fork(parent)
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
    assert ended(game).status == GameStatus.FINISHED
    assert str(job_of(other).token) not in page


def test_the_admin_shows_whose_fork_a_game_is(parent: Game, admin_client: Client):
    game = a_fork(parent)
    page = admin_client.get(reverse("admin:games_game_change", args=[game.pk])).content.decode()

    assert reverse("admin:games_game_change", args=[parent.pk]) in page


def test_a_bot_that_crashes_forfeits(parent: Game):
    def crash() -> int:
        raise ZeroDivisionError

    game = ended(a_fork(parent), table=table_of(cy=Answering(crash)))

    assert [seat.forfeit for seat in game.seating.order_by("number")] == ["crash", ""]
    assert verify_game(game.pk).status is VerdictStatus.EXACT


def test_a_fork_voided_by_hand_is_left_alone(parent: Game):
    game = a_fork(parent)
    game_void(game_id=game.pk, reason="a test")

    assert ended(game).status == GameStatus.VOIDED
    assert job_of(game).status == JobStatus.VOIDED


def test_a_fork_voided_while_it_is_played_is_left(parent: Game, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(forks_module, "REPORT_SECONDS", 0.0)
    game = a_fork(parent)

    def voiding() -> int:
        if game_get(game.pk).status != GameStatus.VOIDED:
            game_void(game_id=game.pk, reason="a test")
        return 1

    assert ended(game, table=table_of(cy=Answering(voiding))).status == GameStatus.VOIDED
    assert job_of(game).status == JobStatus.VOIDED


# Tasks


def test_a_fork_is_offered_to_the_workers(parent: Game, sent: list[dict[str, Any]]):
    a_fork(parent)

    assert sent == [{"retry": False}]


def test_a_refused_fork_is_offered_to_nobody(parent: Game, sent: list[dict[str, Any]]):
    with pytest.raises(ForkRefused):
        a_fork(parent, step=10_000)

    assert sent == []
    assert not forks().exists()


def test_a_broker_that_is_down_stops_nobody(parent: Game, monkeypatch: pytest.MonkeyPatch):
    def down(**options: Any) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(tasks.play_forks, "apply_async", down)

    assert job_of(a_fork(parent)).status == JobStatus.WAITING
    assert forks_wait()


def test_a_task_plays_and_sends_itself_again_while_forks_wait(
    parent: Game, sent: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(tasks, "_SHIFT_SECONDS", 0.0)
    a_fork(parent)
    sent.clear()

    tasks.play_forks()
    assert sent == [{"retry": False}]
    monkeypatch.setattr(tasks, "_SHIFT_SECONDS", 60.0)
    tasks.play_forks()
    assert len(sent) == 1


def test_the_sweep_offers_forks_that_wait(parent: Game, sent: list[dict[str, Any]]):
    game = a_fork(parent)
    sent.clear()

    tasks.sweep()
    assert len(sent) == 1
    ended(game)
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
    a_bot("cy")
    Bot.objects.filter(name="cy").update(**fields)

    with pytest.raises(InvalidTournament) as caught:
        a_fork(parent)
    assert caught.value.code == code
    assert not forks().exists()
