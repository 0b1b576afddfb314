"""
Which games count in tournaments: finished planned games, and entered games that the tournament's policy counts.

The same rule as a ``Q``, as an SQL condition and for one loaded game; all are derived from ``COUNTED_VERDICTS``.
"""

from typing import Any, Final

from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.models import Game, GameStatus, JobKind, PlayJob
from tournaments.models import COUNTED_VERDICTS, EnteredGame, PlannedGame, PlannedStatus, Tournament

__all__ = [
    "COUNTED_Q",
    "COUNTED_SQL",
    "entered_games_count",
    "game_is_counted",
    "game_tournament",
    "games_of_tournament",
    "planned_games_count",
]

_POLICIES = {policy: sorted(verdicts) for policy, verdicts in COUNTED_VERDICTS.items() if verdicts}


def _allowed_verdicts_q() -> Q:
    allowed = Q()
    for policy, verdicts in _POLICIES.items():
        allowed |= Q(tournament__submitted_games=policy, game__verdict__in=verdicts)
    return allowed


#: Filter of entered games that count.
COUNTED_Q: Final = Q(withdrawn_at=None, game__status=GameStatus.FINISHED) & _allowed_verdicts_q()

_ALLOWED_SQL = " OR ".join(
    f"tournament.submitted_games = '{policy.value}' AND game.verdict IN ("
    + ", ".join(f"'{verdict.value}'" for verdict in verdicts)
    + ")"
    for policy, verdicts in _POLICIES.items()
)

#: The same filter as an SQL condition over the aliases ``entered``, ``game`` and ``tournament``.
COUNTED_SQL: Final = (
    f"(entered.withdrawn_at IS NULL AND game.status = '{GameStatus.FINISHED.value}' AND ({_ALLOWED_SQL}))"
)


def entered_games_count(*, counted: bool) -> Coalesce:
    """Return an annotation of tournaments: the number of entered games that count, or that do not."""
    return _count_rows(EnteredGame.objects.filter(COUNTED_Q if counted else ~COUNTED_Q))


def planned_games_count(status: PlannedStatus | None = None) -> Coalesce:
    """Return an annotation of tournaments: the number of planned games, all or those of a status."""
    if status is None:
        return _count_rows(PlannedGame.objects.all())
    return _count_rows(PlayJob.objects.filter(kind=JobKind.PLANNED, status=status), tournament="group_key")


def _count_rows(rows: QuerySet[Any], *, tournament: str = "tournament") -> Coalesce:
    """
    Return a subquery that counts the rows of each tournament of the outer query.

    It has no joins: joining two tables would multiply their rows, and a subquery next to a join runs once per row.

    Args:
        rows: the rows to count.
        tournament: the field with the tournament's id.
    """
    found = rows.filter(**{tournament: OuterRef("pk")}).order_by().values(tournament)
    return Coalesce(
        Subquery(found.annotate(number=Count("pk")).values("number"), output_field=IntegerField()), 0
    )


def games_of_tournament(games: QuerySet[Game], tournament: Tournament | int) -> QuerySet[Game]:
    """Return the games that are planned or entered in the tournament."""
    planned = PlannedGame.objects.filter(tournament=tournament, game__isnull=False).order_by()
    entered = EnteredGame.objects.filter(tournament=tournament).order_by()
    return games.filter(pk__in=planned.values("game_id").union(entered.values("game_id"), all=True))


def game_tournament(game: Game) -> Tournament | None:
    """Return the tournament in which a game is planned or entered; needs the relations loaded."""
    place: PlannedGame | EnteredGame | None = getattr(game, "planned_game", None) or _find_entry(game)
    return None if place is None else place.tournament


def game_is_counted(game: Game) -> bool:
    """Return whether a game's result counts in its tournament's standings."""
    if getattr(game, "planned_game", None) is not None:
        return game.status == GameStatus.FINISHED
    entered = _find_entry(game)
    return entered is not None and entered.counts


def _find_entry(game: Game) -> EnteredGame | None:
    entered: EnteredGame | None = getattr(game, "entered_game", None)
    return entered
