"""Records of bots over the tournament games that count."""

from dataclasses import dataclass

from django.db import connection
from django.db.models import Count

from games.models import GameStatus, Seat
from games.queries import bot_game_counts
from tournaments.models import EnteredGame
from tournaments.results.counting import COUNTED_Q, COUNTED_SQL

__all__ = ["BotRecord", "Opponent", "bot_counted_games", "bot_opponents", "bot_record"]


@dataclass(frozen=True, slots=True)
class BotRecord:
    """A bot's results in finished tournament games of one ruleset and number of seats."""

    ruleset: str
    seats: int
    tournaments: int
    games: int
    wins: int
    shared_wins: int
    mean_place: float
    mean_score: float
    forfeits: int
    submitted: int


@dataclass(frozen=True, slots=True)
class Opponent:
    """Another bot, and a bot's results against it in the finished tournament games both played."""

    name: str
    title: str
    games: int
    above: int
    equal: int
    submitted: int

    @property
    def below(self) -> int:
        """Games in which the bot was placed below this opponent."""
        return self.games - self.above - self.equal

    @property
    def share(self) -> float:
        """Points per game: one for each game placed above, one half for each placed equal."""
        return (self.above + self.equal / 2) / self.games


def bot_record(bot_id: int) -> tuple[BotRecord, ...]:
    """Return a bot's record in tournaments, by ruleset and number of seats."""
    with connection.cursor() as cursor:
        cursor.execute(_BOT_RECORD, {"bot": bot_id, "finished": GameStatus.FINISHED.value})
        return tuple(
            BotRecord(
                ruleset=ruleset,
                seats=seats,
                tournaments=tournaments,
                games=games,
                wins=wins,
                shared_wins=shared_wins,
                mean_place=places / games,
                mean_score=scores / games,
                forfeits=forfeits,
                submitted=submitted,
            )
            for ruleset, seats, tournaments, games, wins, shared_wins, places, scores, *rest in cursor
            for forfeits, submitted in [rest]
        )


def bot_counted_games() -> dict[int, int]:
    """Return the number of finished games by bot id: games played here, and submitted games that count."""
    counts = bot_game_counts()
    seats = Seat.objects.filter(
        game__in=EnteredGame.objects.filter(COUNTED_Q).values("game"), bot__isnull=False
    )
    for bot_id, games in seats.order_by().values_list("bot").annotate(Count("game", distinct=True)):
        counts[bot_id] = counts.get(bot_id, 0) + games
    return counts


def bot_opponents(bot_id: int) -> tuple[Opponent, ...]:
    """Return the bots it has met in tournaments, in descending order of games."""
    with connection.cursor() as cursor:
        cursor.execute(_BOT_OPPONENTS, {"bot": bot_id, "finished": GameStatus.FINISHED.value})
        return tuple(Opponent(*row) for row in cursor)


# Games of the bot in seat ``mine`` that were planned, or that are entered in a tournament and count there.
_COUNTED_GAMES = f"""
    FROM games_seat mine
    JOIN games_game game ON game.id = mine.game_id AND game.status = %(finished)s
    LEFT JOIN tournaments_plannedgame planned ON planned.game_id = game.id
    LEFT JOIN tournaments_enteredgame entered ON entered.game_id = game.id
    LEFT JOIN tournaments_tournament tournament ON tournament.id = entered.tournament_id
    WHERE mine.bot_id = %(bot)s AND (planned.id IS NOT NULL OR {COUNTED_SQL})
"""

_BOT_RECORD = f"""
    SELECT ruleset, seats, count(DISTINCT tournament_id), count(*),
           count(*) FILTER (WHERE place = 1 AND NOT is_shared), count(*) FILTER (WHERE place = 1 AND is_shared),
           sum(place), sum(score), count(*) FILTER (WHERE forfeit <> ''), count(*) FILTER (WHERE submitted)
    FROM (
        SELECT game.ruleset, game.seats, coalesce(planned.tournament_id, entered.tournament_id) AS tournament_id,
               mine.place, mine.score, mine.forfeit, planned.id IS NULL AS submitted,
               EXISTS (
                   SELECT FROM games_seat other
                   WHERE other.game_id = mine.game_id AND other.number <> mine.number AND other.place = 1
               ) AS is_shared
        {_COUNTED_GAMES}
    ) counted
    GROUP BY ruleset, seats
    ORDER BY ruleset, seats
"""  # noqa: S608 - the games are those above

_BOT_OPPONENTS = f"""
    SELECT bot.name, bot.title, count(*), count(*) FILTER (WHERE mine.place < other.place),
           count(*) FILTER (WHERE mine.place = other.place), count(*) FILTER (WHERE mine.submitted)
    FROM (
        SELECT mine.game_id, mine.bot_id, mine.place, planned.id IS NULL AS submitted {_COUNTED_GAMES}
    ) mine
    JOIN games_seat other ON other.game_id = mine.game_id AND other.bot_id <> mine.bot_id
    JOIN games_bot bot ON bot.id = other.bot_id
    GROUP BY bot.id
    ORDER BY count(*) DESC, bot.name
"""  # noqa: S608 - the games are those above
