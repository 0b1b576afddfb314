"""Tournaments: list, create, change, start and end them; their standings, crosstable and progress."""

from collections.abc import Callable
from typing import Any, cast

from django.contrib.auth.models import User
from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import may_organise
from api.http import ApiView, ListView, created_response
from api.idempotency import idempotent
from api.problems import ApiError
from api.v1.bots import find_bots
from api.v1.games import GameDetailSerializer, serialize_game
from api.v1.tournaments.filters import TournamentFilterSet
from api.v1.tournaments.serializers import (
    CrosstableSerializer,
    EnteredGameChangeSerializer,
    ProgressSerializer,
    StandingsSerializer,
    TournamentChangeSerializer,
    TournamentCreateSerializer,
    TournamentDetailSerializer,
    TournamentSerializer,
)
from api.validation import EmptySerializer
from tournaments import selectors
from tournaments.domain import Format, Rotation
from tournaments.entries import entered_game_withdraw
from tournaments.errors import TournamentNotFound
from tournaments.models import SubmittedGames, Tournament
from tournaments.planning import (
    tournament_cancel,
    tournament_create,
    tournament_finish,
    tournament_set_submitted_games,
    tournament_start,
)

__all__ = [
    "TournamentCancel",
    "TournamentCrosstable",
    "TournamentDetail",
    "TournamentFinish",
    "TournamentGame",
    "TournamentList",
    "TournamentProgress",
    "TournamentStandings",
    "TournamentStart",
]

_EXAMPLE = {
    "name": "Spring Round-up",
    "ruleset": "moon-river@1",
    "seats": 2,
    "deals": 5,
    "bots": ["random", "greedy"],
    "options": {"mode": "base"},
}


