"""Tournaments: created, changed, started and ended here, and read with their tables and their progress."""

from typing import cast

from django.contrib.auth.models import User
from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import may_organise
from api.http import ApiView, ListView, created
from api.idempotency import KEY_PARAMETER, idempotent
from api.lists import NewestFirstPagination
from api.problems import ApiError
from api.v1.games import GameDetail, GameDetailSerializer
from api.v1.inputs import NothingSerializer, TournamentFilters, bots_named
from api.v1.tournaments.serializers import (
    CrosstableSerializer,
    EnteredGameChangeSerializer,
    ProgressSerializer,
    StandingsSerializer,
    TournamentChangeSerializer,
    TournamentCreateSerializer,
    TournamentDetailSerializer,
    TournamentSerializer,
    progress_data,
)
from tournaments import selectors
from tournaments.domain import Format, Rotation
from tournaments.entries import entered_game_withdraw
from tournaments.errors import TournamentNotFound
from tournaments.models import SubmittedGames, Tournament
from tournaments.planning import (
    tournament_cancel,
    tournament_count_submitted,
    tournament_create,
    tournament_finish,
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
    """All tournaments; here a new one is created."""

    pagination_class = NewestFirstPagination
    serializer_class = TournamentSerializer
    filterset_class = TournamentFilters
    throttle_scope = "organise"

    def get_queryset(self) -> QuerySet[Tournament]:
        """Return what is listed."""
        return selectors.tournament_list()

    @extend_schema(
        operation_id="tournaments_list",
        summary="Tournaments",
        responses=TournamentSerializer(many=True),
        tags=["tournaments"],
    )
    def get(self, request: Request) -> Response:
        """The newest first."""
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        return self.get_paginated_response(TournamentSerializer(page, many=True).data)

    @extend_schema(
        operation_id="tournaments_create",
        summary="Create a tournament",
        request=TournamentCreateSerializer,
        parameters=[KEY_PARAMETER],
        examples=[OpenApiExample("Two bots, five deals", _EXAMPLE, request_only=True)],
        responses={201: TournamentDetailSerializer},
        tags=["tournaments"],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Whoever has a token may create tournaments. Nothing is played before it is started."""
        values = TournamentCreateSerializer.values_of(request)
        values |= {
            "bots": bots_named(values["bots"]),
            "rotation": Rotation(values["rotation"]),
            "format": Format(values["format"]),
            "submitted_games": SubmittedGames(values["submitted_games"]),
        }
        tournament = tournament_create(created_by=cast("User", request.user), **values)
        data = TournamentDetailSerializer(_found(tournament.pk)).data
        return created(request, data, "api:tournament", tournament.pk)


class TournamentDetail(ApiView):
    """One tournament; here its organiser says what it counts."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    throttle_scope = "organise"

    @extend_schema(
        operation_id="tournaments_retrieve",
        summary="A tournament with its entrants",
        responses=TournamentDetailSerializer,
        tags=["tournaments"],
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """Its games are at `/games/?tournament=`."""
        return Response(TournamentDetailSerializer(_found(tournament_id)).data)

    @extend_schema(
        operation_id="tournaments_change",
        summary="Say which submitted games a tournament counts",
        request=TournamentChangeSerializer,
        responses=TournamentDetailSerializer,
        tags=["tournaments"],
    )
    def patch(self, request: Request, tournament_id: int) -> Response:
        """From now on, also of the games entered before: none is lost by it. For whoever created it, and for staff."""
        tournament = _own(request, tournament_id)
        policy = SubmittedGames(TournamentChangeSerializer.values_of(request)["submitted_games"])
        tournament_count_submitted(tournament, submitted_games=policy)
        return Response(TournamentDetailSerializer(_found(tournament_id)).data)


class TournamentGame(ApiView):
    """A submitted game in a tournament."""

    permission_classes = (IsAuthenticated,)
    throttle_scope = "organise"

    @extend_schema(
        operation_id="tournaments_game_change",
        summary="Take a submitted game out of the standings, or put it back",
        request=EnteredGameChangeSerializer,
        responses=GameDetailSerializer,
        tags=["tournaments"],
    )
    def patch(self, request: Request, tournament_id: int, game_id: int) -> Response:
        """It stays entered, and marked. For whoever created the tournament, and for staff."""
        tournament = _own(request, tournament_id)
        is_withdrawn = EnteredGameChangeSerializer.values_of(request)["withdrawn"]
        by = cast("User", request.user)
        entered_game_withdraw(tournament, game_id=game_id, by=by, is_withdrawn=is_withdrawn)
        return Response(GameDetail.data(game_id))


class TournamentStart(ApiView):
    """Starts a tournament."""

    permission_classes = (IsAuthenticated,)
    throttle_scope = "organise"

    @extend_schema(
        operation_id="tournaments_start",
        summary="Start a tournament",
        request=NothingSerializer,
        responses=TournamentDetailSerializer,
        tags=["tournaments"],
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Creates its games with their secret seeds. For whoever created it, and for staff."""
        tournament = _own_told_nothing(request, tournament_id)
        tournament_start(tournament)
        return Response(TournamentDetailSerializer(_found(tournament_id)).data)


class TournamentFinish(ApiView):
    """Ends a tournament in which nothing is planned."""

    permission_classes = (IsAuthenticated,)
    throttle_scope = "organise"

    @extend_schema(
        operation_id="tournaments_finish",
        summary="Finish a tournament without planned games",
        request=NothingSerializer,
        responses=TournamentDetailSerializer,
        tags=["tournaments"],
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """No game can be entered any more; those entered count as before. For whoever created it, and for staff."""
        tournament = _own_told_nothing(request, tournament_id)
        tournament_finish(tournament)
        return Response(TournamentDetailSerializer(_found(tournament_id)).data)


class TournamentCancel(ApiView):
    """Cancels a tournament."""

    permission_classes = (IsAuthenticated,)
    throttle_scope = "organise"

    @extend_schema(
        operation_id="tournaments_cancel",
        summary="Cancel a tournament",
        request=NothingSerializer,
        responses=TournamentDetailSerializer,
        tags=["tournaments"],
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Voids what is not finished; finished games stay. For whoever created it, and for staff."""
        tournament = _own_told_nothing(request, tournament_id)
        tournament_cancel(tournament)
        return Response(TournamentDetailSerializer(_found(tournament_id)).data)


class TournamentStandings(ApiView):
    """The standings."""

    @extend_schema(
        operation_id="tournaments_standings",
        summary="The standings",
        responses=StandingsSerializer,
        tags=["tournaments"],
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """
        Over the games that count so far, those of a running tournament too: planned ones, and submitted ones as far as
        its organiser lets them count.
        """
        tournament = selectors.tournament_get(tournament_id)
        rows = selectors.tournament_standings(tournament)
        table = {"tournament": tournament.pk, "status": tournament.status, "rows": rows}
        return Response(StandingsSerializer(table).data)


class TournamentCrosstable(ApiView):
    """The crosstable."""

    @extend_schema(
        operation_id="tournaments_crosstable",
        summary="The crosstable",
        responses=CrosstableSerializer,
        tags=["tournaments"],
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """How often each entrant was placed above each other one."""
        tournament = selectors.tournament_get(tournament_id)
        table = selectors.tournament_crosstable(tournament)
        head = {"tournament": tournament.pk, "status": tournament.status}
        return Response(CrosstableSerializer({**head, "entrants": table.entrants, "rows": table.rows}).data)


class TournamentProgress(ApiView):
    """The progress."""

    @extend_schema(
        operation_id="tournaments_progress",
        summary="How far it has come",
        responses=ProgressSerializer,
        tags=["tournaments"],
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """Counts, speed, what is being played, and why nothing moves when nothing moves."""
        tournament = selectors.tournament_get(tournament_id)
        progress = selectors.tournament_progress(tournament)
        in_confidence = may_organise(request.user, tournament)
        return Response(progress_data(tournament, progress, in_confidence=in_confidence))


def _found(tournament_id: int) -> Tournament:
    listed = selectors.tournament_list().prefetch_related("entrants__bot")
    tournament = listed.filter(pk=tournament_id).first()
    if tournament is None:
        raise TournamentNotFound("tournament_not_found", id=tournament_id)
    return tournament


def _own(request: Request, tournament_id: int) -> Tournament:
    """Return the tournament, after refusing who may not organise it."""
    tournament = selectors.tournament_get(tournament_id)
    if not may_organise(request.user, tournament):
        raise ApiError("permission_denied", detail="Only who created it, or staff, may do this.")
    return tournament


def _own_told_nothing(request: Request, tournament_id: int) -> Tournament:
    """Return the tournament, after refusing who may not organise it, and any content in the body."""
    tournament = _own(request, tournament_id)
    NothingSerializer.values_of(request)
    return tournament
