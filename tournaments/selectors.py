"""
Reads: tournaments, their games, standings, crosstable and progress, and what a bot has achieved.
"""

from dataclasses import dataclass

from django.db import connection
from django.db.models import Count, Q, QuerySet

from games.models import GameStatus, GameVerdict
from tournaments.domain.crosstable import crosstable
from tournaments.domain.results import PairTally
from tournaments.domain.standings import Standing, standings
from tournaments.errors import TournamentNotFound
from tournaments.models import Entrant, PlannedGame, Tournament
from tournaments.progress import Blocker, BlockerCode, PlayingGame, Progress, tournament_progress
from tournaments.tallies import entrant_tallies_stored, pair_tallies_stored

__all__ = [
    "Blocker",
    "BlockerCode",
    "BotRecord",
    "Checks",
    "Crosstable",
    "CrosstableCell",
    "CrosstableRow",
    "GamePlace",
    "Opponent",
    "PlayingGame",
    "Progress",
    "StandingsRow",
    "bot_opponents",
    "bot_record",
    "game_place",
    "tournament_checks",
    "tournament_crosstable",
    "tournament_games",
    "tournament_get",
    "tournament_list",
    "tournament_progress",
    "tournament_standings",
]


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """
    One entrant in the standings; equal entrants share a rank (1, 1, 3). Means are None before its first game.

    ``points``: per game one for each opponent placed below and one half for each placed equal; ``share`` is
    points per opponent met, by which the rows are ordered (then by games won, then by mean score).
    """

    rank: int
    entrant: Entrant
    games: int
    wins: int
    shared_wins: int
    points: float
    share: float | None
    mean_place: float | None
    mean_score: float | None
    forfeits: int


@dataclass(frozen=True, slots=True)
class CrosstableCell:
    """
    The row's entrant against the column's, over the games both played.

    ``share`` is points per game: one for each game placed above, one half for each placed equal; None if the
    two have not met.
    """

    games: int
    above: int
    equal: int
    below: int
    points: float
    share: float | None


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """
    One entrant's row: a cell for each entrant in the order of the table, None against itself.
    """

    rank: int
    entrant: Entrant
    cells: tuple[CrosstableCell | None, ...]
    points: float


@dataclass(frozen=True, slots=True)
class Crosstable:
    """
    Rows and columns in the order of the standings.
    """

    entrants: tuple[Entrant, ...]
    rows: tuple[CrosstableRow, ...]


@dataclass(frozen=True, slots=True)
class BotRecord:
    """
    What a bot has achieved in finished tournament games of one ruleset with one number of seats.
    """

    ruleset: str
    seats: int
    tournaments: int
    games: int
    wins: int
    shared_wins: int
    mean_place: float
    mean_score: float
    forfeits: int


@dataclass(frozen=True, slots=True)
class Opponent:
    """
    Another bot, and how a bot was placed against it in the finished tournament games both sat in.
    """

    name: str
    title: str
    games: int
    above: int
    equal: int

    @property
    def below(self) -> int:
        """
        Games in which the bot was placed below this opponent.
        """
        return self.games - self.above - self.equal

    @property
    def share(self) -> float:
        """
        Points per game: one for each game placed above, one half for each placed equal.
        """
        return (self.above + self.equal / 2) / self.games


@dataclass(frozen=True, slots=True)
class GamePlace:
    """
    Where in a tournament a game stands; round and match count from 1, as do deal and seat order.
    """

    tournament_id: int
    tournament: str
    round: int
    match: int
    deal: int
    order: int


@dataclass(frozen=True, slots=True)
class Checks:
    """
    What the verification of a tournament's finished games has found so far, in numbers of games.
    """

    exact: int
    chance_unproven: int
    diverged: int
    unverified: int

    @property
    def checked(self) -> int:
        """
        The games that have been looked at.
        """
        return self.exact + self.chance_unproven + self.diverged


def tournament_list(*, status: str | None = None, ruleset: str | None = None) -> QuerySet[Tournament]:
    """
    Return tournaments, the newest first, with ``games_planned`` and ``games_finished`` counted.
    """
    found = Tournament.objects.select_related("created_by").annotate(
        games_planned=Count("planned_games"),
        games_finished=Count("planned_games", filter=Q(planned_games__status="finished")),
    )
    if status is not None:
        found = found.filter(status=status)
    if ruleset is not None:
        found = found.filter(ruleset=ruleset)
    return found.order_by("-id")


def tournament_get(tournament_id: int) -> Tournament:
    """
    Return a tournament.

    Raises:
        TournamentNotFound: there is none with that id.
    """
    try:
        return Tournament.objects.select_related("created_by").get(pk=tournament_id)
    except Tournament.DoesNotExist:
        raise TournamentNotFound("tournament_not_found", id=tournament_id) from None


def tournament_games(
    tournament: Tournament, *, entrant: Entrant | None = None, status: str | None = None
) -> QuerySet[PlannedGame]:
    """
    Return planned games in the order of play, with their match, round, game and its seats at hand.

    Args:
        entrant: only games this entrant sits in.
        status: only planned games of this status.
    """
    found = (
        PlannedGame.objects.filter(tournament=tournament)
        .select_related("match__round__stage", "game")
        .prefetch_related("game__seating__bot")
    )
    if entrant is not None:
        found = found.filter(match__table__entrant=entrant)
    if status is not None:
        found = found.filter(status=status)
    return found.order_by("id")


