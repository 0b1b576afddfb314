"""Forks: list the games that continue from a step of a game, and start one."""

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.http import ListView, created_response
from api.idempotency import idempotent
from api.v1.bots import find_bots
from api.v1.forks.serializers import ForkCreateSerializer
from api.v1.games import GAME_RELATED, GameSerializer
from games.forks import ForkSeed, forks_list
from games.models import Game
from games.queries import game_row
from tournaments.forks import fork_create

__all__ = ["GameForks"]

_EXAMPLE = {"step": 40, "bots": ["rancher", "greedy"]}


class GameForks(ListView):
    """The forks of one game."""

    serializer_class = GameSerializer
    filter_backends = ()
    throttle_scope = "fork"

    def get_queryset(self) -> QuerySet[Game]:
        """Return the forks with the rows they are serialized with."""
        return forks_list(self.kwargs["game_id"]).select_related(*GAME_RELATED)

    @extend_schema(operation_id="games_forks", summary="Games that continue from a step of this one")
    def get(self, request: Request, game_id: int) -> Response:
        """Newest first. `parent_step` is the last step that a fork shares with this game."""
        game_row(game_id)
        return self.list(request)

    @extend_schema(
        operation_id="games_fork",
        summary="Continue from here: start a game from a step of a finished one",
        request=ForkCreateSerializer,
        examples=[OpenApiExample("Two bots, from step 40 on", _EXAMPLE, request_only=True)],
        responses={201: GameSerializer},
    )
    @idempotent
    def post(self, request: Request, game_id: int) -> Response:
        """The new game copies this game's log up to the step. Workers play the rest; it counts in no tournament."""
        values = ForkCreateSerializer.parse_body(request)
        values |= {"bots": find_bots(values["bots"]), "seed": ForkSeed(values["seed"])}
        game = fork_create(parent_id=game_id, **values)
        data = GameSerializer(self.get_queryset().get(pk=game.pk)).data
        return created_response(request, data, "api:game", game.pk)
