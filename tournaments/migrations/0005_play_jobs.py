"""
Play jobs take over the statuses of planned games, the open attempts at them, and the fork runs.

Open attempts keep their lease: it expires, unless its worker is one that knows the new tables. Of attempts that have
ended, those that failed become the history of their job; the others said nothing that the game does not say.
"""

from django.db import migrations

#: A plan that lags behind its game (the event was lost) gets the status of the game.
PLANNED = """
INSERT INTO games_playjob (
    game_id, kind, group_key, status, created_at, token, worker, leased_at, heartbeat_at, expires_at,
    failures, retry_at, reason
)
SELECT planned.game_id, 'planned', planned.tournament_id,
       CASE WHEN game.status IN ('finished', 'voided') THEN game.status
            WHEN planned.status <> 'leased' THEN planned.status
            WHEN attempt.token IS NULL THEN 'waiting'
            ELSE 'leased' END,
       game.created_at,
       CASE WHEN game.status NOT IN ('finished', 'voided') AND planned.status = 'leased' THEN attempt.token END,
       coalesce(attempt.worker, last.worker, ''), coalesce(attempt.leased_at, last.leased_at),
       coalesce(attempt.heartbeat_at, last.heartbeat_at),
       CASE WHEN game.status NOT IN ('finished', 'voided') AND planned.status = 'leased' THEN attempt.expires_at END,
       planned.failures, planned.retry_at, coalesce(failed.reason, '')
FROM tournaments_plannedgame planned
JOIN games_game game ON game.id = planned.game_id
LEFT JOIN tournaments_attempt attempt ON attempt.planned_game_id = planned.id AND attempt.ended_at IS NULL
LEFT JOIN (
    SELECT DISTINCT ON (planned_game_id) * FROM tournaments_attempt ORDER BY planned_game_id, id DESC
) last ON last.planned_game_id = planned.id
LEFT JOIN (
    SELECT DISTINCT ON (planned_game_id) planned_game_id, reason FROM tournaments_attempt
    WHERE outcome IN ('failed', 'expired') ORDER BY planned_game_id, id DESC
) failed ON failed.planned_game_id = planned.id
ORDER BY planned.game_id;
"""

FAILED_ATTEMPTS = """
INSERT INTO games_failedattempt (job_id, worker, leased_at, ended_at, outcome, reason)
SELECT planned.game_id, attempt.worker, attempt.leased_at, attempt.ended_at, attempt.outcome, attempt.reason
FROM tournaments_attempt attempt JOIN tournaments_plannedgame planned ON planned.id = attempt.planned_game_id
WHERE attempt.outcome IN ('failed', 'expired') AND planned.game_id IS NOT NULL
ORDER BY attempt.id;
"""

FORKS = """
INSERT INTO games_playjob (
    game_id, kind, status, created_at, token, worker, expires_at, failures, retry_at, reason
)
SELECT run.game_id, 'fork', CASE WHEN game.status IN ('finished', 'voided') THEN game.status ELSE run.status END,
       run.created_at,
       CASE WHEN game.status NOT IN ('finished', 'voided') THEN run.token END,
       run.worker,
       CASE WHEN game.status NOT IN ('finished', 'voided') THEN run.expires_at END,
       run.failures, run.retry_at, run.reason
FROM tournaments_forkrun run JOIN games_game game ON game.id = run.game_id
ORDER BY run.game_id;
"""

#: A lease of a fork said nothing of when it was taken.
LEASED_FORKS = """
UPDATE games_playjob SET leased_at = statement_timestamp(), heartbeat_at = statement_timestamp()
WHERE kind = 'fork' AND status = 'leased';
"""

BACK = """
UPDATE tournaments_plannedgame AS planned
SET status = job.status, failures = job.failures, retry_at = job.retry_at
FROM games_playjob job WHERE job.game_id = planned.game_id;

UPDATE tournaments_plannedgame AS planned SET status = 'voided'
FROM tournaments_tournament tournament
WHERE tournament.id = planned.tournament_id AND tournament.status = 'cancelled' AND planned.game_id IS NULL;

INSERT INTO tournaments_attempt (
    planned_game_id, token, worker, leased_at, heartbeat_at, expires_at, ended_at, outcome, reason
)
SELECT planned.id, gen_random_uuid(), attempt.worker, attempt.leased_at, attempt.ended_at, attempt.ended_at,
       attempt.ended_at, attempt.outcome, attempt.reason
FROM games_failedattempt attempt JOIN tournaments_plannedgame planned ON planned.game_id = attempt.job_id
ORDER BY attempt.id;

INSERT INTO tournaments_attempt (
    planned_game_id, token, worker, leased_at, heartbeat_at, expires_at, outcome, reason
)
SELECT planned.id, job.token, job.worker, job.leased_at, job.heartbeat_at, job.expires_at, '', ''
FROM games_playjob job JOIN tournaments_plannedgame planned ON planned.game_id = job.game_id
WHERE job.status = 'leased' ORDER BY planned.id;

INSERT INTO tournaments_forkrun (
    game_id, status, token, worker, expires_at, failures, retry_at, reason, created_at
)
SELECT game_id, status, token, worker, expires_at, failures, retry_at, reason, created_at
FROM games_playjob WHERE kind = 'fork' ORDER BY game_id;

DELETE FROM games_failedattempt WHERE job_id IN (SELECT game_id FROM games_playjob WHERE kind <> 'live_turn');
DELETE FROM games_playjob WHERE kind <> 'live_turn';
"""

#: Tables whose checks are still to come can't be altered.
CHECKED = "SET CONSTRAINTS ALL IMMEDIATE;"


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0008_play_jobs'),
        ('tournaments', '0004_retry_pauses'),
    ]

    operations = [
        migrations.RunSQL(PLANNED + FAILED_ATTEMPTS + FORKS + LEASED_FORKS + CHECKED, BACK + CHECKED),
        migrations.RemoveConstraint(
            model_name='plannedgame',
            name='planned_game_status_is_known',
        ),
        migrations.RemoveIndex(
            model_name='plannedgame',
            name='planned_game_waiting',
        ),
        migrations.RemoveIndex(
            model_name='plannedgame',
            name='planned_game_open',
        ),
        migrations.RemoveField(
            model_name='plannedgame',
            name='failures',
        ),
        migrations.RemoveField(
            model_name='plannedgame',
            name='retry_at',
        ),
        migrations.RemoveField(
            model_name='plannedgame',
            name='status',
        ),
        migrations.DeleteModel(
            name='Attempt',
        ),
        migrations.DeleteModel(
            name='ForkRun',
        ),
    ]
