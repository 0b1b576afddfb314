"""
A game that came in without its seed learns it from a record of it, and is proven by what is stored, not by the record.
"""

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
    """Bring in a game without its seed."""
    game = game_import(text=record(number, with_seed=False)).game
    assert (game.verdict, game.seed) == (UNPROVEN, None)
    return game


def text_of(game: Game) -> bytes:
    return b"".join(game_record_lines(game.pk))


def test_a_game_learns_its_seed_and_is_exact_and_nothing_else_of_it_changes():
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


def test_a_record_that_tells_nothing_or_another_seed_teaches_nothing():
    game = unproven()

    game_import(text=record(with_seed=False))
    with pytest.raises(UnreadableRecord):
        game_import(text=record().replace(secret_number(1).hex().encode(), secret_number(2).hex().encode()))

    game.refresh_from_db()
    assert (game.seed, game.verdict) == (None, UNPROVEN)
    assert not GameSeed.objects.exists()


def test_a_seed_that_did_not_deal_the_game_is_not_learned():
    game = game_import(text=record(with_seed=False, dealt_from=2)).game

    with pytest.raises(RecordRefused):
        game_import(text=record(dealt_from=2))

    game.refresh_from_db()
    assert (game.seed, game.verdict) == (None, UNPROVEN)
    assert not GameSeed.objects.exists()


def test_a_game_that_was_voided_since_learns_too():
    game = unproven()
    game_void(game_id=game.pk, reason="a test")

    game_import(text=record())

    game.refresh_from_db()
    assert (game.seed is not None, game.verdict) == (True, EXACT)


def test_a_log_that_was_changed_is_found_out():
    game = unproven()
    flip_bit(game.pk, 30, "chain")

    game_import(text=record())

    game.refresh_from_db()
    assert (game.verdict, game.verdict_step) == (GameVerdict.DIVERGED, 30)


def test_a_seed_that_deals_an_unfinished_game_is_learned_and_not_shown():
    playing = scheduled_game(seed=kept_seed(1))
    game = unproven()

    learned = game_import(text=record()).game

    assert (learned.verdict, game_public_seed(learned)) == (EXACT, None)
    assert secret_number(1).hex().encode() not in text_of(game)
    chunk_append(chunk=[Appending(playing.pk, 0, log_of(playing))])
    assert game_public_seed(Game.objects.get(pk=game.pk)) == secret_number(1)


def test_forks_of_the_game_and_theirs_are_proven_with_it():
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


def test_a_fork_learns_the_seeds_of_its_parents():
    parent = finished_game()
    whole = text_of(ended(forked(parent)))
    told = parse_record(whole, with_forks=True)
    log = events_of(told)
    Game.objects.all().update(head_hash=bytes(32))  # forget them
    without = b"".join(write_record(told.header, log, log[-1].chain, told.trailer.seed))
    fork = game_import(text=without).game
    assert fork.verdict == UNPROVEN

    again = game_import(text=whole)

    assert (again.game.pk, again.is_new, again.game.verdict) == (fork.pk, False, EXACT)
    assert text_of(again.game) == whole


def test_a_game_whose_seed_was_told_later_can_be_continued_from_the_same_seed():
    game = unproven()
    game_import(text=record())

    assert ended(forked(game, seed=ForkSeed.SAME)).seed == GameSeed.objects.get()


@pytest.mark.django_db(transaction=True)
def test_records_brought_at_the_same_moment_teach_once():
    games = [unproven(number) for number in (1, 2)]

    def bring(number: int) -> Game:
        try:
            return game_import(text=record(number)).game
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        brought = list(pool.map(bring, (1, 2, 2, 1)))

    assert [game.pk for game in brought] == [games[0].pk, games[1].pk, games[1].pk, games[0].pk]
    assert {game.verdict for game in Game.objects.all()} == {EXACT}
    assert GameSeed.objects.count() == 2
