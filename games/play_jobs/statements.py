"""
The SQL of play jobs. PostgreSQL's clock and row locks decide who plays a game.

Statements that lock several jobs lock them by the id of their game; those that are not about leases a caller holds skip
rows that others have locked.
"""

__all__ = [
    "CLAIM",
    "CREATE",
    "EXPIRED",
    "FAIL",
    "GIVE_BACK",
    "LOCK_GAMES",
    "LOCK_HELD",
    "RENEW",
    "REPORTED",
    "RETRY",
]

CREATE = """
    INSERT INTO games_playjob (game_id, kind, group_key, status)
    SELECT game_id, %(kind)s, %(group)s, 'waiting' FROM unnest(%(games)s::bigint[]) AS game_id
"""

# Of the jobs that wait in a group, no more than one in ``share``, and only those that have failed at most so often.
CLAIM = """
    WITH share AS (
        SELECT least(%(limit)s, (count(*) + %(share)s - 1) / %(share)s) AS size FROM (
            SELECT FROM games_playjob
            WHERE kind = %(kind)s AND group_key = %(group)s AND status = 'waiting' LIMIT %(share)s * %(limit)s
        ) waiting
    ), chosen AS (
        SELECT game_id FROM games_playjob
        WHERE kind = %(kind)s AND group_key = %(group)s AND status = 'waiting' AND failures <= %(maximum)s
          AND (retry_at IS NULL OR retry_at <= statement_timestamp())
          AND (%(game)s::bigint IS NULL OR game_id = %(game)s::bigint)
        ORDER BY game_id LIMIT (SELECT size FROM share) FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE games_playjob AS job
    SET status = 'leased', token = gen_random_uuid(), worker = %(worker)s,
        leased_at = statement_timestamp(), heartbeat_at = statement_timestamp(),
        expires_at = statement_timestamp() + make_interval(secs => %(seconds)s)
    FROM chosen WHERE job.game_id = chosen.game_id
    RETURNING job.game_id, job.token
"""

#: The same lock as the store's, taken before the locks of jobs.
LOCK_GAMES = "SELECT id FROM games_game WHERE id = ANY(%(games)s) ORDER BY id FOR UPDATE"

LOCK_HELD = """
    SELECT token FROM games_playjob
    WHERE game_id = ANY(%(games)s) AND token = ANY(%(tokens)s)
    ORDER BY game_id FOR NO KEY UPDATE
"""

EXPIRED = """
    SELECT game_id, token FROM games_playjob
    WHERE status = 'leased' AND expires_at < statement_timestamp() AND kind = ANY(%(kinds)s)
    ORDER BY game_id FOR NO KEY UPDATE SKIP LOCKED
"""

# A game that has come further has no failures: however often its workers are killed, it comes to an end.
REPORTED = """
    UPDATE games_playjob
    SET heartbeat_at = statement_timestamp(),
        expires_at = statement_timestamp() + make_interval(secs => %(seconds)s),
        failures = CASE WHEN token = ANY(%(moved)s) THEN 0 ELSE failures END
    WHERE game_id = ANY(%(games)s) AND token = ANY(%(tokens)s)
"""

# A row that is locked is being reported, given back or ended at this moment: there is nothing to renew.
RENEW = """
    WITH held AS (
        SELECT game_id FROM games_playjob
        WHERE game_id = ANY(%(games)s) AND token = ANY(%(tokens)s)
        ORDER BY game_id FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE games_playjob AS job
    SET heartbeat_at = statement_timestamp(),
        expires_at = statement_timestamp() + make_interval(secs => %(seconds)s)
    FROM held WHERE job.game_id = held.game_id
"""

GIVE_BACK = """
    UPDATE games_playjob
    SET status = 'waiting', token = NULL, expires_at = NULL, heartbeat_at = statement_timestamp(),
        offered_at = statement_timestamp()
    WHERE game_id = ANY(%(games)s) AND token = ANY(%(tokens)s)
"""

FAIL = """
    WITH failed AS (
        UPDATE games_playjob
        SET failures = failures + 1, reason = %(reason)s, token = NULL, expires_at = NULL,
            status = CASE WHEN failures + 1 >= %(maximum)s THEN 'stuck' ELSE 'waiting' END,
            retry_at = statement_timestamp() + make_interval(secs => %(pause)s * power(%(growth)s, failures))
        WHERE game_id = ANY(%(games)s) AND token = ANY(%(tokens)s)
        RETURNING game_id, group_key, worker, leased_at
    ), noted AS (
        INSERT INTO games_failedattempt (job_id, worker, leased_at, ended_at, outcome, reason)
        SELECT game_id, worker, leased_at, statement_timestamp(), %(outcome)s, %(reason)s FROM failed
        ORDER BY game_id
    )
    SELECT game_id, group_key FROM failed ORDER BY game_id
"""

RETRY = """
    WITH held_back AS (
        SELECT game_id FROM games_playjob
        WHERE game_id = ANY(%(games)s)
          AND (status = 'stuck' OR status = 'waiting' AND retry_at > statement_timestamp())
        ORDER BY game_id FOR NO KEY UPDATE
    )
    UPDATE games_playjob AS job SET status = 'waiting', failures = 0, retry_at = NULL, reason = ''
    FROM held_back WHERE job.game_id = held_back.game_id
    RETURNING job.game_id, job.kind
"""
