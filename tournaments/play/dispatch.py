"""
Publications: numbered sets of equal Celery tasks that dispatch a tournament's waiting games to the workers.

The broker may lose or repeat any message, so single messages are not recorded. Each task plays for a few seconds and
then sends itself again while games are waiting. A new publication replaces the previous one, whose tasks do nothing
when they arrive. So renewing a publication replaces lost tasks without ever adding to the number of workers.
"""

from dataclasses import dataclass

from django.db import connection

from games.models import JobKind, PlayJob
from games.play_jobs import is_ready_q
from tournaments.models import Tournament, TournamentStatus

__all__ = ["Publication", "publication_fail", "publication_is_current", "publication_open"]

#: Maximum number of tasks per publication, and so of workers that play one tournament.
_MAX_TASKS = 16

_MAX_FAULT = 500

#: One statement, so that concurrent publications have different numbers and one of them is the last.
_OPEN = """
    UPDATE tournaments_tournament
    SET publication = publication + 1, published_at = statement_timestamp(), publish_fault = ''
    WHERE id = %s AND status = 'running' RETURNING publication
"""


@dataclass(frozen=True, slots=True)
class Publication:
    """A publication to be sent: ``tasks`` tasks that carry its number."""

    tournament_id: int
    number: int
    tasks: int


def publication_open(tournament_id: int) -> Publication | None:
    """Open a publication that replaces the previous one; return None if no game is ready to be played."""
    ready = PlayJob.objects.filter(is_ready_q(), kind=JobKind.PLANNED, group_key=tournament_id)
    tasks = len(ready.values_list("pk")[:_MAX_TASKS])
    if not tasks:
        return None
    with connection.cursor() as cursor:
        cursor.execute(_OPEN, [tournament_id])
        row = cursor.fetchone()
    return Publication(tournament_id, row[0], tasks) if row is not None else None


def publication_fail(publication: Publication, *, reason: str) -> None:
    """Store why a publication could not be sent; the next sweep opens another."""
    Tournament.objects.filter(pk=publication.tournament_id, publication=publication.number).update(
        publish_fault=reason[:_MAX_FAULT]
    )


def publication_is_current(tournament_id: int, publication: int) -> bool:
    """Return whether tasks of the publication should play: it is the last, and the tournament is running."""
    return Tournament.objects.filter(
        pk=tournament_id, publication=publication, status=TournamentStatus.RUNNING
    ).exists()
