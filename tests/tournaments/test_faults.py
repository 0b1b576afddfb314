"""Faults of bots and platform failures are distinguished alike in planned games, forks and live games."""

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection

from engine.bots import BuiltinBot, registry
from engine.core import PlatformFault
from engine.rulesets.moon_river.state import MoonRiverState
from games.bots import bots_register_builtin
from games.forks import ForkSeed
from games.live import live_sweep, live_take_up
from games.models import Game, JobStatus, LiveGame, PlayJob
from games.queries import game_get, logged_events
from games.verification import verify_game
from tests.games.live_games import acted, between, job_time_passes, turn_in
from tests.tournaments.builders import games_of, make_bot, make_tournament, play_all
from tests.tournaments.race import RaceState
from tournaments.forks import ForkWorkerLoop, fork_create

pytestmark = pytest.mark.django_db(transaction=True)

Choose = Callable[[Any, Any], Any]


class Faulty:
    """A built-in bot whose choice a test decides."""

    choice: Choose

    def __init__(self, ruleset: Any) -> None: ...

    def choose(self, observation: Any, legal: Any, rng: Any) -> Any:
        return type(self).choice(observation, legal)


FAULTY = BuiltinBot("faulty", "Faulty", "", None, Faulty, is_quick=True)


def crash(observation: Any, legal: Any) -> int:
    raise OSError("a file of the bot's own")


def answer_float(observation: Any, legal: Any) -> float:
    return float(legal[0])


def leave(observation: Any, legal: Any) -> int:
    sys.exit("the bot is done")


def look(observation: Any, legal: Any) -> int:
    return int(legal[len(observation) % len(legal)])


@pytest.fixture(autouse=True)
def _faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._BOTS, FAULTY.name, FAULTY)


def break_observation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make observations of the rules fail."""

    def observation(state: Any, seat: int | None) -> dict[str, Any]:
        raise IndexError("a bug of the rules")

    for rules in (RaceState, MoonRiverState):
        monkeypatch.setattr(rules, "observation", observation)


@pytest.fixture
def _broken_observation(monkeypatch: pytest.MonkeyPatch) -> None:
    break_observation(monkeypatch)


def planned_game() -> list[Game]:
    make_bot("faulty", parameters={})
    return games_of(play_all(make_tournament("ann", "faulty", options={"laps": 9})))


def fork() -> list[Game]:
    parent = games_of(play_all(make_tournament("ann", "bob", options={"laps": 9})))[0]
    bots = [make_bot("ann"), make_bot("faulty", parameters={})]
    game = fork_create(parent_id=parent.pk, step=10, bots=bots, seed=ForkSeed.NEW)
    ForkWorkerLoop("worker").run(seconds=60)
    return [game_get(game.pk)]


def live_game() -> list[Game]:
    """Return a live game after the remote bot's action: the built-in one has been asked while its client waited."""
    game = between("ann", "faulty", "random")
    while not (events := acted(turn_in(game)).events)[1:]:
        pass
    assert events[0].actor == 0
    return [game_get(game.pk)]


def live_game_in_worker() -> list[Game]:
    """Return a live game after a worker has asked the built-in bot."""
    registry._BOTS[FAULTY.name] = replace(FAULTY, is_quick=False)  # type: ignore[index]
    game = between("ann", "faulty", "random")
    while LiveGame.objects.get(pk=game.pk).due_seat is not None:
        acted(turn_in(game))
    live_take_up(game_id=game.pk, seconds=0.01)
    return [game_get(game.pk)]


KINDS = [planned_game, fork, live_game, live_game_in_worker]


def forfeits(games: list[Game]) -> list[tuple[str, str]]:
    return [(seat.player, seat.forfeit) for game in games for seat in game.seating.all() if seat.forfeit]


