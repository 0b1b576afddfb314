"""Counts of a tournament's games by status, in one query."""

from dataclasses import dataclass, replace

from django.db import connection

from tournaments.errors import TournamentNotFound
from tournaments.models import PlannedStatus, TournamentStatus
from tournaments.results.counting import COUNTED_SQL

__all__ = ["Counts", "tournament_game_counts"]


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers of planned games by status, and of submitted games that count or do not."""

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
        """Whether the tournament is finished or cancelled."""
        return self.status in (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)


def tournament_game_counts(tournament_id: int) -> Counts:
    """
    Return the numbers of the tournament's games by status.

    Raises:
        TournamentNotFound: there is no tournament with that id.
    """
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS, [tournament_id])
        row = cursor.fetchone()
    if row is None:
        raise TournamentNotFound("tournament_not_found", id=tournament_id)
    status, planned, waiting, playing, finished, voided, stuck, submitted, not_counted = row
    counts = Counts(
        status=TournamentStatus(status),
        planned=planned,
        waiting=waiting,
        playing=playing,
        finished=finished,
        voided=voided,
        stuck=stuck,
        submitted=submitted,
        not_counted=not_counted,
    )
    unstarted = planned - (waiting + playing + finished + voided + stuck)
    return (
        replace(counts, voided=voided + unstarted)
        if counts.is_over
        else replace(counts, waiting=waiting + unstarted)
    )


#: In the order of the fields of ``Counts``.
_JOB_STATUSES = (
    PlannedStatus.WAITING,
    PlannedStatus.LEASED,
    PlannedStatus.FINISHED,
    PlannedStatus.VOIDED,
    PlannedStatus.STUCK,
)

# Each table is counted in its own subquery, because a join would multiply rows. A started tournament has a job per
# planned game, and an index-only scan of the jobs counts them by status; only drafts count planned games.
_COUNTS = f"""
    SELECT tournament.status, CASE WHEN jobs.number > 0 THEN jobs.number ELSE (
        SELECT count(*) FROM tournaments_plannedgame WHERE tournament_id = tournament.id
    ) END, {", ".join(f"jobs.{each.value}" for each in _JOB_STATUSES)}, submitted.*
    FROM tournaments_tournament tournament
    CROSS JOIN LATERAL (
        SELECT count(*) AS number,
               {", ".join(f"count(*) FILTER (WHERE status = '{each.value}') AS {each.value}" for each in _JOB_STATUSES)}
        FROM games_playjob WHERE kind = 'planned' AND group_key = tournament.id
    ) jobs
    CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE {COUNTED_SQL}), count(*) FILTER (WHERE NOT {COUNTED_SQL})
        FROM tournaments_enteredgame entered JOIN games_game game ON game.id = entered.game_id
        WHERE entered.tournament_id = tournament.id
    ) submitted
    WHERE tournament.id = %s
"""  # noqa: S608 - statuses and condition are our own
