"""
Leases: who may play a planned game, and for how long. PostgreSQL's clock and row locks decide.

Locks are taken in one order everywhere: planned games by id, their open attempts, then games (by the store).
A worker's report counts only while its token's attempt is open: late and duplicate reports find it ended and
are refused. Failures counted here are never a bot's.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q
from django.db.models.functions import Now

from games.errors import GameError
from games.event_store import Appending, games_append, games_void
from games.models import Game, GameStatus
from games.realtime import Subject, notify_subject
from tournaments.models import AttemptOutcome, PlannedStatus, Tournament

__all__ = [
    "FIRST_PAUSE",
    "LEASE",
    "MAX_FAILURES",
    "NO_PAUSE",
    "PAUSE_GROWTH",
    "Lease",
    "Report",
    "is_held_back",
    "is_ready",
    "leases_cancel",
    "leases_claim",
    "leases_expire",
    "leases_fail",
    "leases_give_back",
    "leases_report",
    "leases_settle",
]

#: A worker that gives no sign for so long has lost its games.
LEASE = timedelta(seconds=30)

#: After so many attempts in a row that failed by no bot's fault and brought it no further a game is reported as stuck.
MAX_FAILURES = 5

#: How long a game that could not be played waits for its next attempt, and how many times longer after each further
#: one: what is amiss for a minute or two (a full disk, a worker of another version) shall not use up all attempts.
FIRST_PAUSE = timedelta(seconds=2)
PAUSE_GROWTH = 4

#: A lease that has run out has been pause enough.
NO_PAUSE = timedelta(0)

_MAX_REASON = 500

_NO_SIGN = "the worker gave no sign before its lease ran out"


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to play one planned game."""

    planned_game_id: int
    game_id: int
    token: UUID


@dataclass(frozen=True, slots=True)
class Report:
    """What a worker has played of one game since its last report; ``is_over``: to its end."""

    lease: Lease
    appending: Appending | None
    is_over: bool


def is_ready() -> Q:
    """Return the condition that a planned game, or a fork run, waits and may be tried now."""
    return Q(status=PlannedStatus.WAITING) & (Q(retry_at=None) | Q(retry_at__lte=Now()))


def is_held_back() -> Q:
    """Return the condition that it is stuck, or waits after a failure until it may be tried again."""
    return Q(status=PlannedStatus.STUCK) | Q(status=PlannedStatus.WAITING, retry_at__gt=Now())


def leases_claim(
    tournament_id: int, *, worker: str, limit: int, share: int = 1, lease: timedelta = LEASE
) -> list[Lease]:
    """
    Lease waiting games of a running tournament in the order of play; empty when there are none.

    No more than one in ``share`` of those waiting, so that towards the end all workers have something to do.
    A game that has failed before is leased alone, so that one which kills its worker takes no other with it.
    """
    arguments: dict[str, Any] = {
        "tournament": tournament_id,
        "worker": worker,
        "seconds": lease.total_seconds(),
        "limit": limit,
        "share": share,
        "maximum": 0,
    }
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, arguments)
        leases = [Lease(*row) for row in cursor.fetchall()]
        if not leases:
            cursor.execute(_CLAIM, arguments | {"limit": 1, "maximum": MAX_FAILURES})
            leases = [Lease(*row) for row in cursor.fetchall()]
    return sorted(leases, key=lambda each: each.planned_game_id)


def leases_report(reports: Sequence[Report], *, lease: timedelta = LEASE) -> set[UUID]:
    """
    Append what was played, end the attempts at games that are over, and prolong the others.

    Returns:
        The tokens that are refused: of them nothing was written, and the worker is to leave those games.
    """
    asked = {each.lease.token for each in reports}
    with transaction.atomic():
        held = _lock_held(asked)
        written = _append([each for each in reports if each.lease.token in held])
        accepted = {each.lease.token for each in written}
        over = [each.lease for each in written if each.is_over]
        _end(over, AttemptOutcome.PLAYED, PlannedStatus.FINISHED)
        _prolong(accepted - {each.token for each in over}, lease)
        _forgive([each.lease for each in written if each.appending is not None and not each.is_over])
        notify_subject(Subject.TOURNAMENT, held.values())
    return asked - accepted


def leases_settle(leases: Sequence[Lease]) -> None:
    """End the attempts at games that turn out to be over already: somebody else ended them."""
    with transaction.atomic():
        held = _lock_held({each.token for each in leases})
        for each in leases:
            if each.token in held:
                _settle(each, reason="the game was over")


def leases_give_back(leases: Sequence[Lease]) -> None:
    """Let others play the games: nothing went wrong with them."""
    with transaction.atomic():
        held = _lock_held({each.token for each in leases})
        mine = [each for each in leases if each.token in held]
        _end(mine, AttemptOutcome.GIVEN_BACK, PlannedStatus.WAITING)


