"""
Leases of play jobs: which worker may play a game, and for how long.

A report counts only while its token holds the job: late and repeated reports find another token or none, and are
refused. Failures counted here are never a bot's.
"""

import os
import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q
from django.db.models.functions import Now

from games.errors import GameError
from games.event_store import Appending, chunk_append
from games.models import AttemptOutcome, JobKind, JobStatus, PlayJob
from games.play_jobs import statements
from games.realtime import GameDomainEvent, publish

__all__ = [
    "FIRST_PAUSE",
    "LEASE",
    "MAX_FAILURES",
    "NO_PAUSE",
    "FailedJob",
    "Lease",
    "Report",
    "is_held_back_q",
    "is_ready_q",
    "job_is_held",
    "job_renew",
    "jobs_are_ready",
    "jobs_claim",
    "jobs_create",
    "jobs_expire",
    "jobs_fail",
    "jobs_give_back",
    "jobs_report",
    "jobs_retry",
    "worker_name",
]

#: A worker that renews no lease for this long has lost its games.
LEASE = timedelta(seconds=30)

#: Consecutive infrastructure failures without progress after which a job is stuck.
MAX_FAILURES = 5

#: Pause before the first retry, and the factor by which it grows with each further one, so that a fault of a minute or
#: two (a full disk, a worker of another version) does not use up all attempts.
FIRST_PAUSE = timedelta(seconds=2)
_PAUSE_GROWTH = 4

#: An expired lease has been a pause already.
NO_PAUSE = timedelta(0)

_MAX_REASON = 500

_EXPIRED = "the worker did not renew its lease before it expired"

