"""
Many games in little time: a few are played, and the database copies their rows.
"""

from collections.abc import Sequence

from django.db import connection

from engine.rulesets.moon_river import MOON_RIVER
from games.store import append_games
from tests.benchmarks.store_works import scheduled
from tests.benchmarks.works import stored_game

__all__ = ["cloned", "played"]

#: Copies of one statement: some 200,000 events.
_COPIES = 40

_GAMES = """
WITH source AS (
    SELECT game.*, copy FROM games_game AS game, generate_series(1, %(copies)s) AS copy WHERE id = ANY(%(ids)s)
)
INSERT INTO games_game (
    id, ruleset, components, seats, options, commitment, header_hash, origin, status, head_seq, head_hash,
    termination, started_at, finished_at, verdict, verdict_code, verified_at
)
SELECT
    id + copy * %(stride)s, ruleset, components, seats, options, commitment, header_hash, origin, status, head_seq,
    head_hash, termination, started_at, finished_at, 'chance_unproven', '', now()
FROM source
"""

_SEATS = """
INSERT INTO games_seat (game_id, number, bot_id, player, score, place, parts, ties, forfeit)
SELECT game_id + copy * %(stride)s, number, bot_id, player, score, place, parts, ties, forfeit
FROM games_seat, generate_series(1, %(copies)s) AS copy WHERE game_id = ANY(%(ids)s)
"""

_EVENTS = """
INSERT INTO games_event (game_id, seq, thinking_ms, actor, kind, payload, chain, digest)
SELECT game_id + copy * %(stride)s, seq, thinking_ms, actor, kind, payload, chain, digest
FROM games_event, generate_series(1, %(copies)s) AS copy WHERE game_id = ANY(%(ids)s) ORDER BY 1, 2
"""


def played(amount: int, *, first: int = 0) -> list[int]:
    """
    Play and store that many games of four seats; return their ids.
    """
    games = [stored_game(MOON_RIVER, 4, {"mode": "base"}, first + number) for number in range(amount)]
    return [each.game_id for each in append_games(scheduled(games))]


def cloned(ids: Sequence[int], copies: int) -> None:
    """
    Copy each of the games so often. A copy's log is its model's, and verifies, but its seed is not known.
    """
    with connection.cursor() as cursor:
        while copies > 0:
            cursor.execute("SELECT max(id) - %s + 1 FROM games_game", [min(ids)])
            some = min(copies, _COPIES)
            values = {"ids": list(ids), "copies": some, "stride": cursor.fetchone()[0]}
            for statement in (_GAMES, _SEATS, _EVENTS):
                cursor.execute(statement, values)
            copies -= some
        cursor.execute("SELECT setval(pg_get_serial_sequence('games_game', 'id'), max(id)) FROM games_game")
