"""
Seeds: generated here, secret until every game dealt from them is over, then public.

Statements with a secret bypass Django's cursor, whose debug log would print it.
"""

from collections.abc import Collection, Iterable, Sequence
from secrets import token_bytes

import psycopg
from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q

from engine.core import SEED_BYTES, commitment
from games.errors import SeedIsSecret
from games.models import Game, GameSeed, GameStatus
from games.secret import Secret

__all__ = [
    "game_secrets",
    "public_seeds",
    "seed_disclose",
    "seed_is_public",
    "seed_unfinished_count",
    "seeds_create",
    "seeds_reveal_due",
    "seeds_store",
]

_UNFINISHED = (GameStatus.SCHEDULED, GameStatus.RUNNING)


def seeds_create(count: int) -> list[GameSeed]:
    """Create secret seeds from the operating system's entropy."""
    return _insert([Secret(token_bytes(SEED_BYTES)) for _ in range(count)])


def seeds_store(secrets: Sequence[bytes]) -> list[GameSeed]:
    """Return the seeds with those bytes in the same order, inserting new ones that a record discloses."""
    assert all(len(secret) == SEED_BYTES for secret in secrets), "a seed has 32 bytes"
    return _insert([Secret(secret) for secret in secrets]) if secrets else []


def game_secrets(game_ids: Iterable[int]) -> dict[int, Secret]:
    """Return the secrets of the games' seeds by game id: for dealing and verifying, never for display."""
    games = Game.objects.filter(id__in=list(game_ids), seed__isnull=False)
    return {game_id: Secret(secret) for game_id, secret in games.values_list("id", "seed__secret")}


def seed_secrets(seeds: Iterable[GameSeed]) -> list[Secret]:
    """Return the secrets of seeds: for dealing and verifying, never for display."""
    ids = [seed.pk for seed in seeds]
    found = GameSeed.objects.filter(pk__in=ids).order_by("commitment").values_list("secret", flat=True)
    return [Secret(secret) for secret in found]


def seed_is_public(seed: GameSeed) -> bool:
    """
    Return whether a seed may be shown: it is revealed, and every game dealt from it, even a scheduled one, is over.

    A fork that was started from a public seed does not count.
    """
    return seed.revealed_at is not None and not seed.games.filter(_keeps_seed_secret_q()).exists()


def seed_disclose(seed: GameSeed) -> bytes:
    """
    Return the bytes of a public seed.

    Raises:
        SeedIsSecret: a game dealt from it is not over.
    """
    if not seed_is_public(seed):
        raise SeedIsSecret(seed.commitment)
    return bytes(seed.secret)


def public_seeds(seed_ids: Collection[int]) -> dict[int, bytes]:
    """Return the bytes of the public ones among the seeds, by id."""
    if not seed_ids:
        return {}
    unfinished = Game.objects.filter(_keeps_seed_secret_q(), seed=OuterRef("pk"))
    public = GameSeed.objects.filter(~Exists(unfinished), pk__in=seed_ids, revealed_at__isnull=False)
    return {seed_id: bytes(secret) for seed_id, secret in public.values_list("pk", "secret")}


def seed_unfinished_count(seed: GameSeed) -> int:
    """Return the number of unfinished games that keep the seed secret."""
    return seed.games.filter(_keeps_seed_secret_q()).count()


def seeds_reveal_due(seed_ids: Sequence[int]) -> None:
    """
    Set ``revealed_at`` of the seeds without unfinished games; call in the transaction that ends games.

    The seeds are locked first, so that of two transactions that end the last two games the later one sees both.
    """
    if not seed_ids:
        return
    assert connection.in_atomic_block, "seeds are revealed in the transaction that ends their games"
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id FROM games_gameseed WHERE id = ANY(%s) ORDER BY id FOR NO KEY UPDATE", [list(seed_ids)]
        )
        cursor.execute(
            """
            UPDATE games_gameseed SET revealed_at = statement_timestamp()
            WHERE id = ANY(%s) AND revealed_at IS NULL AND NOT EXISTS (
                SELECT 1 FROM games_game
                WHERE games_game.seed_id = games_gameseed.id AND games_game.status = ANY(%s)
            )
            """,
            [list(seed_ids), [status.value for status in _UNFINISHED]],
        )


def _keeps_seed_secret_q() -> Q:
    """Select unfinished games, but for forks that were started from a public seed."""
    return Q(status__in=_UNFINISHED, seed_was_shown=False)


def _insert(secrets: Sequence[Secret]) -> list[GameSeed]:
    """Insert seeds by a statement whose parameters never become part of its text; return theirs and existing rows."""
    commitments = [commitment(secret) for secret in secrets]
    with transaction.atomic(), connection.wrap_database_errors:
        connection.ensure_connection()
        with psycopg.Cursor(connection.connection) as cursor:
            cursor.execute(
                """
                INSERT INTO games_gameseed (commitment, secret)
                SELECT * FROM unnest(%s::text[], %s::bytea[])
                ON CONFLICT (commitment) DO NOTHING
                """,
                [commitments, [bytes(secret) for secret in secrets]],
            )
    found = GameSeed.objects.in_bulk(commitments, field_name="commitment")
    return [found[each] for each in commitments]
