"""Reads: tournaments, their games, standings, crosstable and progress."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from games.models import GameStatus, GameVerdict, JobKind, PlayJob
from tournaments.domain import PairTally, Standing, build_crosstable, compute_standings
from tournaments.errors import TournamentNotFound
from tournaments.models import (
    EnteredGame,
    Entrant,
    PlannedGame,
    PlannedStatus,
    Stage,
    StageFormat,
    Tournament,
)
from tournaments.results import (
    COUNTED_Q,
    Blocker,
    BlockerCode,
    PlayingGame,
    Progress,
    entered_games_count,
    entrant_tallies,
    pair_tallies,
    planned_games_count,
    tournament_progress,
)

__all__ = [
    "Blocker",
    "BlockerCode",
    "Crosstable",
    "CrosstableCell",
    "CrosstableRow",
    "GameSlot",
    "PlayingGame",
    "Progress",
    "StandingsRow",
    "VerificationCounts",
    "game_entry",
    "game_slot",
    "tournament_crosstable",
    "tournament_entered_games",
    "tournament_format",
    "tournament_games",
    "tournament_get",
    "tournament_list",
    "tournament_progress",
    "tournament_standings",
    "tournament_verification",
]


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """
    One entrant in the standings; equal entrants share a rank (1, 1, 3). Means are None before its first game.

    ``points``: per game one for each opponent placed below and one half for each placed equal; ``share`` is
    points per opponent met, by which the rows are ordered (then by games won, then by mean score). ``submitted``: how
    many of the games were submitted.
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
    submitted: int


