"""Playing over REST: turns of the user's bots, their actions, resignation."""

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from api.http import ApiView, ProblemResponse, find_problem
from api.idempotency import idempotent
from api.limits import PlayThrottle
from api.streaming import Report, respond_when_final
from api.v1.games import GameEvents
from api.v1.play.serializers import (
    ActionRequestSerializer,
    ResignSerializer,
    TurnsQuery,
)
from api.v1.play.structs import Played, serialize_turns
from api.v1.play.structs import Turns as TurnsBody
from games.errors import TimeRanOut
from games.live import live_act, live_is_awaited, live_resign, live_turns
from games.realtime import Subject, Topic

__all__ = ["GameActions", "GameResignation", "Turns"]


class GameActions(GameEvents):
    """The log of a game, and actions of its seats."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Throttle actions as play, reads as any other request."""
        return [PlayThrottle()] if self.request.method == "POST" else super().get_throttles()

    @extend_schema(
        operation_id="games_act",
        summary="Act: the decision of the seat that is due",
        request=ActionRequestSerializer,
        responses={201: Played, 200: Played},
        tags=["play"],
    )
    @idempotent
    def post(self, request: Request, game_id: int) -> HttpResponseBase:
        """
        For the owner of the bot in that seat. The response has the events that followed. The same action sent again
        gets status 200 and all events since.
        """
        values = ActionRequestSerializer.parse_body(request)
        try:
            played = live_act(
                game_id=game_id,
                user_id=_user_id(request),
                expected_seq=values["expected_seq"],
                **values["action"],
            )
        except TimeRanOut as error:
            # Returned, not raised: an exception would roll back the forfeit in a request's transaction.
            return ProblemResponse(find_problem(error))
        code = status.HTTP_200_OK if played.is_repeated else status.HTTP_201_CREATED
        return Response(Played.from_played(played), status=code)


class GameResignation(ApiView):
    """Resignation of a seat."""

    permission_classes = (IsAuthenticated,)
    throttle_classes = (PlayThrottle,)

    @extend_schema(
        operation_id="games_resign",
        summary="Resign",
        request=ResignSerializer,
        responses=Played,
        tags=["play"],
    )
    @idempotent
    def post(self, request: Request, game_id: int) -> Response:
        """
        At any time while the game is played. The house plays for the seat, which is ranked below those that stayed.
        """
        seat = ResignSerializer.parse_body(request).get("seat")
        played = live_resign(game_id=game_id, user_id=_user_id(request), seat=seat)
        return Response(Played.from_played(played))


class Turns(ApiView):
    """Turns of the user's bots."""

    permission_classes = (IsAuthenticated,)
    throttle_classes = (PlayThrottle,)
    query_serializer_class = TurnsQuery

    @extend_schema(
        operation_id="turns_list",
        summary="Turns of your bots; waits for one on request",
        responses=TurnsBody,
        tags=["play"],
    )
    def get(self, request: Request) -> HttpResponseBase:
        """
        Responds at once if there are turns; otherwise as soon as there is one, the requested game is over, or the time
        is up. A turn is returned by every request until the bot has acted.
        """
        wanted, user_id = self.parse_query(), _user_id(request)
        game_id, bot, known = wanted.get("game"), wanted.get("bot"), wanted.get("known", {})

        def query() -> Report:
            turns = live_turns(user_id, bot=bot, game_id=game_id, known=known)
            # Serialized here, in a thread, because the observations are computed only now.
            return Report(serialize_turns(turns), bool(turns) or not live_is_awaited(game_id))

        return respond_when_final(
            query,
            user_id=user_id,
            topics=_topics(user_id, game_id),
            timeout=0 if request.method == "HEAD" else wanted["wait"],
        )


def _topics(user_id: int, game_id: int | None) -> list[Topic]:
    """Return what repeats the query; for one game, neither other seats' actions nor the user's other games."""
    if game_id is None:
        return [Topic(Subject.USER, user_id)]
    return [Topic(Subject.TURN, game_id, user_id), Topic(Subject.END, game_id)]


def _user_id(request: Request) -> int:
    user_id = request.user.pk
    assert user_id is not None, "the permission class lets only users in"
    return int(user_id)
