"""INSERT statements for new games and seats; ``bulk_create`` takes four times as long, and workers wait for it."""

from collections.abc import Iterable, Sequence

from django.db import connection

from engine.core import Header, canonical
from games.event_store.headers import serialize_lineage
from games.models import Game, GameOrigin, GameSeed

__all__ = ["build_game_row", "insert_game_rows", "insert_seat_rows"]

_GAME_COLUMNS = (
    *("ruleset", "components", "seats", "options", "commitment", "header_hash", "head_hash", "seed_id"),
    *("origin", "status", "head_seq", "termination", "verdict", "verdict_code"),
    *("record_head", "submitted_by_id", "parent_step", "lineage"),
)

_INSERT_GAMES = f"""
    INSERT INTO games_game ({", ".join(_GAME_COLUMNS)})
    SELECT * FROM unnest(
        %s::text[], %s::text[], %s::int[], %s::text[], %s::text[], %s::bytea[], %s::bytea[], %s::bigint[],
        %s::text[], %s::text[], %s::int[], %s::text[], %s::text[], %s::text[],
        %s::bytea[], %s::bigint[], %s::int[], %s::text[]
    )
    ON CONFLICT (record_head) DO NOTHING
    RETURNING id, record_head
"""  # noqa: S608 - the columns are the constant above

_INSERT_SEATS = """
    INSERT INTO games_seat (game_id, number, bot_id, player, forfeit)
    SELECT *, '' FROM unnest(%s::bigint[], %s::int[], %s::bigint[], %s::text[])
"""


def build_game_row(
    header: Header, *, origin: GameOrigin, seed: GameSeed | None, record_head: bytes | None = None
) -> Game:
    """Build the unsaved row of a game that has no events yet."""
    h0 = header.h0()
    return Game(
        ruleset=header.ruleset,
        components=header.components,
        seats=header.seats,
        options=canonical(dict(header.options)).decode(),
        commitment=header.list_stretches()[-1].commitment or "",
        header_hash=h0,
        head_hash=h0,
        seed=seed,
        origin=origin,
        parent_step=header.forks[-1].step if header.forks else None,
        lineage=serialize_lineage(header),
        record_head=record_head,
    )


def insert_game_rows(games: Sequence[Game]) -> None:
    """
    Insert games and set their ids.

    A game whose record another transaction has just inserted keeps no id. Pass games with a record in the order of
    their ``record_head``, so that two transactions cannot deadlock.
    """
    columns = [[getattr(game, name) for game in games] for name in _GAME_COLUMNS]
    with connection.cursor() as cursor:
        cursor.execute(_INSERT_GAMES, columns)
        ids = cursor.fetchall()
    by_record = {bytes(head): game_id for game_id, head in ids if head is not None}
    others = iter([game_id for game_id, head in ids if head is None])
    for game in games:
        game.pk = next(others) if game.record_head is None else by_record.get(bytes(game.record_head))


def insert_seat_rows(seats: Iterable[tuple[int, int, int | None, str]]) -> None:
    """Insert seats: each has the game's id, the seat's number, the bot's id or None, and the player's name."""
    columns = [list(column) for column in zip(*seats, strict=True)]
    if columns:
        with connection.cursor() as cursor:
            cursor.execute(_INSERT_SEATS, columns)