@dataclass(frozen=True, slots=True)
class CrosstableCell:
    """
    The row's entrant against the column's, over the games both played.

    ``share`` is points per game: one for each game placed above, one half for each placed equal; None if the
    two have not met. ``submitted``: how many of the games were submitted.
    """

    games: int
    above: int
    equal: int
    below: int
    points: float
    share: float | None
    submitted: int


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """One entrant's row: a cell for each entrant in the order of the table, None against itself."""

    rank: int
    entrant: Entrant
    cells: tuple[CrosstableCell | None, ...]
    points: float


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Rows and columns in the order of the standings."""

    entrants: tuple[Entrant, ...]
    rows: tuple[CrosstableRow, ...]


@dataclass(frozen=True, slots=True)
class GameSlot:
    """Where in a tournament a game stands; round and match count from 1, as do deal and seat order."""

    tournament_id: int
    tournament: str
    round: int
    match: int
    deal: int
    order: int


@dataclass(frozen=True, slots=True)
class VerificationCounts:
    """
    What the verification of a tournament's finished games has found so far, in numbers of games: planned ones and
    submitted ones that count.
    """

    exact: int
    chance_unproven: int
    diverged: int
    unverified: int

    @property
    def checked(self) -> int:
        """The games that have been looked at."""
        return self.exact + self.chance_unproven + self.diverged


def tournament_list(*, status: str | None = None, ruleset: str | None = None) -> QuerySet[Tournament]:
    """
    Return tournaments, the newest first, with their ``format`` and ``games_planned``, ``games_finished`` and
    ``games_submitted`` (those that count) counted.
    """
    found = _annotate_format(Tournament.objects.select_related("created_by")).annotate(
        games_planned=planned_games_count(),
        games_finished=planned_games_count(PlannedStatus.FINISHED),
        games_submitted=entered_games_count(counted=True),
    )
    if status is not None:
        found = found.filter(status=status)
    if ruleset is not None:
        found = found.filter(ruleset=ruleset)
    return found.order_by("-id")


def tournament_get(tournament_id: int) -> Tournament:
    """
    Return a tournament with its ``format``.

    Raises:
        TournamentNotFound: there is none with that id.
    """
    try:
        return _annotate_format(Tournament.objects.select_related("created_by")).get(pk=tournament_id)
    except Tournament.DoesNotExist:
        raise TournamentNotFound("tournament_not_found", id=tournament_id) from None


def tournament_format(tournament: Tournament) -> StageFormat:
    """Return the format of a tournament that was read by ``tournament_get`` or ``tournament_list``."""
    return StageFormat(getattr(tournament, "format"))  # noqa: B009 - annotated, so no field of the model


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
        .select_related("tournament", "match__round__stage", "game__play_job")
        .prefetch_related("game__seating__bot")
    )
    if entrant is not None:
        found = found.filter(match__table__entrant=entrant)
    if status is not None:
        jobs = PlayJob.objects.filter(kind=JobKind.PLANNED, group_key=tournament.pk, status=status)
        of_status = Q(game__in=jobs.values("pk"))
        found = found.filter(of_status | Q(game=None) if status == tournament.unstarted_status else of_status)
    return found.order_by("id")


def tournament_entered_games(
    tournament: Tournament, *, entrant: Entrant | None = None
) -> QuerySet[EnteredGame]:
    """
    Return the submitted games entered in the tournament, the latest first, whether they count or not.

    Args:
        entrant: only games this entrant sits in.
    """
    found = EnteredGame.objects.filter(tournament=tournament)
    if entrant is not None:
        found = found.filter(seating__contains=[entrant.seed_rank])
    return (
        found.select_related("tournament", "game__submitted_by")
        .prefetch_related("game__seating__bot")
        .order_by("-id")
    )


def tournament_standings(tournament: Tournament) -> tuple[StandingsRow, ...]:
    """Return the standings over the games that count, those of a running tournament too."""
    entrants = {entrant.seed_rank: entrant for entrant in _query_entrants(tournament)}
    return tuple(
        _build_standings_row(row, entrants[row.entrant]) for row in _compute_standings(tournament, entrants)
    )


def tournament_crosstable(tournament: Tournament) -> Crosstable:
    """Return how often each entrant was placed above each other one; rows in the order of the standings."""
    entrants = {entrant.seed_rank: entrant for entrant in _query_entrants(tournament)}
    ordered = _compute_standings(tournament, entrants)
    table = build_crosstable([row.entrant for row in ordered], pair_tallies(tournament))
    return Crosstable(
        entrants=tuple(entrants[number] for number in table.entrants),
        rows=tuple(
            CrosstableRow(
                standing.rank,
                entrants[standing.entrant],
                tuple(None if cell is None else _build_cell(cell.tally) for cell in cells),
                standing.points,
            )
            for standing, cells in zip(ordered, table.rows, strict=True)
        ),
    )


def game_slot(game_id: int) -> GameSlot | None:
    """Return where in a tournament a game stands; None for a game of no tournament."""
    planned = PlannedGame.objects.filter(game=game_id).values_list(
        "tournament_id", "tournament__name", "match__round__number", "match__number", "deal", "order"
    )
    return next((GameSlot(*row) for row in planned), None)


def game_entry(game_id: int) -> EnteredGame | None:
    """Return how a submitted game is entered in a tournament; None if it is entered in none."""
    return EnteredGame.objects.filter(game=game_id).select_related("tournament", "game").first()


def tournament_verification(tournament: Tournament) -> VerificationCounts:
    """Return how many of the tournament's finished games have been verified, and with which verdicts."""
    counts: Counter[str] = Counter()
    planned = PlannedGame.objects.filter(tournament=tournament, game__status=GameStatus.FINISHED)
    entered = EnteredGame.objects.filter(COUNTED_Q, tournament=tournament)
    for found in (planned, entered):
        counts.update(dict(found.order_by().values_list("game__verdict").annotate(Count("pk"))))
    return VerificationCounts(**{verdict.value: counts.get(verdict.value, 0) for verdict in GameVerdict})


def _annotate_format(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    first = Stage.objects.filter(tournament=OuterRef("pk")).order_by("number").values("format")[:1]
    return tournaments.annotate(format=Subquery(first))


def _query_entrants(tournament: Tournament) -> QuerySet[Entrant]:
    return tournament.entrants.select_related("bot").order_by("seed_rank")


def _compute_standings(tournament: Tournament, entrants: dict[int, Entrant]) -> tuple[Standing, ...]:
    return compute_standings(list(entrants), entrant_tallies(tournament))


def _build_standings_row(row: Standing, entrant: Entrant) -> StandingsRow:
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
        submitted=row.tally.submitted,
    )


def _build_cell(tally: PairTally) -> CrosstableCell:
    return CrosstableCell(
        games=tally.games,
        above=tally.above,
        equal=tally.equal,
        below=tally.below,
        points=tally.half_points / 2,
        share=tally.half_points / (2 * tally.games) if tally.games else None,
        submitted=tally.submitted,
    )
