"""Counts: how many games of a tournament stand how, in one query; what changes most while it is played."""

from dataclasses import dataclass

from django.db import connection

from tournaments.errors import TournamentNotFound
from tournaments.models import PlannedStatus, TournamentStatus
from tournaments.results.counting import COUNTS

__all__ = ["Counts", "tournament_counts"]


@dataclass(frozen=True, slots=True)
class Counts:
    """Planned games by status, and submitted games: those that count, and those that don't."""

    status: TournamentStatus
    planned: int
    waiting: int
    playing: int
    finished: int
    voided: int
    stuck: int
    submitted: int
    not_counted: int

    @property
    def is_over(self) -> bool:
        """Whether nothing will be played any more."""
        return self.status in (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)


def tournament_counts(tournament_id: int) -> Counts:
    """
    Return how many games of the tournament stand how.

    Raises:
        TournamentNotFound: there is none of that id.
    """
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS, [tournament_id])
        row = cursor.fetchone()
    if row is None:
        raise TournamentNotFound("tournament_not_found", id=tournament_id)
    status, *numbers = row
    return Counts(TournamentStatus(status), *numbers)


#: In the order of the fields of ``Counts``.
_COUNTED = (
    PlannedStatus.WAITING,
    PlannedStatus.LEASED,
    PlannedStatus.FINISHED,
    PlannedStatus.VOIDED,
    PlannedStatus.STUCK,
)

# Each table is counted by itself: joined, they would multiply.
_COUNTS = f"""
    SELECT tournament.status, planned.*, submitted.*
    FROM tournaments_tournament tournament
    CROSS JOIN LATERAL (
        SELECT count(*), {", ".join(f"count(*) FILTER (WHERE status = '{each.value}')" for each in _COUNTED)}
        FROM tournaments_plannedgame WHERE tournament_id = tournament.id
    ) planned
    CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE {COUNTS}), count(*) FILTER (WHERE NOT {COUNTS})
        FROM tournaments_enteredgame entered JOIN games_game game ON game.id = entered.game_id
        WHERE entered.tournament_id = tournament.id
    ) submitted
    WHERE tournament.id = %s
"""  # noqa: S608 - statuses and condition are our own
