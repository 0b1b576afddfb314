"""Live games before they begin: open, join, withdraw."""

from datetime import timedelta
from typing import Any, cast

from django.contrib.auth.models import User
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import may_withdraw
from api.http import ApiView, created
from api.idempotency import KEY_PARAMETER, idempotent
from api.problems import ApiError
from api.v1.games import GameDetail, GameDetailSerializer, GameList
from api.v1.inputs import NothingSerializer
from api.v1.play.serializers import JoinSerializer, OpenGameSerializer
from games.errors import GameNotLive
from games.live import CLOCK, ClockSettings, OpenGame, live_join, live_open, live_withdraw
from games.queries import game_get

__all__ = ["GameJoin", "GameTables", "GameWithdrawal"]

_EXAMPLE = {
    "ruleset": "moon-river@1",
    "options": {"mode": "base"},
    "seats": [{"bot": "my-bot"}, {"bot": "greedy"}, {}],
    "clock": {"move_seconds": 10, "bank_seconds": 300},
}


class GameTables(GameList):
    """List of games; POST opens a live one."""

    throttle_scope = "tables"

    @extend_schema(
        operation_id="games_open",
        summary="Open a live game",
        request=OpenGameSerializer,
        parameters=[KEY_PARAMETER],
        examples=[
            OpenApiExample("A bot of yours, a built-in one, and an open seat", _EXAMPLE, request_only=True)
        ],
        responses={201: GameDetailSerializer},
        tags=["play"],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """The game begins when every seat is taken. It is dealt from a fresh seed."""
        values = OpenGameSerializer.values_of(request)
        game = live_open(wanted=_parse_game(values), user=cast("User", request.user))
        return created(request, GameDetail.data(game.pk), "api:game", game.pk)


class GameJoin(ApiView):
    """A seat of an open game."""

    permission_classes = (IsAuthenticated,)
    throttle_scope = "tables"

    @extend_schema(
        operation_id="games_join",
        summary="Take a seat of an open game",
        request=JoinSerializer,
        parameters=[KEY_PARAMETER],
        responses=GameDetailSerializer,
        tags=["play"],
    )
    @idempotent
    def post(self, request: Request, game_id: int, seat: int) -> Response:
        """
        With a remote bot of yours; the user who opened the game may also seat a built-in one. The last seat begins it.
        """
        bot = JoinSerializer.values_of(request)["bot"]
        live_join(game_id=game_id, number=seat, bot=bot, user=cast("User", request.user))
        return Response(GameDetail.data(game_id))


class GameWithdrawal(ApiView):
    """Withdrawal of an open game."""

    permission_classes = (IsAuthenticated,)
    throttle_scope = "tables"

    @extend_schema(
        operation_id="games_withdraw",
        summary="Withdraw an open game",
        request=NothingSerializer,
        responses=GameDetailSerializer,
        tags=["play"],
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Before it begins, for the user who opened it and for staff. The game is kept as voided."""
        NothingSerializer.values_of(request)
        game = game_get(game_id)
        if not hasattr(game, "live"):
            raise GameNotLive(game_id)
        if not may_withdraw(request.user, game.live):
            raise ApiError("permission_denied")
        live_withdraw(game_id=game_id)
        return Response(GameDetail.data(game_id))


def _parse_game(values: dict[str, Any]) -> OpenGame:
    return OpenGame(
        ruleset=values["ruleset"],
        options=values["options"],
        components=values.get("components"),
        seats=[seat.get("bot") for seat in values["seats"]],
        clock=_parse_clock(values["clock"]) if "clock" in values else CLOCK,
        open_for=timedelta(minutes=values["open_minutes"]),
    )


def _parse_clock(values: dict[str, int]) -> ClockSettings:
    return ClockSettings.of_seconds(
        move=values["move_seconds"], bank=values["bank_seconds"], increment=values["increment_seconds"]
    )