def leases_fail(leases: Sequence[Lease], *, reason: str) -> None:
    """
    Note that the games could not be played by no bot's fault; they wait a while for the next attempt, or are stuck.
    """
    with transaction.atomic():
        held = _lock_held({each.token for each in leases})
        _fail(held, AttemptOutcome.FAILED, reason=reason, pause=FIRST_PAUSE)


def leases_expire() -> list[int]:
    """End the attempts whose lease has run out and put their games back; return the ids of the planned games."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_LAPSED)
        lapsed = [token for (token,) in cursor.fetchall()]
        return _fail(lapsed, AttemptOutcome.EXPIRED, reason=_NO_SIGN, pause=NO_PAUSE)


def leases_cancel(tournament: Tournament, *, reason: str) -> list[int]:
    """
    End every lease of a tournament and void its games that are not over; return the ids of those games.

    Call while holding the tournament's row.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_LOCK_OPEN, [tournament.pk])
        rows = cursor.fetchall()
        cursor.execute(
            _CANCEL,
            {
                "planned": [planned_game_id for planned_game_id, _ in rows],
                "outcome": AttemptOutcome.CANCELLED.value,
                "reason": reason[:_MAX_REASON],
            },
        )
        game_ids = [game_id for _, game_id in rows if game_id is not None]
        return games_void(game_ids=game_ids, reason=reason)


def _lock_held(tokens: Iterable[UUID]) -> dict[UUID, int]:
    """
    Lock the planned games and open attempts of those tokens; return the tokens that are open and their tournaments.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LOCK_HELD, [list(tokens)])
        return dict(cursor.fetchall())


def _append(reports: Sequence[Report]) -> list[Report]:
    """Append all in one chunk. If a game at fault spoils it, leave that game out; return what was written."""
    written = list(reports)
    while True:
        chunk = [each.appending for each in written if each.appending is not None]
        try:
            if chunk:
                games_append(chunk=chunk)
            return written
        except GameError as error:
            spoiled = getattr(error, "game_id", None)
            left = [each for each in written if each.lease.game_id != spoiled]
            if len(left) == len(written):
                raise
            _end_refused(next(each for each in written if each.lease.game_id == spoiled), error)
            written = left


def _end_refused(report: Report, error: GameError) -> None:
    """End the attempt at a game that somebody else wrote to; most likely it was voided by hand."""
    if not _settle(report.lease, reason=str(error)):
        _fail({report.lease.token}, AttemptOutcome.FAILED, reason=str(error), pause=FIRST_PAUSE)


def _settle(lease: Lease, *, reason: str) -> bool:
    """If the game is over, end its attempt and let the plan say how the game ended; return whether it is."""
    status = GameStatus(Game.objects.values_list("status", flat=True).get(pk=lease.game_id))
    if status.is_over:
        settled = PlannedStatus.FINISHED if status is GameStatus.FINISHED else PlannedStatus.VOIDED
        _end([lease], AttemptOutcome.CANCELLED, settled, reason=reason)
    return status.is_over


def _end(
    leases: Sequence[Lease], outcome: AttemptOutcome, status: PlannedStatus, *, reason: str = ""
) -> None:
    if not leases:
        return
    arguments: dict[str, Any] = {
        "tokens": [each.token for each in leases],
        "outcome": outcome.value,
        "reason": reason[:_MAX_REASON],
        "status": status.value,
    }
    with connection.cursor() as cursor:
        cursor.execute(_END, arguments)


def _fail(tokens: Iterable[UUID], outcome: AttemptOutcome, *, reason: str, pause: timedelta) -> list[int]:
    """
    End the open attempts of those tokens as failures and tell it; return the ids of their planned games.

    Args:
        pause: how long a game waits that has not failed before.
    """
    arguments: dict[str, Any] = {
        "tokens": list(tokens),
        "outcome": outcome.value,
        "reason": reason[:_MAX_REASON],
        "maximum": MAX_FAILURES,
        "pause": pause.total_seconds(),
        "growth": PAUSE_GROWTH,
    }
    with connection.cursor() as cursor:
        cursor.execute(_FAIL, arguments)
        failed = cursor.fetchall()
    notify_subject(Subject.TOURNAMENT, {tournament_id for _, tournament_id in failed})
    return [planned_game_id for planned_game_id, _ in failed]


def _prolong(tokens: Iterable[UUID], lease: timedelta) -> None:
    kept = list(tokens)
    if kept:
        with connection.cursor() as cursor:
            cursor.execute(_PROLONG, {"tokens": kept, "seconds": lease.total_seconds()})


def _forgive(leases: Sequence[Lease]) -> None:
    """
    Forget the failures of games that have come further: however often their workers are killed, they come to an end.
    """
    if leases:
        with connection.cursor() as cursor:
            cursor.execute(_FORGIVE, [[each.planned_game_id for each in leases]])


_CLAIM = """
    WITH share AS (
        SELECT least(%(limit)s, (count(*) + %(share)s - 1) / %(share)s) AS fair FROM (
            SELECT FROM tournaments_plannedgame
            WHERE tournament_id = %(tournament)s AND status = 'waiting' LIMIT %(share)s * %(limit)s
        ) waiting
    ), chosen AS (
        SELECT id, game_id FROM tournaments_plannedgame
        WHERE tournament_id = %(tournament)s AND status = 'waiting' AND game_id IS NOT NULL
          AND failures <= %(maximum)s AND (retry_at IS NULL OR retry_at <= statement_timestamp())
        ORDER BY id LIMIT (SELECT fair FROM share) FOR NO KEY UPDATE SKIP LOCKED
    ), leased AS (
        UPDATE tournaments_plannedgame AS planned SET status = 'leased'
        FROM chosen WHERE planned.id = chosen.id
    ), begun AS (
        INSERT INTO tournaments_attempt (
            planned_game_id, token, worker, leased_at, heartbeat_at, expires_at, outcome, reason
        )
        SELECT id, gen_random_uuid(), %(worker)s, statement_timestamp(), statement_timestamp(),
               statement_timestamp() + make_interval(secs => %(seconds)s), '', ''
        FROM chosen
        RETURNING planned_game_id, token
    )
    SELECT chosen.id, chosen.game_id, begun.token
    FROM chosen JOIN begun ON begun.planned_game_id = chosen.id
