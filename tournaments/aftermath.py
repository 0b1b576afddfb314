"""
What follows for tournaments when games are over.
"""

from collections.abc import Iterable

from django.db import connection, transaction

from tournaments.publishing import TournamentNews, publish

__all__ = ["games_ended", "tournaments_finish_due"]


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


def tournaments_finish_due(tournament_ids: Iterable[int]) -> list[int]:
    """
    Mark those of the running tournaments as finished whose planned games are all over; return their ids.

    Call after the transaction that ended the games: of two that end the last two games, the later sees both.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_FINISH, {"tournaments": list(tournament_ids)})
        finished = [tournament_id for (tournament_id,) in cursor.fetchall()]
        for tournament_id in finished:
            publish(TournamentNews.FINISHED, tournament_id)
    return finished


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
    RETURNING id
"""