@pytest.mark.parametrize("kind", KINDS)
def test_an_oserror_of_a_bot_is_its_crash(kind: Callable[[], list[Game]], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Faulty, "choice", crash, raising=False)

    games = kind()

    assert forfeits(games) == [("faulty", "crash")] * len(games)
    assert not any(verify_game(game.pk).code for game in games)


@pytest.mark.parametrize("kind", KINDS)
def test_a_float_that_equals_a_legal_action_is_illegal(
    kind: Callable[[], list[Game]], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Faulty, "choice", answer_float, raising=False)

    games = kind()

    assert forfeits(games) == [("faulty", "illegal")] * len(games)
    assert not any(verify_game(game.pk).code for game in games)


def test_a_bot_that_exits_while_a_request_waits_crashes_and_leaves_the_web_server(
    monkeypatch: pytest.MonkeyPatch,
):
    """A web server answers in threads; ``SystemExit`` from one of them would end its event loop."""
    monkeypatch.setattr(Faulty, "choice", leave, raising=False)

    def play() -> list[Game]:
        try:
            return live_game()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        games = pool.submit(play).result(timeout=60)

    assert forfeits(games) == [("faulty", "crash")]


def test_a_failure_of_the_rules_between_remote_bots_leaves_the_worker_nothing_to_do_afterwards(
    monkeypatch: pytest.MonkeyPatch,
):
    def deal(state: Any, dealer: Any) -> int:
        raise MemoryError

    game = between("ann", "ben")
    with monkeypatch.context() as broken:
        broken.setattr(MoonRiverState, "deal", deal)
        while LiveGame.objects.get(pk=game.pk).due_seat is not None:
            acted(turn_in(game))
    assert PlayJob.objects.get(game=game).status == JobStatus.WAITING

    live_take_up(game_id=game.pk, seconds=10.0)

    assert PlayJob.objects.get(game=game).status == JobStatus.IDLE
    assert LiveGame.objects.get(pk=game.pk).due_seat is not None


class TestFailedObservation:
    """A platform failure is not charged to a bot, and the game is retried."""

    @pytest.fixture(autouse=True)
    def _looking(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Faulty, "choice", look, raising=False)

    @pytest.mark.usefixtures("_broken_observation")
    def test_planned_games_wait_without_an_event(self):
        games = planned_game()

        assert {game.head_seq for game in games} == {0}
        assert not any(game.is_over for game in games)

    @pytest.mark.usefixtures("_broken_observation")
    def test_a_fork_waits_where_its_parent_was_left(self):
        (game,) = fork()

        assert (game.head_seq, game.is_over) == (10, False)
        assert forfeits([game]) == []

    def test_a_live_game_takes_the_action_and_a_worker_tries_again(self, monkeypatch: pytest.MonkeyPatch):
        game = between("ann", "faulty", "random")
        with monkeypatch.context() as broken:
            break_observation(broken)
            while LiveGame.objects.get(pk=game.pk).due_seat is not None:
                played = acted(turn_in(game))
            assert played.events[0].actor == 0
            stuck = logged_events(game.pk)
            job_time_passes(game)

            with pytest.raises(PlatformFault):
                live_take_up(game_id=game.pk, seconds=1.0)

            assert logged_events(game.pk) == stuck
            assert LiveGame.objects.get(pk=game.pk).deadline is None
            job_time_passes(game)
            assert live_sweep().offered == (game.pk,)
        live_take_up(game_id=game.pk, seconds=10.0)

        assert turn_in(game).bot == "ann"
        assert forfeits([game_get(game.pk)]) == []
        assert not verify_game(game.pk).code

    def test_a_live_game_that_cannot_begin_is_not_stored(self, monkeypatch: pytest.MonkeyPatch):
        def deal(state: Any, dealer: Any) -> int:
            raise IndexError("a bug of the rules")

        monkeypatch.setattr(MoonRiverState, "deal", deal)
        bots_register_builtin()

        with pytest.raises(PlatformFault):
            between("ann", "faulty", "random")

        assert not Game.objects.filter(origin="live").exists()
