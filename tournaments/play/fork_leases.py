"""
Fork runs: who may play a fork, and for how long; leases as those of planned games, for games of no tournament.

PostgreSQL's clock and row locks decide. Locks are taken in one order everywhere: runs, then games (by the store). A
report counts only while its token holds the run.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from games.errors import GameError
from games.event_store import games_append
from games.models import Game, GameStatus
from games.realtime import GameNews, publish
from tournaments.models import ForkRun, PlannedStatus
from tournaments.play.leases import (
    FIRST_PAUSE,
    LEASE,
    MAX_FAILURES,
    NO_PAUSE,
    PAUSE_GROWTH,
    Lease,
    Report,
    is_held_back,
    is_ready,
)

__all__ = [
    "forkrun_claim",
    "forkrun_fail",
    "forkrun_give_back",
    "forkrun_report",
    "forkruns_are_waiting",
    "forkruns_expire",
    "forkruns_retry",
    "forkruns_settle",
]

_MAX_REASON = 500

_NO_SIGN = "the worker gave no sign before its lease ran out"


def forkruns_are_waiting() -> bool:
    """Whether some fork waits that may be tried now."""
    return ForkRun.objects.filter(is_ready()).exists()


def forkrun_claim(*, worker: str, lease: timedelta = LEASE) -> Lease | None:
    """Lease the fork that waits longest of those that may be tried; None when there is none."""
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, {"worker": worker, "seconds": lease.total_seconds()})
        row = cursor.fetchone()
    return Lease(*row) if row is not None else None


def forkrun_report(report: Report, *, lease: timedelta = LEASE) -> bool:
    """
    Append what was played, and end the run of a game that is over or prolong its lease.

    Returns:
        Whether it was accepted; if not, nothing was written, and the worker is to leave the game.
    """
    with transaction.atomic():
        if not _holds(report.lease.token):
            return False
        try:
            with transaction.atomic():
                if report.appending is not None:
                    games_append(chunk=[report.appending])
        except GameError as error:
            if not _settle(report.lease):
                _fail([report.lease.token], reason=str(error), pause=FIRST_PAUSE)
            return False
        if report.is_over:
            _settle(report.lease)
        else:
            _prolong(report.lease.token, lease, has_moved=report.appending is not None)
    return True


def forkrun_give_back(lease: Lease) -> None:
    """Let others play on: nothing went wrong."""
    with transaction.atomic():
        if _holds(lease.token) and not _settle(lease):
            _release(lease, PlannedStatus.WAITING)


def forkrun_fail(lease: Lease, *, reason: str) -> None:
    """Note that the fork could not be played by no bot's fault; it waits a while for the next attempt, or is stuck."""
    with transaction.atomic():
        if _holds(lease.token):
            _fail([lease.token], reason=reason, pause=FIRST_PAUSE)