class TournamentList(ListView):
    """All tournaments."""

    serializer_class = TournamentSerializer
    filterset_class = TournamentFilterSet
    throttle_scope = "organise"

    def get_queryset(self) -> QuerySet[Tournament]:
        """Return all tournaments with the rows they are serialized with."""
        return selectors.tournament_list()

    @extend_schema(operation_id="tournaments_list", summary="Tournaments")
    def get(self, request: Request) -> Response:
        """Newest first."""
        return self.list(request)

    @extend_schema(
        operation_id="tournaments_create",
        summary="Create a tournament",
        request=TournamentCreateSerializer,
        examples=[OpenApiExample("Two bots, five deals", _EXAMPLE, request_only=True)],
        responses={201: TournamentDetailSerializer},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Any user can create tournaments. No game is played until the tournament is started."""
        values = TournamentCreateSerializer.parse_body(request)
        values |= {
            "bots": find_bots(values["bots"]),
            "rotation": Rotation(values["rotation"]),
            "format": Format(values["format"]),
            "submitted_games": SubmittedGames(values["submitted_games"]),
        }
        tournament = tournament_create(created_by=cast("User", request.user), **values)
        return created_response(request, _serialize(tournament.pk), "api:tournament", tournament.pk)


class TournamentDetail(ApiView):
    """One tournament."""

    throttle_scope = "organise"

    @extend_schema(
        operation_id="tournaments_retrieve",
        summary="A tournament with its entrants",
        responses=TournamentDetailSerializer,
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """Its games are at `/games/?tournament=`."""
        return Response(_serialize(tournament_id))

    @extend_schema(
        operation_id="tournaments_change",
        summary="Change which submitted games a tournament counts",
        request=TournamentChangeSerializer,
        responses=TournamentDetailSerializer,
    )
    def patch(self, request: Request, tournament_id: int) -> Response:
        """Applies to games entered before, too; they all stay entered. For the organiser and staff."""
        tournament = _get_organised(request, tournament_id)
        policy = SubmittedGames(TournamentChangeSerializer.parse_body(request)["submitted_games"])
        tournament_set_submitted_games(tournament, submitted_games=policy)
        return Response(_serialize(tournament_id))


class TournamentGame(ApiView):
    """A submitted game in a tournament."""

    permission_classes = (IsAuthenticated,)
    throttle_scope = "organise"

    @extend_schema(
        operation_id="tournaments_game_change",
        summary="Remove a submitted game from the standings, or put it back",
        request=EnteredGameChangeSerializer,
        responses=GameDetailSerializer,
    )
    def patch(self, request: Request, tournament_id: int, game_id: int) -> Response:
        """The game stays entered, marked as withdrawn. For the organiser and staff."""
        tournament = _get_organised(request, tournament_id)
        is_withdrawn = EnteredGameChangeSerializer.parse_body(request)["withdrawn"]
        by = cast("User", request.user)
        entered_game_withdraw(tournament, game_id=game_id, by=by, is_withdrawn=is_withdrawn)
        return Response(serialize_game(game_id))


class TournamentStatusView(ApiView):
    """Changes the status of a tournament. For the organiser and staff."""

    permission_classes = (IsAuthenticated,)
    throttle_scope = "organise"

    def apply(self, change: Callable[[Tournament], Any], tournament_id: int) -> Response:
        """Refuse users who may not organise the tournament and bodies with fields; then change the tournament."""
        tournament = _get_organised(self.request, tournament_id)
        EmptySerializer.parse_body(self.request)
        change(tournament)
        return Response(_serialize(tournament_id))


class TournamentStart(TournamentStatusView):
    """Starts a tournament."""

    @extend_schema(
        operation_id="tournaments_start",
        summary="Start a tournament",
        request=EmptySerializer,
        responses=TournamentDetailSerializer,
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Creates its games with their secret seeds. For the organiser and staff."""
        return self.apply(tournament_start, tournament_id)


class TournamentFinish(TournamentStatusView):
    """Finishes a tournament without planned games."""

    @extend_schema(
        operation_id="tournaments_finish",
        summary="Finish a tournament without planned games",
        request=EmptySerializer,
        responses=TournamentDetailSerializer,
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """No more games can be entered; those entered keep counting. For the organiser and staff."""
        return self.apply(tournament_finish, tournament_id)


class TournamentCancel(TournamentStatusView):
    """Cancels a tournament."""

    @extend_schema(
        operation_id="tournaments_cancel",
        summary="Cancel a tournament",
        request=EmptySerializer,
        responses=TournamentDetailSerializer,
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Voids the games that are not finished; finished games stay. For the organiser and staff."""
        return self.apply(tournament_cancel, tournament_id)


class TournamentStandings(ApiView):
    """The standings."""

    @extend_schema(
        operation_id="tournaments_standings", summary="The standings", responses=StandingsSerializer
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """
        Over the games that count so far, also while the tournament is running: finished planned games, and submitted
        games as the organiser lets them count.
        """
        tournament = selectors.tournament_get(tournament_id)
        rows = selectors.tournament_standings(tournament)
        table = {"tournament": tournament.pk, "status": tournament.status, "rows": rows}
        return Response(StandingsSerializer(table).data)


class TournamentCrosstable(ApiView):
    """The crosstable."""

    @extend_schema(
        operation_id="tournaments_crosstable", summary="The crosstable", responses=CrosstableSerializer
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """How often each entrant was placed above each other entrant."""
        tournament = selectors.tournament_get(tournament_id)
        table = selectors.tournament_crosstable(tournament)
        head = {"tournament": tournament.pk, "status": tournament.status}
        return Response(CrosstableSerializer({**head, "entrants": table.entrants, "rows": table.rows}).data)


class TournamentProgress(ApiView):
    """The progress."""

    @extend_schema(operation_id="tournaments_progress", summary="The progress", responses=ProgressSerializer)
    def get(self, request: Request, tournament_id: int) -> Response:
        """Counts, speed, the games being played, and the reasons if there is no progress."""
        tournament = selectors.tournament_get(tournament_id)
        progress = selectors.tournament_progress(tournament)
        context = {"tournament": tournament.pk, "shows_details": may_organise(request.user, tournament)}
        return Response(ProgressSerializer(progress, context=context).data)


def _serialize(tournament_id: int) -> dict[str, Any]:
    tournaments = selectors.tournament_list().prefetch_related("entrants__bot")
    tournament = tournaments.filter(pk=tournament_id).first()
    if tournament is None:
        raise TournamentNotFound("tournament_not_found", id=tournament_id)
    return dict(TournamentDetailSerializer(tournament).data)


def _get_organised(request: Request, tournament_id: int) -> Tournament:
    """Return the tournament; refuse users who may not organise it."""
    tournament = selectors.tournament_get(tournament_id)
    if not may_organise(request.user, tournament):
        detail = "Only the user who created the tournament, or staff, can do this."
        raise ApiError("permission_denied", detail=detail)
    return tournament