def tournament_standings(tournament: Tournament) -> tuple[StandingsRow, ...]:
    """
    Return the standings over the finished games, those of a running tournament too.
    """
    entrants = {entrant.seed_rank: entrant for entrant in _entrants(tournament)}
    return tuple(_standings_row(row, entrants[row.entrant]) for row in _standings(tournament, entrants))


def tournament_crosstable(tournament: Tournament) -> Crosstable:
    """
    Return how often each entrant was placed above each other one; rows in the order of the standings.
    """
    entrants = {entrant.seed_rank: entrant for entrant in _entrants(tournament)}
    ordered = _standings(tournament, entrants)
    table = crosstable([row.entrant for row in ordered], pair_tallies_stored(tournament))
    return Crosstable(
        entrants=tuple(entrants[number] for number in table.entrants),
        rows=tuple(
            CrosstableRow(
                standing.rank,
                entrants[standing.entrant],
                tuple(None if cell is None else _cell(cell.tally) for cell in cells),
                standing.points,
            )
            for standing, cells in zip(ordered, table.rows, strict=True)
        ),
    )


def bot_record(bot_id: int) -> tuple[BotRecord, ...]:
    """
    Return a bot's record in tournaments, by ruleset and number of seats.
    """
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
            )
            for ruleset, seats, tournaments, games, wins, shared_wins, places, scores, forfeits in cursor
        )


def game_place(game_id: int) -> GamePlace | None:
    """
    Return where in a tournament a game stands; None for a game of no tournament.
    """
    planned = PlannedGame.objects.filter(game=game_id).values_list(
        "tournament_id", "tournament__name", "match__round__number", "match__number", "deal", "order"
    )
    return next((GamePlace(*row) for row in planned), None)


def bot_opponents(bot_id: int) -> tuple[Opponent, ...]:
    """
    Return the bots it has met in tournaments, the most often met first.
    """
    with connection.cursor() as cursor:
        cursor.execute(_BOT_OPPONENTS, {"bot": bot_id, "finished": GameStatus.FINISHED.value})
        return tuple(Opponent(*row) for row in cursor)


def tournament_checks(tournament: Tournament) -> Checks:
    """
    Return how many of the tournament's finished games have been verified, and with which verdicts.
    """
    counts = dict(
        PlannedGame.objects.filter(tournament=tournament, game__status=GameStatus.FINISHED)
        .order_by()
        .values_list("game__verdict")
        .annotate(Count("pk"))
    )
    return Checks(**{verdict.value: counts.get(verdict.value, 0) for verdict in GameVerdict})


def _entrants(tournament: Tournament) -> QuerySet[Entrant]:
    return tournament.entrants.select_related("bot").order_by("seed_rank")


def _standings(tournament: Tournament, entrants: dict[int, Entrant]) -> tuple[Standing, ...]:
    return standings(list(entrants), entrant_tallies_stored(tournament))


def _standings_row(row: Standing, entrant: Entrant) -> StandingsRow:
    return StandingsRow(
        rank=row.rank,
        entrant=entrant,
        games=row.tally.games,
        wins=row.tally.wins,
        shared_wins=row.tally.shared_wins,
        points=row.points,
        share=row.share,
        mean_place=row.mean_place,
        mean_score=row.mean_score,
        forfeits=row.tally.forfeits,
    )


def _cell(tally: PairTally) -> CrosstableCell:
    return CrosstableCell(
        games=tally.games,
        above=tally.above,
        equal=tally.equal,
        below=tally.below,
        points=tally.half_points / 2,
        share=tally.half_points / (2 * tally.games) if tally.games else None,
    )


_BOT_RECORD = """
    SELECT game.ruleset, game.seats, count(DISTINCT planned.tournament_id), count(*),
           count(*) FILTER (WHERE seat.place = 1 AND NOT shared.win),
           count(*) FILTER (WHERE seat.place = 1 AND shared.win),
           sum(seat.place), sum(seat.score), count(*) FILTER (WHERE seat.forfeit <> '')
    FROM games_seat seat
    JOIN games_game game ON game.id = seat.game_id AND game.status = %(finished)s
    JOIN tournaments_plannedgame planned ON planned.game_id = game.id
    CROSS JOIN LATERAL (
        SELECT EXISTS (
            SELECT FROM games_seat other
            WHERE other.game_id = seat.game_id AND other.number <> seat.number AND other.place = 1
        ) AS win
    ) shared
    WHERE seat.bot_id = %(bot)s
    GROUP BY game.ruleset, game.seats
    ORDER BY game.ruleset, game.seats
"""

_BOT_OPPONENTS = """
    SELECT bot.name, bot.title, count(*), count(*) FILTER (WHERE mine.place < other.place),
           count(*) FILTER (WHERE mine.place = other.place)
    FROM games_seat mine
    JOIN games_game game ON game.id = mine.game_id AND game.status = %(finished)s
    JOIN tournaments_plannedgame planned ON planned.game_id = game.id
    JOIN games_seat other ON other.game_id = mine.game_id AND other.bot_id <> mine.bot_id
    JOIN games_bot bot ON bot.id = other.bot_id
    WHERE mine.bot_id = %(bot)s
    GROUP BY bot.id
    ORDER BY count(*) DESC, bot.name
"""
