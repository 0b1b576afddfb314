"""Concurrent writers, each with its own connection."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from threading import Event as Signal
from typing import Any

import pytest
from django.db import connection, transaction

from engine.core import write_record
from games.errors import ConcurrencyConflict, SeedIsRevealed
from games.event_store import Appending, chunk_append, game_void
from games.import_export import game_import
from games.models import Game, GameSeed, GameStatus
from games.queries import logged_events
from tests.games.factories import (
    game_append,
    header_of,
    kept_seed,
    log_of,
    played_log,
    scheduled_game,
    scheduled_games,
    secret_number,
)

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """Run functions in threads that start at the same time; return results or errors."""
    barrier = Barrier(len(works))

    def run(work: Callable[[], Any]) -> Any:
        try:
            barrier.wait(10)
            return work()
        except Exception as error:  # noqa: BLE001 - the test looks at it
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))


def test_one_of_two_writers_of_a_game_is_refused():
    game = scheduled_game(seed=kept_seed(1))
    log = log_of(game)

    results = at_once(*[lambda: game_append(game_id=game.pk, expected_seq=0, events=log)] * 2)

    assert sum(isinstance(result, ConcurrencyConflict) for result in results) == 1
    assert logged_events(game.pk) == log


def test_many_live_writers_write_each_event_once():
    game = scheduled_game(seed=kept_seed(1))
    log = log_of(game)[:40]

    def write_on() -> int:
        written = 0
        while True:
            seq = Game.objects.values_list("head_seq", flat=True).get(pk=game.pk)
            if seq == len(log):
                return written
            try:
                game_append(game_id=game.pk, expected_seq=seq, events=[log[seq]])
                written += 1
            except ConcurrencyConflict:
                continue

    results = at_once(*[write_on] * 3)

    assert sum(results) == len(log)
    assert logged_events(game.pk) == log


def test_chunks_with_the_same_games_in_opposite_order_do_not_deadlock():
    games = scheduled_games(6, seed=kept_seed(1))
    log = log_of(games[0])
    chunk = [Appending(game.pk, 0, log) for game in games]

    results = at_once(lambda: chunk_append(chunk=chunk), lambda: chunk_append(chunk=chunk[::-1]))

    assert sum(isinstance(result, ConcurrencyConflict) for result in results) == 1
    assert set(Game.objects.values_list("status", flat=True)) == {"finished"}


def test_a_chunk_becomes_visible_as_a_whole():
    games = scheduled_games(2, seed=kept_seed(1))
    log = log_of(games[0])
    written, looked = Signal(), Signal()

    def write() -> None:
        with transaction.atomic():
            chunk_append(chunk=[Appending(game.pk, 0, log) for game in games])
            written.set()
            looked.wait(10)

    def look() -> list[Any]:
        written.wait(10)
        seen = [logged_events(game.pk) for game in games], [*Game.objects.values_list("status", flat=True)]
        looked.set()
        return list(seen)

    _, seen = at_once(write, look)

    assert seen == [[[], []], ["scheduled", "scheduled"]]


def test_the_seed_is_revealed_if_its_last_two_games_end_at_the_same_time():
    seed = kept_seed(1)
    games = scheduled_games(2, seed=seed)
    log = log_of(games[0])

    at_once(*[lambda game=game: chunk_append(chunk=[Appending(game.pk, 0, log)]) for game in games])

    assert GameSeed.objects.get().revealed_at is not None


def test_a_seed_is_not_revealed_while_a_game_is_being_scheduled_from_it():
    seed = kept_seed(1)
    game = scheduled_game(seed=seed)
    log = log_of(game)

    ended, scheduled = at_once(
        lambda: game_append(game_id=game.pk, expected_seq=0, events=log), lambda: scheduled_game(seed=seed)
    )

    assert not isinstance(ended, Exception)
    revealed = GameSeed.objects.get().revealed_at is not None
    assert revealed == isinstance(scheduled, SeedIsRevealed)
    assert revealed == (not Game.objects.filter(status=GameStatus.SCHEDULED).exists())


def test_a_game_is_either_voided_or_continued():
    game = scheduled_game(seed=kept_seed(1))
    log = log_of(game)

    voided, played = at_once(
        lambda: game_void(game_id=game.pk, reason="cancelled"),
        lambda: game_append(game_id=game.pk, expected_seq=0, events=log),
    )

    game.refresh_from_db()
    assert not isinstance(voided, Exception)
    assert game.status == GameStatus.VOIDED
    assert game.head_seq == (1 if isinstance(played, ConcurrencyConflict) else len(log) + 1)


def test_concurrent_imports_of_a_record_store_one_game():
    seed = secret_number(1)
    log = played_log(2, ("ann", "ben"), seed)
    text = b"".join(write_record(header_of(2, ("ann", "ben"), seed), log, log[-1].chain, seed))

    results = at_once(*[lambda: game_import(text=text)] * 2)

    assert sorted(result.is_new for result in results) == [False, True]
    assert len({result.game.pk for result in results}) == 1
    assert Game.objects.count() == 1
