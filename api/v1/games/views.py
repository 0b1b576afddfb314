"""Games, their logs, records, frames and verdicts."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.formats import JSONLinesRenderer
from api.http import ApiView, ListView
from api.lists import EventPagination, KeyedRows
from api.problems import ApiError
from api.v1.games.filters import GameFilterSet
from api.v1.games.serializers import (
    GAME_RELATED,
    FramesQuery,
    GameDetailSerializer,
    GameSerializer,
    VerdictSerializer,
)
from api.v1.games.structs import Event, Frames
from api.validation import EmptySerializer
from engine.core import Playthrough
from games.errors import UnknownGame
from games.models import Game
from games.queries import (
    EventLine,
    game_get,
    game_public_seed,
    game_record_lines,
    game_row,
    game_user_seats,
    game_visible_events,
    games_list,
)
from games.verification import game_frames, refresh_verdict, verify_game

__all__ = [
    "GameDetail",
    "GameEvents",
    "GameFramesRange",
    "GameList",
    "GameRecord",
    "GameVerification",
    "serialize_game",
]


class GameList(ListView):
    """All games."""

    serializer_class = GameSerializer
    filterset_class = GameFilterSet

    def get_queryset(self) -> QuerySet[Game]:
        """Return all games with the rows they are serialized with."""
        return games_list().select_related(*GAME_RELATED)

    @extend_schema(operation_id="games_list", summary="Games")
    def get(self, request: Request) -> Response:
        """Newest first."""
        return self.list(request)


class GameDetail(ApiView):
    """One game."""

    @extend_schema(
        operation_id="games_retrieve",
        summary="A game with its seats and results",
        responses=GameDetailSerializer,
    )
    def get(self, request: Request, game_id: int) -> Response:
        """The seed is null until every game dealt from it is over."""
        return Response(serialize_game(game_id))


class GameEvents(ListView):
    """The log of a game."""

    pagination_class = EventPagination
    filter_backends = ()

    @extend_schema(operation_id="games_events", summary="The log of a game", responses=Event, tags=["games"])
    def get(self, request: Request, game_id: int) -> Response:
        """
        In order. A private event has no data until the game is over, except for the owner of the seat that saw it.
        """
        viewers = game_user_seats(game_id, request.user.pk) if request.user.is_authenticated else ()
        game = game_row(game_id)

        def read(key: str | None, *, limit: int, descending: bool) -> list[EventLine]:
            seq = int(key or 0)
            if not descending:
                return game_visible_events(game, first=seq + 1, last=seq + limit, viewers=viewers)
            last = min(seq - 1, game.head_seq)
            return game_visible_events(game, first=max(1, last - limit + 1), last=last, viewers=viewers)[::-1]

        rows: Any = KeyedRows(read)
        page = self.paginate_queryset(rows) or []
        return self.get_paginated_response([Event.from_line(line) for line in page])


class GameRecord(ApiView):
    """The record of a game."""

    renderer_classes = (JSONLinesRenderer,)

    @extend_schema(
        operation_id="games_record",
        summary="The record of a game, to download and verify",
        responses={
            (200, "application/jsonl"): OpenApiResponse(
                OpenApiTypes.STR,
                description="A header line, one line per event, and a trailer once the game is over.",
            )
        },
    )
    def get(self, request: Request, game_id: int) -> HttpResponse:
        """JSON Lines, canonical: the bytes that are hashed are the bytes that are sent."""
        lines = b"".join(game_record_lines(game_id))
        name = f'attachment; filename="game-{game_id}.jsonl"'
        return HttpResponse(lines, content_type="application/jsonl", headers={"Content-Disposition": name})


class GameFramesRange(ApiView):
    """The frames of a game."""

    query_serializer_class = FramesQuery
    read_scope = "replay"

    @extend_schema(
        operation_id="games_frames", summary="Positions and effects, step by step", responses=Frames
    )
    def get(self, request: Request, game_id: int) -> Response:
        """Every frame has been verified; from a divergence on there are none."""
        query = self.parse_query()
        found = game_frames(game_id, max(query["first"], 1), query["last"])
        start = None
        if query["first"] == 0 and found.header is not None:
            start = Playthrough(found.header).state.observation(None)
        return Response(Frames.from_found(found, start))


class GameVerification(ApiView):
    """The verdict on a game."""

    throttle_scope = "verify"
    read_scope = "replay"

    @extend_schema(
        operation_id="games_verdict",
        summary="Whether the game is what it claims to be",
        responses=VerdictSerializer,
    )
    def get(self, request: Request, game_id: int) -> Response:
        """
        Replays the whole log of a game that is over, and responds with what it finds; for any other game, with the
        stored verdict. If you do not want to trust it, download the record and verify it yourself.
        """
        return Response(VerdictSerializer(refresh_verdict(game_get(game_id))).data)

    @extend_schema(
        operation_id="games_verify",
        summary="Verify a game again",
        request=EmptySerializer,
        responses=VerdictSerializer,
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Replays the whole log with every check and stores the verdict."""
        EmptySerializer.parse_body(request)
        if not game_get(game_id).is_over:
            raise ApiError("game_not_over")
        verify_game(game_id)
        return Response(VerdictSerializer(game_get(game_id)).data)


def serialize_game(game_id: int) -> dict[str, Any]:
    """
    Return a game with its seed, if that is public.

    Raises:
        UnknownGame: there is none of that id.
    """
    game = games_list().select_related("seed", *GAME_RELATED).filter(pk=game_id).first()
    if game is None:
        raise UnknownGame(game_id)
    seed = game_public_seed(game)
    return {**GameSerializer(game).data, "seed": None if seed is None else seed.hex()}
