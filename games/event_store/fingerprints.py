"""
Fingerprint of a game: one hash over all its stored rows, computed by the database.

A cache that keeps something derived from a game stores the fingerprint with it. When a single stored byte of the game
changes, the fingerprint differs, and the cached value is stale.
"""

from games.db import execute

__all__ = ["game_fingerprint"]

_FINGERPRINT = """
SELECT sha256(convert_to(concat_ws(E'\\n',
    (SELECT game::text FROM games_game AS game WHERE id = %(game)s),
    (SELECT sha256(seed.secret)::text FROM games_gameseed AS seed
        JOIN games_game AS game ON game.seed_id = seed.id WHERE game.id = %(game)s),
    (SELECT string_agg(sha256(seed.secret)::text, E'\\n' ORDER BY seed.id) FROM games_gameseed AS seed
        JOIN games_game_earlier_seeds AS earlier ON earlier.gameseed_id = seed.id WHERE earlier.game_id = %(game)s),
    (SELECT string_agg(seat::text, E'\\n' ORDER BY number) FROM games_seat AS seat WHERE game_id = %(game)s),
    (SELECT string_agg(event::text, E'\\n' ORDER BY seq) FROM games_event AS event WHERE game_id = %(game)s)
), 'UTF8'))
"""


def game_fingerprint(game_id: int) -> bytes:
    """Return the hash of the game's row, seeds, seats and events. It reveals nothing about the seeds."""
    row = execute(_FINGERPRINT, {"game": game_id}).fetchone()
    assert row is not None, "the query returns one row even if there is no such game"
    return bytes(row[0])