#: The event that notifies workers of jobs of each kind.
_WAITING = {
    JobKind.PLANNED: GameDomainEvent.PLANNED_WAITING,
    JobKind.FORK: GameDomainEvent.FORKED,
    JobKind.LIVE_TURN: GameDomainEvent.WORK_DUE,
}


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to play one game, renewed for ``duration`` at a time."""

    game_id: int
    token: UUID
    group_key: int = 0
    duration: timedelta = LEASE


@dataclass(frozen=True, slots=True)
class Report:
    """What a worker has played of one game since its last report; ``is_over``: to its end."""

    lease: Lease
    appending: Appending | None
    is_over: bool


@dataclass(frozen=True, slots=True)
class FailedJob:
    """A job whose last attempt has just failed, or whose lease has expired."""

    game_id: int
    group_key: int


def is_ready_q() -> Q:
    """Return the condition that a job waits and may be tried now."""
    return Q(status=JobStatus.WAITING) & (Q(retry_at=None) | Q(retry_at__lte=Now()))


def is_held_back_q() -> Q:
    """Return the condition that a job is stuck, or waits after a failure until it may be retried."""
    return Q(status=JobStatus.STUCK) | Q(status=JobStatus.WAITING, retry_at__gt=Now())


def worker_name() -> str:
    """Return the name of this process among all that play."""
    return f"{socket.gethostname()}:{os.getpid()}"


def jobs_create(*, kind: JobKind, game_ids: Iterable[int], group_key: int = 0) -> None:
    """Let workers play games; call in the transaction that creates them."""
    _execute(statements.CREATE, {"kind": kind.value, "group": group_key, "games": list(game_ids)})


def jobs_are_ready(kind: JobKind, *, group_key: int = 0) -> bool:
    """Return whether a job of that kind and group waits and may be tried now."""
    return PlayJob.objects.filter(is_ready_q(), kind=kind, group_key=group_key).exists()


def jobs_claim(
    kind: JobKind,
    *,
    worker: str,
    group_key: int = 0,
    game_id: int | None = None,
    limit: int = 1,
    share: int = 1,
    lease: timedelta = LEASE,
) -> list[Lease]:
    """
    Lease waiting jobs of one kind and group in the order of play; empty when there are none.

    A job that has failed before is leased alone, so that one which kills its worker takes no other with it.

    Args:
        kind: what is to be played.
        worker: the name of the process that asks.
        group_key: the group whose jobs are leased.
        game_id: only the job of that game.
        limit: maximum number of leases.
        share: at most one in ``share`` of those waiting, so that towards the end every worker gets some.
        lease: duration of the leases.
    """
    arguments: dict[str, Any] = {
        "kind": kind.value,
        "group": group_key,
        "game": game_id,
        "worker": worker,
        "seconds": lease.total_seconds(),
        "limit": limit,
        "share": share,
        "maximum": 0,
    }
    claimed = _execute(statements.CLAIM, arguments)
    if not claimed:
        claimed = _execute(statements.CLAIM, arguments | {"limit": 1, "maximum": MAX_FAILURES})
    return [Lease(claimed_id, token, group_key, lease) for claimed_id, token in sorted(claimed)]


def job_is_held(lease: Lease) -> bool:
    """Lock a job in the current transaction; return whether the lease still holds it."""
    return bool(_execute(statements.LOCK_HELD, _arguments([lease])))


def job_renew(lease: Lease) -> None:
    """Renew the lease of a job whose game has come further, if the lease still holds it."""
    _renew_played([lease], moved=[lease])


def jobs_report(reports: Sequence[Report]) -> set[UUID]:
    """
    Append what was played, and renew the leases of games that are not over; the store ends the other jobs.

    Returns:
        The tokens that are refused: nothing of their games was written, and the worker must leave them.
    """
    asked = {each.lease.token for each in reports}
    arguments = _arguments([each.lease for each in reports])
    with transaction.atomic():
        _execute(statements.LOCK_GAMES, arguments)
        held = {token for (token,) in _execute(statements.LOCK_HELD, arguments)}
        written = _append([each for each in reports if each.lease.token in held])
        playing = [each for each in written if not each.is_over]
        _renew_played(
            [each.lease for each in playing],
            moved=[each.lease for each in playing if each.appending is not None],
        )
    return asked - {each.lease.token for each in written}


def jobs_give_back(leases: Sequence[Lease]) -> None:
    """End leases without a failure, so that other workers can play the games."""
    with transaction.atomic():
        arguments = _arguments(leases)
        _execute(statements.LOCK_HELD, arguments)
        _execute(statements.GIVE_BACK, arguments)


def jobs_fail(leases: Sequence[Lease], *, reason: str) -> list[FailedJob]:
    """
    End leases because of a failure that is no bot's fault; the jobs pause before they are retried, or are stuck.

    Returns:
        The jobs that were still held.
    """
    with transaction.atomic():
        _execute(statements.LOCK_HELD, _arguments(leases))
        return _fail(leases, AttemptOutcome.FAILED, reason=reason, pause=FIRST_PAUSE)


def jobs_expire(*kinds: JobKind) -> list[FailedJob]:
    """Let the jobs of those kinds whose lease has expired wait again; return them."""
    with transaction.atomic():
        expired = _execute(statements.EXPIRED, {"kinds": [kind.value for kind in kinds]})
        leases = [Lease(game_id, token) for game_id, token in expired]
        return _fail(leases, AttemptOutcome.EXPIRED, reason=_EXPIRED, pause=NO_PAUSE)


def jobs_retry(game_ids: Iterable[int]) -> list[int]:
    """
    Let jobs that are stuck, or pause, be retried at once with their failures forgotten; notify workers of them.

    Returns:
        The ids of their games.
    """
    with transaction.atomic():
        retried = sorted(_execute(statements.RETRY, {"games": list(game_ids)}), key=itemgetter(1, 0))
        for kind, jobs in groupby(retried, key=itemgetter(1)):
            publish(_WAITING[JobKind(kind)], game_ids=[game_id for game_id, _ in jobs])
    return sorted(game_id for game_id, _ in retried)


def _append(reports: Sequence[Report]) -> list[Report]:
    """Append all in one chunk; a game the store refuses is left out and fails. Return what was written."""
    written = list(reports)
    while True:
        chunk = [each.appending for each in written if each.appending is not None]
        try:
            if chunk:
                chunk_append(chunk=chunk)
            return written
        except GameError as error:
            spoiled = getattr(error, "game_id", None)
            refused = [each.lease for each in written if each.lease.game_id == spoiled]
            if not refused:
                raise
            _fail(refused, AttemptOutcome.FAILED, reason=str(error), pause=FIRST_PAUSE)
            written = [each for each in written if each.lease.game_id != spoiled]


def _renew_played(leases: Sequence[Lease], *, moved: Sequence[Lease]) -> None:
    """Renew leases; the games of ``moved`` have come further, so their failures are forgotten."""
    tokens = [each.token for each in moved]
    for duration, some in groupby(leases, key=attrgetter("duration")):
        arguments = _arguments(list(some)) | {"moved": tokens, "seconds": duration.total_seconds()}
        _execute(statements.REPORTED, arguments)


def _fail(
    leases: Sequence[Lease], outcome: AttemptOutcome, *, reason: str, pause: timedelta
) -> list[FailedJob]:
    """
    End held leases as failures and note each attempt; return the jobs.

    Args:
        leases: whose jobs the caller has locked.
        outcome: how the attempts ended.
        reason: for administrators.
        pause: how long a job waits that has not failed before.
    """
    if not leases:
        return []
    arguments = _arguments(leases) | {
        "outcome": outcome.value,
        "reason": reason[:_MAX_REASON],
        "maximum": MAX_FAILURES,
        "pause": pause.total_seconds(),
        "growth": _PAUSE_GROWTH,
    }
    return [FailedJob(*row) for row in _execute(statements.FAIL, arguments)]


def _arguments(leases: Sequence[Lease]) -> dict[str, Any]:
    return {"games": [each.game_id for each in leases], "tokens": [each.token for each in leases]}


def _execute(statement: str, arguments: dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, arguments)
        return list(cursor.fetchall()) if cursor.description is not None else []
