"""Selectors: tournaments, their games, standings, crosstable and progress."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from games.models import GameStatus, GameVerdict, JobKind, PlayJob
from tournaments.domain import CrosstableCell as DomainCell
from tournaments.domain import Standing, build_crosstable, compute_standings
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
    points per opponent met, by which the rows are ordered (then by games won, then by mean score). ``submitted``: the
    number of submitted games among them.
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
    two have not met. ``submitted``: the number of submitted games among them.
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
    """The slot of a game in a tournament; round, match, deal and seat order count from 1."""

    tournament_id: int
    tournament: str
    round: int
    match: int
    deal: int
    order: int


@dataclass(frozen=True, slots=True)
class VerificationCounts:
    """Numbers of a tournament's finished games by verdict: planned games, and submitted games that count."""

    exact: int
    chance_unproven: int
    diverged: int
    unverified: int

    @property
    def checked(self) -> int:
        """The number of games that have been verified."""
        return self.exact + self.chance_unproven + self.diverged


def tournament_list(*, status: str | None = None, ruleset: str | None = None) -> QuerySet[Tournament]:
    """
    Return tournaments, newest first, with their ``format`` and the numbers ``games_planned``, ``games_finished`` and
    ``games_submitted`` (those that count).
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
        TournamentNotFound: there is no tournament with that id.
    """
    try:
        return _annotate_format(Tournament.objects.select_related("created_by")).get(pk=tournament_id)
    except Tournament.DoesNotExist:
        raise TournamentNotFound("tournament_not_found", id=tournament_id) from None


def tournament_format(tournament: Tournament) -> StageFormat:
    """Return the format of a tournament read by ``tournament_get`` or ``tournament_list``."""
    return StageFormat(getattr(tournament, "format"))  # noqa: B009 - annotated, so no field of the model


def tournament_games(
    tournament: Tournament, *, entrant: Entrant | None = None, status: str | None = None
) -> QuerySet[PlannedGame]:
    """
    Return planned games in the order of play, with match, round, game and seats loaded.

    Args:
        entrant: only games of this entrant.
        status: only planned games with this status.
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
    Return the games entered in the tournament, newest first, whether they count or not.

    Args:
        entrant: only games of this entrant.
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
    """Return the standings over the games that count, also while the tournament is running."""
    entrants = {entrant.seed_rank: entrant for entrant in _query_entrants(tournament)}
    return tuple(
        _build_standings_row(row, entrants[row.entrant]) for row in _rank_entrants(tournament, entrants)
    )


def tournament_crosstable(tournament: Tournament) -> Crosstable:
    """Return the crosstable over the games that count, in the order of the standings."""
    entrants = {entrant.seed_rank: entrant for entrant in _query_entrants(tournament)}
    ordered = _rank_entrants(tournament, entrants)
    table = build_crosstable([row.entrant for row in ordered], pair_tallies(tournament))
    return Crosstable(
        entrants=tuple(entrants[number] for number in table.entrants),
        rows=tuple(
            CrosstableRow(
                standing.rank,
                entrants[standing.entrant],
                tuple(None if cell is None else _build_cell(cell) for cell in cells),
                standing.points,
            )
            for standing, cells in zip(ordered, table.rows, strict=True)
        ),
    )


def game_slot(game_id: int) -> GameSlot | None:
    """Return the slot of a planned game in its tournament; None for other games."""
    planned = PlannedGame.objects.filter(game=game_id).values_list(
        "tournament_id", "tournament__name", "match__round__number", "match__number", "deal", "order"
    )
    return next((GameSlot(*row) for row in planned), None)


def game_entry(game_id: int) -> EnteredGame | None:
    """Return the entry of a submitted game in a tournament; None if it has none."""
    return EnteredGame.objects.filter(game=game_id).select_related("tournament", "game").first()


def tournament_verification(tournament: Tournament) -> VerificationCounts:
    """Return the numbers of the tournament's finished games by verdict."""
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


def _rank_entrants(tournament: Tournament, entrants: dict[int, Entrant]) -> tuple[Standing, ...]:
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


def _build_cell(cell: DomainCell) -> CrosstableCell:
    tally = cell.tally
    return CrosstableCell(
        games=tally.games,
        above=tally.above,
        equal=tally.equal,
        below=tally.below,
        points=cell.points,
        share=cell.share,
        submitted=tally.submitted,
    )
