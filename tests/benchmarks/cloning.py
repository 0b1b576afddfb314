"""Fast creation of many games: a few are played, and the database copies their rows."""

from collections.abc import Sequence

from django.db import connection

from engine.rulesets.moon_river import MOON_RIVER
from games.event_store.store import chunk_append
from tests.benchmarks.store_works import schedule
from tests.benchmarks.works import play_stored_game

__all__ = ["clone_games", "play_games"]

#: Copies of one round of statements: some 300,000 events.
_COPIES = 40

#: Ids of copies follow the existing ones, span by span: copy 1 of the first model gets the next free id.
_BOUNDS = """
SELECT
    (SELECT max(id) FROM games_game) + 1 - min(id) - (max(id) - min(id) + 1), max(id) - min(id) + 1,
    (SELECT max(id) FROM games_gameseed) + 1 - min(seed_id) - (max(seed_id) - min(seed_id) + 1),
    max(seed_id) - min(seed_id) + 1
FROM games_game WHERE id = ANY(%(ids)s)
"""

#: The seeds of copies are unknown; placeholders of the same size stand in for them.
_SEEDS = """
INSERT INTO games_gameseed (id, commitment, secret, revealed_at)
SELECT
    model.id + %(seed)s + copy * %(seeds)s, encode(sha256(random()::text::bytea), 'hex'),
    sha256(random()::text::bytea), now()
FROM
    (SELECT DISTINCT seed_id AS id FROM games_game WHERE id = ANY(%(ids)s)) AS model,
    generate_series(1, %(copies)s) AS copy
"""

_GAMES = """
INSERT INTO games_game (
    id, seed_id, ruleset, components, seats, options, commitment, header_hash, origin, status, head_seq, head_hash,
    termination, started_at, finished_at, verdict, verdict_code, verified_at
)
SELECT
    id + %(game)s + copy * %(games)s,
    CASE WHEN %(with_seeds)s THEN seed_id + %(seed)s + copy * %(seeds)s END, ruleset, components, seats,
    options, commitment, header_hash, origin, status, head_seq, head_hash, termination, started_at, finished_at,
    'chance_unproven', '', now()
FROM games_game, generate_series(1, %(copies)s) AS copy WHERE id = ANY(%(ids)s)
"""

_SEATS = """
INSERT INTO games_seat (game_id, number, bot_id, player, score, place, parts, ties, forfeit)
SELECT game_id + %(game)s + copy * %(games)s, number, bot_id, player, score, place, parts, ties, forfeit
FROM games_seat, generate_series(1, %(copies)s) AS copy WHERE game_id = ANY(%(ids)s)
"""

_EVENTS = """
INSERT INTO games_event (game_id, seq, thinking_ms, actor, kind, payload, chain, digest)
SELECT game_id + %(game)s + copy * %(games)s, seq, thinking_ms, actor, kind, payload, chain, digest
FROM games_event, generate_series(1, %(copies)s) AS copy WHERE game_id = ANY(%(ids)s) ORDER BY 1, 2
"""

#: Copies are further deals of the match, so that each slot is one of its own.
_PLANNED = """
INSERT INTO tournaments_plannedgame (tournament_id, match_id, deal, "order", seating, game_id)
SELECT
    tournament_id, match_id, deal + (%(done)s + copy) * 100, "order", seating,
    game_id + %(game)s + copy * %(games)s
FROM tournaments_plannedgame, generate_series(1, %(copies)s) AS copy WHERE game_id = ANY(%(ids)s)
"""

_JOBS = """
INSERT INTO games_playjob (game_id, kind, group_key, status)
SELECT game_id + %(game)s + copy * %(games)s, kind, group_key, status
FROM games_playjob, generate_series(1, %(copies)s) AS copy WHERE game_id = ANY(%(ids)s)
"""

_NEXT_ID = "SELECT setval(pg_get_serial_sequence('games_game', 'id'), max(id)) FROM games_game"


def play_games(amount: int) -> list[int]:
    """Play and store a number of games of four seats; return their ids."""
    games = [play_stored_game(MOON_RIVER, 4, {"mode": "base"}, number) for number in range(amount)]
    return [each.game_id for each in chunk_append(chunk=schedule(games))]


def clone_games(ids: Sequence[int], copies: int, *, with_seeds: bool = False) -> None:
    """
    Make a number of copies of each game, with its slot in a tournament if it has one.

    A copy has the valid log of its model, but its seed is unknown; with seeds it gets a placeholder row.
    """
    statements = (*((_SEEDS,) if with_seeds else ()), _GAMES, _SEATS, _EVENTS, _PLANNED, _JOBS)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM games_game")
        done = cursor.fetchone()[0]  # deals of earlier rounds stay below
        for first in range(0, copies, _COPIES):
            cursor.execute(_BOUNDS, {"ids": list(ids)})
            bounds = dict(zip(("game", "games", "seed", "seeds"), cursor.fetchone(), strict=True))
            some = {"ids": list(ids), "copies": min(copies - first, _COPIES), "done": done + first}
            for statement in statements:
                cursor.execute(statement, {**bounds, **some, "with_seeds": with_seeds})
        cursor.execute(_NEXT_ID)
