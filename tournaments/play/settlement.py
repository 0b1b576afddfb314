"""Finish or notify tournaments whose games are over or voided."""

from collections.abc import Iterable

from django.db import connection, transaction

from games.realtime import Subject, notify_subject
from tournaments.domain import Format
from tournaments.models import EnteredGame
from tournaments.play.domain_events import TournamentDomainEvent, tournament_publish

__all__ = ["tournaments_finish_due", "tournaments_notify_voided", "tournaments_settle"]


def tournaments_settle(*, game_ids: Iterable[int]) -> None:
    """Finish the running tournaments of these games that have no more games to play; a subscriber of ended games."""
    with connection.cursor() as cursor:
        cursor.execute(_RUNNING_TOURNAMENTS, {"games": list(game_ids)})
        concerned = [tournament_id for (tournament_id,) in cursor.fetchall()]
    tournaments_finish_due(concerned)


def tournaments_notify_voided(*, game_ids: Iterable[int]) -> None:
    """Notify tournaments whose standings have lost voided submitted games; a subscriber of voided games."""
    entered = EnteredGame.objects.filter(game__in=list(game_ids)).order_by()
    notify_subject(Subject.TOURNAMENT, entered.values_list("tournament", flat=True))


def tournaments_finish_due(tournament_ids: Iterable[int]) -> list[int]:
    """
    Finish those running tournaments whose planned games are all over; return their ids.

    A tournament with a stage of open play continues until its organiser finishes it.

    Call it after the commit that ended the games. If two transactions end the last two games, the later sees both.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_FINISH, {"tournaments": list(tournament_ids), "unplanned": _UNPLANNED})
        finished = [tournament_id for (tournament_id,) in cursor.fetchall()]
        for tournament_id in finished:
            tournament_publish(TournamentDomainEvent.FINISHED, tournament_id)
    return finished


_UNPLANNED = [each.value for each in Format if not each.is_planned]

_RUNNING_TOURNAMENTS = """
    SELECT DISTINCT planned.tournament_id FROM tournaments_plannedgame planned
    JOIN tournaments_tournament tournament ON tournament.id = planned.tournament_id
    WHERE planned.game_id = ANY(%(games)s) AND tournament.status = 'running'
"""

_FINISH = """
    UPDATE tournaments_tournament AS tournament SET status = 'finished', finished_at = statement_timestamp()
    WHERE id = ANY(%(tournaments)s) AND status = 'running'
      AND NOT EXISTS (
          SELECT FROM games_playjob job
          WHERE job.kind = 'planned' AND job.group_key = tournament.id AND job.status IN ('waiting', 'leased', 'stuck')
      )
      AND NOT EXISTS (
          SELECT FROM tournaments_stage stage
          WHERE stage.tournament_id = tournament.id AND stage.format = ANY(%(unplanned)s)
      )
    RETURNING id
"""
