"""
Live turns: a built-in bot's decision that is due in a live game and too slow to be made while a request waits.

The job follows the game's log: it waits when steps lead to such a decision, and is idle when they lead elsewhere. Its
statements are sent together with those that append the steps; call them while holding the game's row.
"""

from datetime import timedelta
from typing import Final

from games.db import execute
from games.models import JobKind
from games.play_jobs.leases import Lease, jobs_claim, worker_name

__all__ = ["TURN_LEASE", "turn_claim", "turn_end", "turn_wait", "turns_offer"]

#: Somebody waits for the decision, so the game of a killed worker is taken over sooner than a planned one.
TURN_LEASE: Final = timedelta(seconds=5)

#: Seconds after which a decision that waits is offered to the workers again: the notification may be lost.
_OFFERED_SECONDS: Final = 5.0


def turn_claim(game_id: int) -> Lease | None:
    """Lease a live game's turn for this process; None if none waits there that may be tried now."""
    claimed = jobs_claim(JobKind.LIVE_TURN, game_id=game_id, worker=worker_name(), lease=TURN_LEASE)
    return claimed[0] if claimed else None


def turn_wait(game_id: int) -> None:
    """Let a live game's turn wait for a worker; the worker that holds its lease continues."""
    execute(_WAIT, {"game": game_id})


def turn_end(game_id: int) -> None:
    """Note that no decision of a built-in bot is due; a worker that is thinking about one is refused."""
    execute(_END, {"game": game_id})


def turns_offer() -> list[int]:
    """
    Return the games whose turns wait for a worker that may not know of them; mark them as offered now.

    Each is returned once per few seconds, so that the offers of one turn never pile up.
    """
    return sorted(game_id for (game_id,) in execute(_OFFER, {"seconds": _OFFERED_SECONDS}).fetchall())


# What leads to another decision is progress, so the failures before it do not count.
_WAIT = """
    INSERT INTO games_playjob AS job (game_id, kind, status, offered_at)
    VALUES (%(game)s::bigint, 'live_turn', 'waiting', clock_timestamp())
    ON CONFLICT (game_id) DO UPDATE
    SET status = 'waiting', offered_at = clock_timestamp(), failures = 0, retry_at = NULL, reason = ''
    WHERE job.status <> 'leased'
"""

_END = """
    UPDATE games_playjob
    SET status = 'idle', token = NULL, expires_at = NULL, failures = 0, retry_at = NULL, reason = ''
    WHERE game_id = %(game)s::bigint AND status IN ('waiting', 'leased', 'stuck')
"""

_OFFER = """
    UPDATE games_playjob AS job SET offered_at = statement_timestamp() FROM (
        SELECT game_id FROM games_playjob
        WHERE kind = 'live_turn' AND group_key = 0 AND status = 'waiting'
          AND (retry_at IS NULL OR retry_at <= statement_timestamp())
          AND offered_at < statement_timestamp() - make_interval(secs => %(seconds)s::float8)
        ORDER BY game_id FOR NO KEY UPDATE SKIP LOCKED
    ) AS waiting
    WHERE job.game_id = waiting.game_id
    RETURNING job.game_id
"""