"""

# Both rows are locked, so that a wait for either ends with both read again as they are now.
_LOCK_HELD = """
    SELECT attempt.token, planned.tournament_id FROM tournaments_attempt attempt
    JOIN tournaments_plannedgame planned ON planned.id = attempt.planned_game_id
    WHERE attempt.token = ANY(%s) AND attempt.ended_at IS NULL
    ORDER BY planned.id FOR NO KEY UPDATE OF planned, attempt
"""

_LAPSED = """
    SELECT attempt.token FROM tournaments_attempt attempt
    JOIN tournaments_plannedgame planned ON planned.id = attempt.planned_game_id
    WHERE attempt.ended_at IS NULL AND attempt.expires_at < statement_timestamp()
    ORDER BY planned.id FOR NO KEY UPDATE OF planned, attempt SKIP LOCKED
"""

_LOCK_OPEN = """
    SELECT id, game_id FROM tournaments_plannedgame
    WHERE tournament_id = %s AND status IN ('waiting', 'leased', 'stuck')
    ORDER BY id FOR NO KEY UPDATE
"""

_END = """
    WITH ended AS (
        UPDATE tournaments_attempt
        SET ended_at = statement_timestamp(), heartbeat_at = statement_timestamp(),
            outcome = %(outcome)s, reason = %(reason)s
        WHERE token = ANY(%(tokens)s) AND ended_at IS NULL
        RETURNING planned_game_id
    )
    UPDATE tournaments_plannedgame AS planned SET status = %(status)s
    FROM ended WHERE planned.id = ended.planned_game_id
"""

_FAIL = """
    WITH ended AS (
        UPDATE tournaments_attempt
        SET ended_at = statement_timestamp(), outcome = %(outcome)s, reason = %(reason)s
        WHERE token = ANY(%(tokens)s) AND ended_at IS NULL
        RETURNING planned_game_id
    )
    UPDATE tournaments_plannedgame AS planned
    SET failures = failures + 1,
        status = CASE WHEN failures + 1 >= %(maximum)s THEN 'stuck' ELSE 'waiting' END,
        retry_at = statement_timestamp() + make_interval(secs => %(pause)s * power(%(growth)s, failures))
    FROM ended WHERE planned.id = ended.planned_game_id
    RETURNING planned.id, planned.tournament_id
"""

_FORGIVE = "UPDATE tournaments_plannedgame SET failures = 0 WHERE id = ANY(%s) AND failures > 0"

_PROLONG = """
    UPDATE tournaments_attempt
    SET heartbeat_at = statement_timestamp(),
        expires_at = statement_timestamp() + make_interval(secs => %(seconds)s)
    WHERE token = ANY(%(tokens)s)
"""

_CANCEL = """
    WITH ended AS (
        UPDATE tournaments_attempt
        SET ended_at = statement_timestamp(), outcome = %(outcome)s, reason = %(reason)s
        WHERE planned_game_id = ANY(%(planned)s) AND ended_at IS NULL
    )
    UPDATE tournaments_plannedgame SET status = 'voided' WHERE id = ANY(%(planned)s)
"""
