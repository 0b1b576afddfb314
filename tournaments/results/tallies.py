"""Tallies of ``domain.results``, summed by the database from seats; a test compares both."""

from django.db import connection

from games.models import GameStatus
from tournaments.domain import EntrantTally, PairTally
from tournaments.models import Tournament
from tournaments.results.counting import COUNTED_SQL

__all__ = ["entrant_tallies", "pair_tallies"]


def entrant_tallies(tournament: Tournament) -> dict[int, EntrantTally]:
    """Return the tally of each entrant over the games that count, by seed rank."""
    with connection.cursor() as cursor:
        cursor.execute(_ENTRANTS, {"tournament": tournament.pk, "finished": GameStatus.FINISHED.value})
        return {entrant: EntrantTally(*sums) for entrant, *sums in cursor}


def pair_tallies(tournament: Tournament) -> dict[tuple[int, int], PairTally]:
    """Return the tally of each ordered pair of entrants over the games that count."""
    with connection.cursor() as cursor:
        cursor.execute(_PAIRS, {"tournament": tournament.pk, "finished": GameStatus.FINISHED.value})
        return {(entrant, other): PairTally(*sums) for entrant, other, *sums in cursor}


# Planned games, and entered games that count, with their seats.
_GAMES = f"""
    SELECT planned.game_id, planned.seating, FALSE AS submitted
    FROM tournaments_plannedgame planned
    WHERE planned.tournament_id = %(tournament)s
    UNION ALL
    SELECT entered.game_id, entered.seating, TRUE
    FROM tournaments_enteredgame entered
    JOIN tournaments_tournament tournament ON tournament.id = entered.tournament_id
    JOIN games_game game ON game.id = entered.game_id
    WHERE entered.tournament_id = %(tournament)s AND {COUNTED_SQL}
"""  # noqa: S608 - the condition is our own

# A place is 1 + the seats strictly better, so of k seats with t at place p there are k - p - t + 1 below.
_ENTRANTS = f"""
    SELECT entrant, count(*), count(*) FILTER (WHERE place = 1 AND tied = 1),
           count(*) FILTER (WHERE place = 1 AND tied > 1), sum(place), sum(score),
           sum(2 * (seats - place - tied + 1) + tied - 1)::bigint, sum(seats - 1),
           count(*) FILTER (WHERE forfeit <> ''), count(*) FILTER (WHERE submitted)
    FROM (
        SELECT counted.seating[seat.number + 1] AS entrant, seat.place, seat.score, seat.forfeit, game.seats,
               counted.submitted, count(*) OVER (PARTITION BY seat.game_id, seat.place) AS tied
        FROM ({_GAMES}) counted
        JOIN games_game game ON game.id = counted.game_id AND game.status = %(finished)s
        JOIN games_seat seat ON seat.game_id = game.id
    ) seats
    GROUP BY entrant
"""  # noqa: S608 - the games are those above

_PAIRS = f"""
    SELECT counted.seating[mine.number + 1], counted.seating[other.number + 1], count(*),
           count(*) FILTER (WHERE mine.place < other.place), count(*) FILTER (WHERE mine.place = other.place),
           count(*) FILTER (WHERE counted.submitted)
    FROM ({_GAMES}) counted
    JOIN games_game game ON game.id = counted.game_id AND game.status = %(finished)s
    JOIN games_seat mine ON mine.game_id = game.id
    JOIN games_seat other ON other.game_id = game.id AND other.number <> mine.number
    GROUP BY 1, 2
"""  # noqa: S608 - the games are those above
