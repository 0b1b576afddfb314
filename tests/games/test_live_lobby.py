"""Open games: the limit per user, and games that end while they are open."""

from typing import Any

import pytest
from django.db import OperationalError
from django.db.models.functions import Now

from engine.core import EngineError, InvalidOptions, MalformedEvent, UnknownRuleset
from games.errors import TooManyOpenGames
from games.event_store import game_void, unfinished_games_void
from games.live import live_sweep
from games.live import sweep as live_sweeping
from games.live.lobby import live_expire
from games.live.positions import LivePosition
from games.live.timeouts import live_forfeit_late
from games.models import Game, GameStatus, LiveGame
from tests.games.live_games import CLOCKED, GOLDGRAEBER, acted, between, is_owed, opened, time_passes, turn_in

pytestmark = pytest.mark.django_db

#: What a live game's row says while nothing is awaited.
NOTHING_DUE = {
    "expires_at": None,
    "due_seat": None,
    "due_bot_id": None,
    "due_since": None,
    "deadline": None,
}


def due_in(game: Game) -> dict[str, Any]:
    return LiveGame.objects.filter(pk=game.pk).values(*NOTHING_DUE).get()


def end(game: Game) -> None:
    """End a game without clearing its live row."""
    Game.objects.filter(pk=game.pk).update(status=GameStatus.VOIDED, finished_at=Now())


@pytest.fixture
def two_open_games_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.live.lobby.MAX_OPEN_GAMES", 2)


@pytest.mark.usefixtures("two_open_games_at_most")
def test_open_games_of_one_user_have_a_limit():
    games = [opened("ann", None), opened("ann", None)]
    with pytest.raises(TooManyOpenGames):
        opened("ann", None)
    opened("ben", None, by="ben")

    unfinished_games_void(game_ids=[games[0].pk], reason="a test")

    opened("ann", None)


@pytest.mark.usefixtures("two_open_games_at_most")
def test_a_voided_open_game_does_not_count_however_it_was_voided():
    games = [opened("ann", None), opened("ann", None)]
    for game in games:
        end(game)
    assert LiveGame.objects.filter(expires_at__isnull=False).count() == 2

    opened("ann", None)


def test_nothing_is_due_in_a_voided_game():
    waiting = opened("ann", None)
    running = between("ann", "ben")
    owing = between("ann", "prospector", "random", ruleset=GOLDGRAEBER)
    while LiveGame.objects.get(pk=owing.pk).due_seat is not None:
        acted(turn_in(owing))
    assert all(due_in(game) != NOTHING_DUE for game in (waiting, running))
    assert is_owed(owing)

    game_void(game_id=waiting.pk, reason="a test")
    unfinished_games_void(game_ids=[running.pk, owing.pk], reason="a test")

    assert [due_in(game) for game in (waiting, running, owing)] == [NOTHING_DUE] * 3
    assert not is_owed(owing)


def test_the_sweep_clears_the_expiry_of_a_game_that_is_no_longer_open():
    game = opened("ann", None)
    end(game)
    time_passes(game, 99_999, columns=["expires_at"])

    assert live_expire() == []
    assert due_in(game) == NOTHING_DUE


def test_an_open_game_whose_voiding_fails_does_not_stop_the_sweep(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    broken, game = opened("ann", None), opened("ann", None)
    time_passes(broken, 99_999, columns=["expires_at"])
    time_passes(game, 88_888, columns=["expires_at"])

    def voided(*, game_id: int, reason: str) -> None:
        if game_id == broken.pk:
            raise RuntimeError("a test")
        game_void(game_id=game_id, reason=reason)

    monkeypatch.setattr("games.live.lobby.game_void", voided)

    assert live_expire() == [game.pk]
    assert f"game {broken.pk}: nobody joined" in caplog.text


def test_two_sweeps_void_the_same_game_once(monkeypatch: pytest.MonkeyPatch):
    game, other = between("ann", "ben", clock=CLOCKED), between("ann", "cleo", clock=CLOCKED)
    for each, seconds in ((game, 99), (other, 71)):
        time_passes(each, seconds)

    def found_wrong(*, game_id: int) -> bool:
        if game_id != game.pk:
            return live_forfeit_late(game_id=game_id)
        unfinished_games_void(game_ids=[game_id], reason="the other sweep was first")
        raise MalformedEvent("malformed_event")

    monkeypatch.setattr(live_sweeping, "live_forfeit_late", found_wrong)

    assert live_sweep().late == (other.pk,)
    game.refresh_from_db()
    assert game.status == GameStatus.VOIDED


def test_a_sweep_ends_at_once_when_the_database_is_unreachable(monkeypatch: pytest.MonkeyPatch):
    games = [between("ann", "ben", clock=CLOCKED), between("ann", "cleo", clock=CLOCKED)]
    for game in games:
        time_passes(game, 99)
    asked = []

    def away(*, game_id: int) -> bool:
        asked.append(game_id)
        raise OperationalError("the server closed the connection")

    monkeypatch.setattr(live_sweeping, "live_forfeit_late", away)

    with pytest.raises(OperationalError):
        live_sweep()
    assert len(asked) == 1


@pytest.mark.parametrize("error", [UnknownRuleset("moon-river@2"), InvalidOptions("unknown_components")])
def test_a_process_of_another_version_voids_no_game(
    error: EngineError, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    late = between("ann", "ben", clock=CLOCKED)
    time_passes(late, 99)

    def unknown(*position: object) -> LivePosition:
        raise error

    with monkeypatch.context() as patched:
        patched.setattr("games.live.timeouts.load_position", unknown)
        assert live_sweep().late == ()
    assert f"game {late.pk} is left to others" in caplog.text

    assert live_sweep().late == (late.pk,)
