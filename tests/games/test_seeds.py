"""Seeds: secret while a game dealt from them is unfinished, then public."""

import logging

import pytest
from django.db import connection

from engine.core import commitment
from games.errors import SeedIsRevealed, SeedIsSecret
from games.event_store import (
    Appending,
    chunk_append,
    game_secrets,
    seed_disclose,
    seed_is_public,
    seeds_create,
    seeds_store,
    unfinished_games_void,
)
from games.models import Game, GameSeed
from games.queries import game_get, game_public_seed
from games.secret import Secret
from tests.games.factories import (
    finished_game,
    kept_seed,
    log_of,
    scheduled_game,
    scheduled_games,
    secret_number,
)

pytestmark = pytest.mark.django_db


def shapes_of(secret: bytes) -> list[str]:
    """Return the forms in which a text could leak the bytes."""
    plain = bytes(secret)
    return [plain.hex(), repr(plain), repr(plain)[2:-1], plain.hex().upper()]


def test_seeds_are_32_bytes_that_differ():
    seeds = seeds_create(20)

    secrets = {bytes(GameSeed.objects.get(pk=seed.pk).secret) for seed in seeds}
    assert len(secrets) == 20
    assert {len(secret) for secret in secrets} == {32}
    assert {seed.commitment for seed in seeds} == {commitment(secret) for secret in secrets}


def test_the_same_seed_is_stored_once():
    (first,) = seeds_store([secret_number(1)])
    (second,) = seeds_store([secret_number(1)])

    assert first == second
    assert GameSeed.objects.count() == 1


def test_a_secret_is_hidden_in_text():
    secret = Secret(secret_number(1))

    for text in (
        repr(secret),
        str(secret),
        f"{secret}",
        f"{secret!r}",
        f"{[secret]}",
        f"{secret:>40}",
    ):
        assert not any(shape in text for shape in shapes_of(secret))
    assert secret == secret_number(1)


def test_rows_hide_the_secret():
    seed = kept_seed(1)
    game = scheduled_game(seed=seed)

    for row in (seed, game, game_get(game.pk), GameSeed.objects.get(), GameSeed(secret=Secret(b"x" * 32))):
        assert not any(shape in f"{row!r} {row} {vars(row)}" for shape in shapes_of(secret_number(1)))


def test_queries_of_games_and_seeds_do_not_fetch_the_secret():
    game = scheduled_game(seed=kept_seed(1))

    assert "secret" in GameSeed.objects.get().get_deferred_fields()
    for found in (game_get(game.pk), Game.objects.get()):
        assert found.seed is not None
        assert "secret" in found.seed.get_deferred_fields()


def test_no_statement_in_a_debug_log_holds_a_secret(caplog):
    with caplog.at_level(logging.DEBUG):
        connection.force_debug_cursor = True
        try:
            seeds = seeds_create(2)
            games = scheduled_games(2, seed=seeds[0])
            secret = game_secrets([games[0].pk])[games[0].pk]
            chunk_append(chunk=[Appending(game.pk, 0, log_of(game)) for game in games])
        finally:
            connection.force_debug_cursor = False

    logged = caplog.text + str(connection.queries_log)
    assert "games_gameseed" in logged
    assert not any(shape in logged for shape in shapes_of(bytes(secret)))


def test_a_seed_is_secret_until_every_game_dealt_from_it_is_over():
    seed = kept_seed(1)
    games = scheduled_games(3, seed=seed)
    log = log_of(games[0])

    chunk_append(chunk=[Appending(games[0].pk, 0, log), Appending(games[1].pk, 0, log[:20])])
    seed = GameSeed.objects.get()
    assert seed.revealed_at is None
    assert not seed_is_public(seed)
    assert game_public_seed(game_get(games[0].pk)) is None
    with pytest.raises(SeedIsSecret):
        seed_disclose(seed)

    chunk_append(chunk=[Appending(games[1].pk, 20, log[20:])])
    assert not seed_is_public(GameSeed.objects.get())

    unfinished_games_void(game_ids=[games[2].pk], reason="cancelled")
    seed = GameSeed.objects.get()
    assert seed.revealed_at is not None
    assert seed_disclose(seed) == secret_number(1)
    assert game_public_seed(game_get(games[0].pk)) == secret_number(1)


def test_a_revealed_seed_of_an_unfinished_game_is_not_public():
    seed = kept_seed(1)
    game = scheduled_game(seed=seed)
    GameSeed.objects.update(revealed_at=game.created_at)

    with pytest.raises(SeedIsSecret):
        seed_disclose(GameSeed.objects.get())


def test_a_revealed_seed_cannot_deal_another_game():
    game = finished_game(seed=kept_seed(1))

    with pytest.raises(SeedIsRevealed) as caught:
        scheduled_game(seed=game.seed)

    assert caught.value.commitment == commitment(secret_number(1))


def test_a_game_without_a_seed_has_no_public_seed():
    game = scheduled_game()

    assert game_secrets([game.pk]) == {}
    assert game_public_seed(game_get(game.pk)) is None
