"""
Real workers that decide for built-in bots of live games, and are killed while they think.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine.bots import registry
from engine.core.replay import VerdictStatus
from games.live_play import live_resign
from games.live_sweeping import live_sweep
from games.models import Bot, Game, GameStatus, LiveGame
from games.replay import verify_game
from games.selectors import logged_events
from tests.games.live_games import acted, between, time_passes, turn_in, user_of
from tests.games.pondering import MARK, PONDERER
from tests.processes import RunningWorker

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("processes")]


#: The number of an event after which ann resigns: what the bot decides before it is enough to compare.
ENOUGH = 40


@pytest.fixture
def ponderer(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Bot:
    """
    The bot that thinks too long, in this process too; and one seed for every game.
    """
    monkeypatch.setitem(registry._BOTS, PONDERER.name, PONDERER)
    monkeypatch.setattr("games.seeds.token_bytes", lambda length: b"7" * length)
    return Bot.objects.create(name=PONDERER.name, title=PONDERER.title)


def wait_until(claim: Callable[[], bool], *, seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not claim():
        assert time.monotonic() < deadline, f"waited {seconds} s"
        time.sleep(0.01)


def played(game: Game) -> Game:
    """
    Play ann's seat until she has had enough and resigns, while others decide for the bot.
    """

    def is_ours() -> bool:
        game.refresh_from_db()
        return game.is_over or game.live.due_seat is not None

    while True:
        wait_until(is_ours)
        if game.is_over:
            return game
        turn = turn_in(game)
        if turn.expected_seq >= ENOUGH:
            live_resign(game_id=game.pk, user_id=user_of("ann").pk)
        else:
            acted(turn, turn.expected_seq % len(turn.legal))


def test_a_worker_killed_while_a_bot_thinks_costs_the_game_nothing(
    ponderer: Bot,
    celery_worker_of_test: Callable[..., RunningWorker],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    mark = tmp_path / "thinking"

    workers = [
        celery_worker_of_test(
            app="tests.games.pondering", queues="live", is_awaited=False, **{MARK: str(mark)}
        )
        for _ in range(2)
    ]
    with monkeypatch.context() as patched:  # while they start, with the bot deciding in this process
        patched.setitem(registry._BOTS, PONDERER.name, replace(PONDERER, is_quick=True))
        patched.setattr("games.live_steps._PATIENCE", 60.0)
        unbroken = played(between("ann", ponderer.name))
    for worker in workers:
        worker.wait_until_ready()
    broken = between("ann", ponderer.name)
    while LiveGame.objects.get(pk=broken.pk).due_seat is not None:
        acted(turn := turn_in(broken), turn.expected_seq % len(turn.legal))
    wait_until(mark.exists)
    wait_until(lambda: mark.read_text() != "")
    (thinking,) = (each for each in workers if each.process and each.process.pid == int(mark.read_text()))
    thinking.kill()
    seq = Game.objects.get(pk=broken.pk).head_seq
    assert LiveGame.objects.get(pk=broken.pk).work_due_at is not None

    time_passes(broken, 6, columns=["work_due_at"])  # rather than wait for it
    assert live_sweep().offered == (broken.pk,)
    broken = played(broken)
    for worker in workers:
        worker.kill()

    assert seq < broken.head_seq
    assert (broken.status, verify_game(broken.pk).status) == (GameStatus.FINISHED, VerdictStatus.EXACT)
    assert [event[:5] for event in logged_events(broken.pk)] == [
        event[:5] for event in logged_events(unbroken.pk)
    ]
