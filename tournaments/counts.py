"""
Counts: how many games of a tournament stand how, in one query; what changes most while it is played.
"""

from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments.counting import entered_games_count
from tournaments.errors import TournamentNotFound
from tournaments.models import PlannedStatus, Tournament, TournamentStatus

__all__ = ["Counts", "tournament_counts"]


@dataclass(frozen=True, slots=True)
class Counts:
    """
    Planned games by status, and submitted games: those that count, and those that don't.
    """

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
        """
        Whether nothing will be played any more.
        """
        return self.status in (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)


def tournament_counts(tournament_id: int) -> Counts:
    """
    Return how many games of the tournament stand how.

    Raises:
        TournamentNotFound: there is none of that id.
    """
    counts = {
        status.value: Count("planned_games", filter=Q(planned_games__status=status)) for status in _COUNTED
    }
    found = Tournament.objects.filter(pk=tournament_id).order_by("pk").values_list("status")
    row = found.annotate(
        planned=Count("planned_games"),
        **counts,
        submitted=entered_games_count(counted=True),
        not_counted=entered_games_count(counted=False),
    ).first()
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
