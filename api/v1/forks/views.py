"""Forks: games that go on from a step of another one, listed and started here."""

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from api.http import ListView, created
from api.idempotency import KEY_PARAMETER, idempotent
from api.lists import NewestFirstPagination
from api.v1.forks.serializers import ForkCreateSerializer
from api.v1.games import GAME_RELATED, GameSerializer
from api.v1.inputs import bots_named
from games.forks import ForkSeed, game_forks
from games.models import Game
from games.queries import game_row
from tournaments.forks import fork_create

__all__ = ["GameForks"]


class GameForks(ListView):
    """The forks of one game."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    pagination_class = NewestFirstPagination
    serializer_class = GameSerializer
    filter_backends = ()
    throttle_scope = "fork"

    @extend_schema(
        operation_id="games_forks",
        summary="Games that go on from a step of this one",
        responses=GameSerializer(many=True),
        tags=["games"],
    )
    def get(self, request: Request, game_id: int) -> Response:
        """The newest first. `parent_step` says where each left this game."""
        game_row(game_id)
        page = self.paginate_queryset(_listed(game_id))
        return self.get_paginated_response(GameSerializer(page, many=True).data)

    @extend_schema(
        operation_id="games_fork",
        summary="Continue from here: start a game from a step of a finished one",
        request=ForkCreateSerializer,
        parameters=[KEY_PARAMETER],
        examples=[
            OpenApiExample(
                "Two bots, from step 40 on", {"step": 40, "bots": ["rancher", "greedy"]}, request_only=True
            )
        ],
        responses={201: GameSerializer},
        tags=["games"],
    )
    @idempotent
    def post(self, request: Request, game_id: int) -> Response:
        """The new game has this one's log up to the step. Workers play it on; it counts in no tournament."""
        values = ForkCreateSerializer.values_of(request)
        game = fork_create(
            parent_id=game_id,
            step=values["step"],
            bots=bots_named(values["bots"]),
            seed=ForkSeed(values["seed"]),
        )
        data = GameSerializer(_listed(game_id).get(pk=game.pk)).data
        return created(request, data, "api:game", game.pk)


def _listed(parent_id: int) -> QuerySet[Game]:
    return game_forks(parent_id).select_related(*GAME_RELATED)
