"""What follows for tournaments when games are over."""

from collections.abc import Iterable

from django.db import connection, transaction

from games.realtime import Subject, notify_subject
from tournaments.domain import Format
from tournaments.models import EnteredGame
from tournaments.play.domain_events import TournamentNews, publish

__all__ = ["entered_games_voided", "games_ended", "tournaments_finish_due"]


def games_ended(*, game_ids: Iterable[int]) -> None:
    """
    Bring the plan in line with games that were finished or voided, and finish tournaments that have no more.

    Subscribed to the news of games; a worker's own reports have marked the plan already.
    """
    ids = list(game_ids)
    with connection.cursor() as cursor:
        cursor.execute(_SETTLE, {"games": ids})
        cursor.execute(_CONCERNED, {"games": ids})
        concerned = [tournament_id for (tournament_id,) in cursor.fetchall()]
    tournaments_finish_due(concerned)


def entered_games_voided(*, game_ids: Iterable[int]) -> None:
    """
    Tell of tournaments that have lost submitted games from their standings; subscribed to the news of voided games.
    """
    entered = EnteredGame.objects.filter(game__in=list(game_ids)).order_by()
    notify_subject(Subject.TOURNAMENT, entered.values_list("tournament", flat=True))


def tournaments_finish_due(tournament_ids: Iterable[int]) -> list[int]:
    """
    Mark those of the running tournaments as finished whose planned games are all over; return their ids.

    A tournament with a stage in which nothing is planned goes on until its organiser ends it.

    Call after the transaction that ended the games: of two that end the last two games, the later sees both.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_FINISH, {"tournaments": list(tournament_ids), "unplanned": _UNPLANNED})
        finished = [tournament_id for (tournament_id,) in cursor.fetchall()]
        for tournament_id in finished:
            publish(TournamentNews.FINISHED, tournament_id)
    return finished


_UNPLANNED = [each.value for each in Format if not each.is_planned]

# A game whose attempt is open is settled by that attempt's next report, or when its lease has run out.
# Locked in the order of ids as everywhere, lest two that settle the same games wait for each other.
_SETTLE = """
    WITH over AS (
        SELECT planned.id, game.status FROM tournaments_plannedgame planned
        JOIN games_game game ON game.id = planned.game_id
        WHERE planned.game_id = ANY(%(games)s)
          AND game.status IN ('finished', 'voided') AND planned.status NOT IN (game.status, 'leased')
        ORDER BY planned.id FOR NO KEY UPDATE OF planned
    )
    UPDATE tournaments_plannedgame AS planned SET status = over.status FROM over WHERE planned.id = over.id
"""

_CONCERNED = """
    SELECT DISTINCT planned.tournament_id FROM tournaments_plannedgame planned
    JOIN tournaments_tournament tournament ON tournament.id = planned.tournament_id
    WHERE planned.game_id = ANY(%(games)s) AND tournament.status = 'running'
"""

_FINISH = """
    UPDATE tournaments_tournament AS tournament SET status = 'finished', finished_at = statement_timestamp()
    WHERE id = ANY(%(tournaments)s) AND status = 'running'
      AND NOT EXISTS (
          SELECT FROM tournaments_plannedgame planned
          WHERE planned.tournament_id = tournament.id AND planned.status = 'waiting'
      )
      AND NOT EXISTS (
          SELECT FROM tournaments_plannedgame planned
          WHERE planned.tournament_id = tournament.id AND planned.status IN ('leased', 'stuck')
      )
      AND NOT EXISTS (
          SELECT FROM tournaments_stage stage
          WHERE stage.tournament_id = tournament.id AND stage.format = ANY(%(unplanned)s)
      )
    RETURNING id
"""
