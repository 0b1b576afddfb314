"""Games: their logs, their records to take away, their positions step by step, and whether they are true."""

from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from api.formats import JSONLinesRenderer
from api.http import ApiView, ListView
from api.lists import EventPagination, NewestFirstPagination, SeenLog
from api.problems import ApiError
from api.v1.games.serializers import (
    GAME_RELATED,
    EventSerializer,
    FramesSerializer,
    GameDetailSerializer,
    GameSerializer,
    VerdictSerializer,
    event_data,
    frame_data,
    start_data,
)
from api.v1.inputs import GameFilters, NothingSerializer, step_range
from engine.core import Playthrough
from games.errors import UnknownGame
from games.models import Game
from games.queries import game_get, game_record_lines, game_seats_owned, game_seed_shown, games_list
from games.verification import GameFrames, game_frames, verdict_now, verify_game

__all__ = ["GameDetail", "GameEvents", "GameFramesRange", "GameList", "GameRecord", "GameVerification"]


class GameList(ListView):
    """All games."""

    pagination_class = NewestFirstPagination
    serializer_class = GameSerializer
    filterset_class = GameFilters

    def get_queryset(self) -> QuerySet[Game]:
        """Return what is listed."""
        return _listed()

    @extend_schema(
        operation_id="games_list", summary="Games", responses=GameSerializer(many=True), tags=["games"]
    )
    def get(self, request: Request) -> Response:
        """The newest first."""
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        return self.get_paginated_response(GameSerializer(page, many=True).data)


class GameDetail(ApiView):
    """One game."""

    @extend_schema(
        operation_id="games_retrieve",
        summary="A game with its seats and results",
        responses=GameDetailSerializer,
        tags=["games"],
    )
    def get(self, request: Request, game_id: int) -> Response:
        """The seed is told once every game dealt from it is over."""
        return Response(self.data(game_id))

    @staticmethod
    def data(game_id: int) -> dict[str, Any]:
        """
        Return a game as it is told.

        Raises:
            UnknownGame: there is none of that id.
        """
        game = _listed().select_related("seed").filter(pk=game_id).first()
        if game is None:
            raise UnknownGame(game_id)
        seed = game_seed_shown(game)
        return {**GameSerializer(game).data, "seed": None if seed is None else seed.hex()}


class GameEvents(ListView):
    """The log."""

    pagination_class = EventPagination
    serializer_class = EventSerializer
    filter_backends = ()

    @extend_schema(
        operation_id="games_events",
        summary="The log of a game",
        responses=EventSerializer(many=True),
        tags=["games"],
    )
    def get(self, request: Request, game_id: int) -> Response:
        """
        In order. A private event is told without its data until the game is over, except to the owner of the seat that
        saw it.
        """
        owned = game_seats_owned(game_id, request.user.pk) if request.user.is_authenticated else ()
        page: Any = self.paginate_queryset(SeenLog(game_id, owned))
        return self.get_paginated_response([event_data(line) for line in page])


class GameRecord(ApiView):
    """The record."""

    renderer_classes = (JSONLinesRenderer,)

    @extend_schema(
        operation_id="games_record",
        summary="The record of a game, to take away and check",
        responses={
            (200, "application/jsonl"): OpenApiResponse(
                OpenApiTypes.STR,
                description="A header line, one line per event, and a trailer once it is over.",
            )
        },
        tags=["games"],
    )
    def get(self, request: Request, game_id: int) -> HttpResponse:
        """JSON Lines, canonical: what is hashed is what is sent."""
        lines = b"".join(game_record_lines(game_id))
        name = f'attachment; filename="game-{game_id}.jsonl"'
        return HttpResponse(lines, content_type="application/jsonl", headers={"Content-Disposition": name})


class GameFramesRange(ApiView):
    """The positions."""

    parameters = ("first", "last")
    read_scope = "replay"

    @extend_schema(
        operation_id="games_frames",
        summary="Positions and effects, step by step",
        parameters=[
            OpenApiParameter(
                "first",
                OpenApiTypes.INT,
                description="The first step; 0 is the position before the first event.",
                default=0,
            ),
            OpenApiParameter(
                "last",
                OpenApiTypes.INT,
                description="The last step; without: as many as one answer may hold.",
            ),
        ],
        responses=FramesSerializer,
        tags=["games"],
    )
    def get(self, request: Request, game_id: int) -> Response:
        """Every step shown has been verified; from a divergence on nothing is shown."""
        first, last = step_range(request, most=settings.API_MAX_FRAMES)
        found = game_frames(game_id, max(first, 1), last)
        diverged = None if found.stopped_at is None else {"step": found.stopped_at, "code": found.code}
        return Response(
            {
                "game": game_id,
                "head": found.game.head_seq,
                "diverged": diverged,
                "frames": _start(found, first) + [frame_data(frame) for frame in found.frames],
            }
        )


class GameVerification(ApiView):
    """The verdict."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    throttle_scope = "verify"
    read_scope = "replay"

    @extend_schema(
        operation_id="games_verdict",
        summary="Whether the game is what it claims to be",
        responses=VerdictSerializer,
        tags=["games"],
    )
    def get(self, request: Request, game_id: int) -> Response:
        """
        Replays the whole log of a game that is over, as it stands; of others, the verdict that is kept. Whoever does
        not want to trust it takes the record away and checks it.
        """
        return Response(VerdictSerializer(verdict_now(game_get(game_id))).data)

    @extend_schema(
        operation_id="games_verify",
        summary="Verify a game anew",
        request=NothingSerializer,
        responses=VerdictSerializer,
        tags=["games"],
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Replays the whole log with every check and keeps the verdict."""
        NothingSerializer.values_of(request)
        if not game_get(game_id).is_over:
            raise ApiError("game_not_over")
        verify_game(game_id)
        return Response(VerdictSerializer(game_get(game_id)).data)


def _listed() -> QuerySet[Game]:
    return games_list().select_related(*GAME_RELATED)


def _start(found: GameFrames, first: int) -> list[dict[str, Any]]:
    if first > 0 or found.header is None:
        return []
    return [start_data(Playthrough(found.header).state.observation(None))]
