"""Seed backfill: a game gets its missing seed from a later record, and the stored log is verified with it."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from engine.core import UnreadableRecord, commitment, parse_record, write_record
from engine.core.replay import log_events as events_of
from games.errors import RecordRefused
from games.event_store import Appending, chunk_append, game_void
from games.forks import ForkSeed
from games.import_export import game_import
from games.models import Event, Game, GameSeed, GameVerdict
from games.queries import game_public_seed, game_record_lines
from games.verification import verify_game
from tests.games.factories import finished_game, kept_seed, log_of, scheduled_game, secret_number
from tests.games.records import record
from tests.games.tampering import flip_bit
from tests.games.test_forks import ended, forked

pytestmark = pytest.mark.django_db

EXACT, UNPROVEN = GameVerdict.EXACT, GameVerdict.CHANCE_UNPROVEN


def unproven(number: int = 1) -> Game:
    """Import a game without its seed."""
    game = game_import(text=record(number, with_seed=False)).game
    assert (game.verdict, game.seed) == (UNPROVEN, None)
    return game


def text_of(game: Game) -> bytes:
    return b"".join(game_record_lines(game.pk))


def test_a_game_gets_its_seed_and_becomes_exact_and_nothing_else_changes():
    game = unproven()
    rows, before = list(Event.objects.values_list()), Game.objects.values().get()

    imported = game_import(text=record())

    assert (imported.game, imported.is_new) == (game, False)
    after = Game.objects.values().get()
    assert {name for name in after if after[name] != before[name]} == {"seed_id", "verdict", "verified_at"}
    assert list(Event.objects.values_list()) == rows
    assert imported.game.verdict == EXACT
    assert verify_game(game.pk).status.value == EXACT
    assert game_public_seed(imported.game) == secret_number(1)
    assert text_of(game) == record()
    assert GameSeed.objects.get().revealed_at is not None


def test_a_record_without_a_seed_or_with_another_one_backfills_nothing():
    game = unproven()

    game_import(text=record(with_seed=False))
    with pytest.raises(UnreadableRecord):
        game_import(text=record().replace(secret_number(1).hex().encode(), secret_number(2).hex().encode()))

    game.refresh_from_db()
    assert (game.seed, game.verdict) == (None, UNPROVEN)
    assert not GameSeed.objects.exists()


def test_a_seed_that_did_not_deal_the_game_is_refused():
    game = game_import(text=record(with_seed=False, dealt_from=2)).game

    with pytest.raises(RecordRefused):
        game_import(text=record(dealt_from=2))

    game.refresh_from_db()
    assert (game.seed, game.verdict) == (None, UNPROVEN)
    assert not GameSeed.objects.exists()


def test_a_game_voided_since_gets_its_seed():
    game = unproven()
    game_void(game_id=game.pk, reason="a test")

    game_import(text=record())

    game.refresh_from_db()
    assert (game.seed is not None, game.verdict) == (True, EXACT)


def test_a_changed_log_is_detected():
    game = unproven()
    flip_bit(game.pk, 30, "chain")

    game_import(text=record())

    game.refresh_from_db()
    assert (game.verdict, game.verdict_step) == (GameVerdict.DIVERGED, 30)


def test_a_seed_of_an_unfinished_game_is_backfilled_and_stays_secret():
    playing = scheduled_game(seed=kept_seed(1))
    game = unproven()

    learned = game_import(text=record()).game

    assert (learned.verdict, game_public_seed(learned)) == (EXACT, None)
    assert secret_number(1).hex().encode() not in text_of(game)
    chunk_append(chunk=[Appending(playing.pk, 0, log_of(playing))])
    assert game_public_seed(Game.objects.get(pk=game.pk)) == secret_number(1)


def test_forks_and_forks_of_forks_become_exact_with_the_game():
    fork = ended(forked(unproven()))
    second = ended(forked(fork, 60))
    goes_on = forked(fork, 80)
    for each in (fork, second):
        assert verify_game(each.pk).status.value == UNPROVEN

    game_import(text=record())

    for each in (fork, second, goes_on):
        each.refresh_from_db()
        known = {seed.commitment for seed in each.earlier_seeds.all()}
        assert commitment(secret_number(1)) in known
    assert (fork.verdict, second.verdict, goes_on.verdict) == (EXACT, EXACT, GameVerdict.UNVERIFIED)
    assert verify_game(ended(goes_on).pk).status.value == EXACT


def test_a_fork_gets_the_seeds_of_its_parents():
    parent = finished_game()
    whole = text_of(ended(forked(parent)))
    parsed = parse_record(whole, with_forks=True)
    log = events_of(parsed)
    Game.objects.all().update(head_hash=bytes(32))  # forget them
    without = b"".join(write_record(parsed.header, log, log[-1].chain, parsed.trailer.seed))
    fork = game_import(text=without).game
    assert fork.verdict == UNPROVEN

    again = game_import(text=whole)

    assert (again.game.pk, again.is_new, again.game.verdict) == (fork.pk, False, EXACT)
    assert text_of(again.game) == whole


def test_a_game_with_a_backfilled_seed_can_be_forked_with_that_seed():
    game = unproven()
    game_import(text=record())

    assert ended(forked(game, seed=ForkSeed.SAME)).seed == GameSeed.objects.get()


@pytest.mark.django_db(transaction=True)
def test_concurrent_records_backfill_once():
    games = [unproven(number) for number in (1, 2)]

    def import_one(number: int) -> Game:
        try:
            return game_import(text=record(number)).game
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        games_found = list(pool.map(import_one, (1, 2, 2, 1)))

    assert [game.pk for game in games_found] == [games[0].pk, games[1].pk, games[1].pk, games[0].pk]
    assert {game.verdict for game in Game.objects.all()} == {EXACT}
    assert GameSeed.objects.count() == 2