def forkruns_expire() -> list[int]:
    """Put back the forks whose lease has run out; return the ids of their games."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_LAPSED)
        return _fail([token for (token,) in cursor.fetchall()], reason=_NO_SIGN, pause=NO_PAUSE)


def forkruns_settle() -> list[int]:
    """End the runs of forks that are over although nobody holds them: voided by hand; return the ids of their games."""
    with connection.cursor() as cursor:
        cursor.execute(_SETTLE_OVER)
        return [game_id for (game_id,) in cursor.fetchall()]


def forkruns_retry(game_ids: Iterable[int]) -> list[int]:
    """
    Let forks that are stuck, or pause, be tried again at once, as if they had never failed; return their games' ids.
    """
    runs = ForkRun.objects.filter(is_held_back(), game__in=list(game_ids)).order_by("pk")
    with transaction.atomic():
        found = list(runs.select_for_update(of=("self",), no_key=True).values_list("game_id", flat=True))
        ForkRun.objects.filter(game__in=found).update(
            status=PlannedStatus.WAITING, failures=0, retry_at=None, reason=""
        )
        publish(GameNews.FORKED, found)
    return found


def _holds(token: UUID) -> bool:
    """Lock the run of a token; return whether it still holds it."""
    with connection.cursor() as cursor:
        cursor.execute(_LOCK_HELD, [token])
        return cursor.fetchone() is not None


def _settle(lease: Lease) -> bool:
    """If the game is over, end its run; return whether it is."""
    status = GameStatus(Game.objects.values_list("status", flat=True).get(pk=lease.game_id))
    if status.is_over:
        _release(lease, PlannedStatus.FINISHED if status is GameStatus.FINISHED else PlannedStatus.VOIDED)
    return status.is_over


def _release(lease: Lease, status: PlannedStatus) -> None:
    ForkRun.objects.filter(token=lease.token).update(status=status, token=None, expires_at=None)


def _prolong(token: UUID, lease: timedelta, *, has_moved: bool) -> None:
    """Prolong a lease; forget the failures of a fork that has come further, as with planned games."""
    arguments: dict[str, Any] = {
        "token": token,
        "seconds": lease.total_seconds(),
        "has_moved": has_moved,
    }
    with connection.cursor() as cursor:
        cursor.execute(_PROLONG, arguments)


def _fail(tokens: Iterable[UUID], *, reason: str, pause: timedelta) -> list[int]:
    """
    Note that runs have failed; return the ids of their games.

    Args:
        pause: how long a fork waits that has not failed before.
    """
    arguments: dict[str, Any] = {
        "tokens": list(tokens),
        "reason": reason[:_MAX_REASON],
        "maximum": MAX_FAILURES,
        "pause": pause.total_seconds(),
        "growth": PAUSE_GROWTH,
    }
    with connection.cursor() as cursor:
        cursor.execute(_FAIL, arguments)
        return [game_id for (game_id,) in cursor.fetchall()]


_CLAIM = """
    WITH chosen AS (
        SELECT id FROM tournaments_forkrun
        WHERE status = 'waiting' AND (retry_at IS NULL OR retry_at <= statement_timestamp())
        ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE tournaments_forkrun AS run
    SET status = 'leased', token = gen_random_uuid(), worker = %(worker)s,
        expires_at = statement_timestamp() + make_interval(secs => %(seconds)s)
    FROM chosen WHERE run.id = chosen.id
    RETURNING run.id, run.game_id, run.token
"""

_LOCK_HELD = "SELECT id FROM tournaments_forkrun WHERE token = %s AND status = 'leased' FOR NO KEY UPDATE"

_LAPSED = """
    SELECT token FROM tournaments_forkrun
    WHERE status = 'leased' AND expires_at < statement_timestamp()
    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
"""

_SETTLE_OVER = """
    WITH over AS (
        SELECT run.id, game.status FROM tournaments_forkrun run JOIN games_game game ON game.id = run.game_id
        WHERE run.status IN ('waiting', 'stuck') AND game.status IN ('finished', 'voided')
        ORDER BY run.id FOR NO KEY UPDATE OF run SKIP LOCKED
    )
    UPDATE tournaments_forkrun AS run SET status = over.status FROM over WHERE run.id = over.id
    RETURNING run.game_id
"""

_PROLONG = """
    UPDATE tournaments_forkrun
    SET expires_at = statement_timestamp() + make_interval(secs => %(seconds)s),
        failures = CASE WHEN %(has_moved)s THEN 0 ELSE failures END
    WHERE token = %(token)s
"""

_FAIL = """
    UPDATE tournaments_forkrun
    SET failures = failures + 1, reason = %(reason)s, token = NULL, expires_at = NULL,
        status = CASE WHEN failures + 1 >= %(maximum)s THEN 'stuck' ELSE 'waiting' END,
        retry_at = statement_timestamp() + make_interval(secs => %(pause)s * power(%(growth)s, failures))
    WHERE token = ANY(%(tokens)s)
    RETURNING game_id
"""
