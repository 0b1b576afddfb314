"""Leases of planned games: ``games.play_jobs`` for one tournament, with notifications of its subscribers."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.db import transaction

from games.models import JobKind
from games.play_jobs import LEASE, FailedJob, Lease, Report, jobs_claim, jobs_expire, jobs_fail, jobs_report
from games.realtime import Subject, notify_subject

__all__ = ["leases_claim", "leases_expire", "leases_fail", "leases_report"]


def leases_claim(
    tournament_id: int, *, worker: str, limit: int, share: int = 1, lease: timedelta = LEASE
) -> list[Lease]:
    """Lease up to ``limit`` waiting games in the order of play, and at most 1/``share`` of them."""
    return jobs_claim(
        JobKind.PLANNED, group_key=tournament_id, worker=worker, limit=limit, share=share, lease=lease
    )


def leases_report(reports: Sequence[Report]) -> set[UUID]:
    """Append what was played and renew or end the leases; return the tokens that are refused."""
    with transaction.atomic():
        refused = jobs_report(reports)
        accepted = (each.lease for each in reports if each.lease.token not in refused)
        notify_subject(Subject.TOURNAMENT, {lease.group_key for lease in accepted})
    return refused


def leases_fail(leases: Sequence[Lease], *, reason: str) -> None:
    """End leases because of a platform failure."""
    with transaction.atomic():
        _notify_tournaments(jobs_fail(leases, reason=reason))


def leases_expire() -> list[FailedJob]:
    """Requeue planned games whose lease has expired; return them."""
    with transaction.atomic():
        expired = jobs_expire(JobKind.PLANNED)
        _notify_tournaments(expired)
    return expired


def _notify_tournaments(jobs: Sequence[FailedJob]) -> None:
    notify_subject(Subject.TOURNAMENT, {each.group_key for each in jobs})
