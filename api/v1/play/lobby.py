"""The lobby: open, join and withdraw live games."""

from datetime import timedelta
from typing import Any, cast

from django.contrib.auth.models import User
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from api.auth import may_withdraw
from api.http import ApiView, created_response
from api.idempotency import idempotent
from api.problems import ApiError
from api.v1.games import GameDetailSerializer, GameList, serialize_game
from api.v1.play.serializers import JoinSerializer, OpenGameSerializer
from api.validation import EmptySerializer
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
    """All games; users open live games here."""

    throttle_scope = "tables"

    @extend_schema(
        operation_id="games_open",
        summary="Open a live game",
        request=OpenGameSerializer,
        examples=[OpenApiExample("Your bot, a built-in bot, and an open seat", _EXAMPLE, request_only=True)],
        responses={201: GameDetailSerializer},
        tags=["play"],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """It starts when every seat is taken, dealt from a new seed of its own."""
        wanted = _open_game(OpenGameSerializer.parse_body(request))
        game = live_open(wanted=wanted, user=cast("User", request.user))
        return created_response(request, serialize_game(game.pk), "api:game", game.pk)


class GameJoin(ApiView):
    """A seat of an open game."""

    permission_classes = (IsAuthenticated,)
    throttle_scope = "tables"

    @extend_schema(
        operation_id="games_join",
        summary="Take a seat of an open game",
        request=JoinSerializer,
        responses=GameDetailSerializer,
        tags=["play"],
    )
    @idempotent
    def post(self, request: Request, game_id: int, seat: int) -> Response:
        """
        With a remote bot of yours; the user who opened the game can also seat a built-in bot. When the last seat is
        taken, the game starts.
        """
        bot = JoinSerializer.parse_body(request)["bot"]
        live_join(game_id=game_id, number=seat, bot=bot, user=cast("User", request.user))
        return Response(serialize_game(game_id))


class GameWithdrawal(ApiView):
    """Withdraws an open game."""

    permission_classes = (IsAuthenticated,)
    throttle_scope = "tables"

    @extend_schema(
        operation_id="games_withdraw",
        summary="Withdraw an open game",
        request=EmptySerializer,
        responses=GameDetailSerializer,
        tags=["play"],
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Before it has started, by the user who opened it or by staff. The game is kept, voided."""
        EmptySerializer.parse_body(request)
        game = game_get(game_id)
        if not hasattr(game, "live"):
            raise GameNotLive(game_id)
        if not may_withdraw(request.user, game.live):
            raise ApiError("permission_denied")
        live_withdraw(game_id=game_id)
        return Response(serialize_game(game_id))


def _open_game(values: dict[str, Any]) -> OpenGame:
    clock = {name.removesuffix("_seconds"): value for name, value in values.get("clock", {}).items()}
    return OpenGame(
        ruleset=values["ruleset"],
        options=values["options"],
        components=values.get("components"),
        seats=[seat.get("bot") for seat in values["seats"]],
        clock=ClockSettings.of_seconds(**clock) if clock else CLOCK,
        open_for=timedelta(minutes=values["open_minutes"]),
    )
