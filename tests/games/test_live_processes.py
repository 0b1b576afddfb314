"""Real workers that are killed while built-in bots of live games think."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.db.models import F

from engine.bots import registry
from engine.core import VerdictStatus
from games.live import live_resign, live_sweep
from games.models import AttemptOutcome, Bot, FailedAttempt, Game, GameStatus, JobStatus, LiveGame, PlayJob
from games.queries import logged_events
from games.tasks import live_decide
from games.verification import verify_game
from tests.games.live_games import acted, between, job_time_passes, turn_in, user_of
from tests.games.pondering import MARK, PONDERER
from tests.processes import RunningWorker
from tests.waiting import wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


#: The number of an event after which ann resigns: what the bot decides before it is enough to compare.
ENOUGH = 40


@pytest.fixture
def ponderer(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Bot:
    """Register the bot that thinks too long in this process too, and use one seed for every game."""
    monkeypatch.setitem(registry._BOTS, PONDERER.name, PONDERER)
    monkeypatch.setattr("games.event_store.seeds.token_bytes", lambda length: b"7" * length)
    return Bot.objects.create(name=PONDERER.name, title=PONDERER.title)


def played(game: Game) -> Game:
    """Play a game until ann has had enough and resigns; this process decides for the bot."""
    while not game.is_over:
        if LiveGame.objects.get(pk=game.pk).due_seat is None:
            live_decide(game.pk)
        elif (turn := turn_in(game)).expected_seq < ENOUGH:
            acted(turn, turn.expected_seq % len(turn.legal))
        else:
            live_resign(game_id=game.pk, user_id=user_of("ann").pk)
        game.refresh_from_db()
    return game


def test_a_game_continues_after_its_worker_was_killed_while_a_bot_thought(
    ponderer: Bot, celery_worker_of_test: Callable[..., RunningWorker], tmp_path: Path
):
    mark = tmp_path / "thinking"
    worker = celery_worker_of_test(
        app="tests.games.pondering", queues="live", is_awaited=False, **{MARK: str(mark)}
    )
    unbroken = played(between("ann", ponderer.name))  # while it starts
    worker.wait_until_ready()
    broken = between("ann", ponderer.name)
    while LiveGame.objects.get(pk=broken.pk).due_seat is not None:
        acted(turn := turn_in(broken), turn.expected_seq % len(turn.legal))
    wait_until(mark.exists)
    job = PlayJob.objects.filter(game=broken)
    wait_until(lambda: job.filter(heartbeat_at__gt=F("leased_at")).exists(), doing="the lease to be renewed")
    worker.kill()
    broken.refresh_from_db()
    seq = broken.head_seq
    assert PlayJob.objects.get(game=broken).status == JobStatus.LEASED
    assert live_sweep().offered == ()

    job_time_passes(broken)  # rather than wait for it
    assert live_sweep().offered == (broken.pk,)
    assert FailedAttempt.objects.get(job=broken.pk).outcome == AttemptOutcome.EXPIRED
    broken = played(broken)

    assert seq < broken.head_seq
    assert (broken.status, verify_game(broken.pk).status) == (GameStatus.FINISHED, VerdictStatus.EXACT)
    assert [event[:5] for event in logged_events(broken.pk)] == [
        event[:5] for event in logged_events(unbroken.pk)
    ]
    assert {event.actor for event in logged_events(broken.pk, first=seq + 1, last=ENOUGH)} == {-1, 0, 1}
