"""Concurrent requests in live games: each action is taken once, and an expired clock has one outcome."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from engine.core import VerdictStatus
from games.errors import PlayRefused, SeatForfeited, SeatTaken, StaleSequence
from games.live import ClockSettings, live_join, live_resign, live_sweep
from games.models import Game
from games.queries import logged_events
from games.verification import verify_game
from tests.games.live_games import acted, between, opened, time_passes, turn_in, user_of

pytestmark = pytest.mark.django_db(transaction=True)

CLOCK = ClockSettings.of_seconds(move=10, bank=60, increment=0)


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Make the calls at the same time, each in a thread with its own connection; return results or refusals."""
    barrier = Barrier(len(calls))

    def made(call: Callable[[], Any]) -> Any:
        try:
            barrier.wait(10)
            return call()
        except PlayRefused as refusal:
            return type(refusal)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(made, calls))


def unbroken(game: Game) -> bool:
    log = logged_events(game.pk)
    return [event.seq for event in log] == list(range(1, len(log) + 1))


def test_of_two_actions_for_the_same_turn_one_is_taken():
    game = between("ann", "ben")
    for _ in range(5):
        turn = turn_in(game)

        results = at_once(lambda: acted(turn, 0), lambda: acted(turn, 1))  # noqa: B023 - called at once

        assert results.count(StaleSequence) == 1
        assert unbroken(game)


def test_the_same_action_sent_twice_at_once_is_taken_once():
    game = between("ann", "ben")
    turn = turn_in(game)

    first, second = at_once(lambda: acted(turn), lambda: acted(turn))

    assert sorted([first.is_repeated, second.is_repeated]) == [False, True]
    assert first.events[0] == second.events[0]
    assert unbroken(game)


def test_an_action_and_the_sweep_at_the_deadline_have_one_outcome():
    for seconds in (69.9, 70.1):
        game = between("ann", "ben", "cleo", clock=CLOCK)
        turn = turn_in(game)
        time_passes(game, seconds)

        action, swept = at_once(lambda: acted(turn), live_sweep)  # noqa: B023 - called at once

        kinds = [event.kind for event in logged_events(game.pk, first=turn.expected_seq + 1)]
        is_forfeited = "seat_forfeited" in kinds
        assert is_forfeited is (isinstance(action, type) and issubclass(action, PlayRefused))
        assert (game.pk in swept.late) <= is_forfeited
        assert kinds.count("seat_forfeited") <= 1
        assert unbroken(game)


def test_sweeps_at_once_let_a_seat_forfeit_once():
    game = between("ann", "ben", "cleo", clock=CLOCK)
    time_passes(game, 71)

    swept = at_once(live_sweep, live_sweep, live_sweep)

    assert [game.pk in each.late for each in swept].count(True) == 1
    assert [event.kind for event in logged_events(game.pk)].count("seat_forfeited") == 1


def test_an_action_and_a_resignation_at_once_leave_a_game_that_verifies():
    game = between("ann", "ben", "cleo")
    turn = turn_in(game)
    other = next(name for name in ("ann", "ben", "cleo") if name != turn.bot)

    action, resigned = at_once(
        lambda: acted(turn), lambda: live_resign(game_id=game.pk, user_id=user_of(other).pk)
    )

    assert action is StaleSequence or action.seat == turn.seat
    assert resigned is not SeatForfeited
    assert unbroken(game)
    assert verify_game(game.pk).status is VerdictStatus.EXACT


def test_one_of_two_gets_the_last_seat():
    game = opened("ann", None)

    def join(name: str) -> Callable[[], Any]:
        return lambda: live_join(game_id=game.pk, number=1, bot=name, user=user_of(name))

    results = at_once(join("ben"), join("cleo"))

    assert [isinstance(result, type) for result in results].count(True) == 1
    game.refresh_from_db()
    assert game.seating.get(number=1).player in ("ben", "cleo")
    assert SeatTaken not in results  # the game had begun when the second came
    assert unbroken(game)
