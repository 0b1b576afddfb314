"""
Fingerprints: one hash over everything that is stored of a game, made by the database.

Whoever keeps something that was worked out from a game keeps it with the fingerprint, and notices by it when a single
byte of what it was worked out from is another one.
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
    """Return the hash of the game's row, its seeds, seats and events, as they stand. It tells nothing of the seeds."""
    row = execute(_FINGERPRINT, {"game": game_id}).fetchone()
    assert row is not None, "it is one row whatever is there"
    return bytes(row[0])
