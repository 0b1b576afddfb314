"""Playing over REST: the turns of one's bots, their actions, resignation."""

import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable
from time import monotonic
from typing import NamedTuple

import orjson
from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from api.http import ApiView, ProblemResponse, problem_of
from api.idempotency import KEY_PARAMETER, idempotent
from api.limits import PlayThrottle, reading
from api.v1.games import GameEvents
from api.v1.inputs import known_turns, row_id, whole_number
from api.v1.play.serializers import (
    ActionRequestSerializer,
    PlayedSerializer,
    ResignSerializer,
    TurnsSerializer,
    played_data,
    turns_data,
)
from games.errors import TimeRanOut
from games.live import Turn, live_act, live_is_awaited, live_resign, live_turns
from games.realtime import Subject, Topic, Wake, mark, subscription

__all__ = ["MOST_WAIT", "GameActions", "GameResignation", "Turns"]

_log = logging.getLogger("api")

#: Seconds one may wait for a turn: less than proxies have patience for.
MOST_WAIT = 60


class GameActions(GameEvents):
    """The log, and what seats add to it."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Count actions as play, reading as any other request."""
        return [PlayThrottle()] if self.request.method == "POST" else super().get_throttles()

    @extend_schema(
        operation_id="games_act",
        summary="Act: the decision of the seat that is due",
        request=ActionRequestSerializer,
        parameters=[KEY_PARAMETER],
        responses={
            201: PlayedSerializer,
            200: PlayedSerializer,
        },
        tags=["play"],
    )
    @idempotent
    def post(self, request: Request, game_id: int) -> HttpResponseBase:
        """
        For the owner of the bot in that seat. The answer tells what followed. The same action sent once more, after it
        was taken, is answered with 200 and all that has happened since.
        """
        values = ActionRequestSerializer.values_of(request)
        try:
            played = live_act(
                game_id=game_id,
                user_id=_user_id(request),
                expected_seq=values["expected_seq"],
                **values["action"],
            )
        except TimeRanOut as error:
            # Not raised further: the forfeit that goes with it stays, whoever else has opened a transaction.
            return ProblemResponse(problem_of(error))
        code = status.HTTP_200_OK if played.is_repeated else status.HTTP_201_CREATED
        return Response(played_data(played), status=code)


class GameResignation(ApiView):
    """Gives a game up."""

    permission_classes = (IsAuthenticated,)
    throttle_classes = (PlayThrottle,)

    @extend_schema(
        operation_id="games_resign",
        summary="Resign",
        request=ResignSerializer,
        parameters=[KEY_PARAMETER],
        responses=PlayedSerializer,
        tags=["play"],
    )
    @idempotent
    def post(self, request: Request, game_id: int) -> Response:
        """
        At any time while the game is played. The house plays the seat on, and it is placed below those that stayed.
        """
        seat = ResignSerializer.values_of(request).get("seat")
        played = live_resign(game_id=game_id, user_id=_user_id(request), seat=seat)
        return Response(played_data(played))


class Turns(ApiView):
    """Where one's bots must act."""

    permission_classes = (IsAuthenticated,)
    throttle_classes = (PlayThrottle,)
    parameters = ("wait", "bot", "game", "known")

    @extend_schema(
        operation_id="turns_list",
        summary="Where your bots must act; waits for a turn if asked to",
        parameters=[
            OpenApiParameter(
                "wait",
                OpenApiTypes.INT,
                description=f"Seconds to wait if there is none, at most {MOST_WAIT}.",
                default=0,
            ),
            OpenApiParameter("bot", OpenApiTypes.STR, description="Only turns of the bot of that name."),
            OpenApiParameter("game", OpenApiTypes.INT, description="Only a turn in that game."),
            OpenApiParameter(
                "known",
                OpenApiTypes.STR,
                description="Turns you have at hand, which are left out and not waited for: `game:expected_seq` of"
                " each, separated by commas.",
            ),
        ],
        responses=TurnsSerializer,
        tags=["play"],
    )
    def get(self, request: Request) -> HttpResponseBase:
        """
        Answers at once when there are turns, else as soon as there is one, the game asked for is over or the time is
        up. Every turn is told again until it has been acted on.
        """
        wait = whole_number(request, "wait", 0, most=MOST_WAIT)
        user_id, game = _user_id(request), row_id(request, "game")
        bot, known = request.query_params.get("bot"), known_turns(request, "known")

        def look() -> _Look:
            turns = live_turns(user_id, bot=bot, game_id=game, known=known)
            return _Look(_written(turns), bool(turns) or not live_is_awaited(game))

        since = mark()
        seen = look()
        if seen.is_enough or not wait or request.method == "HEAD":
            return HttpResponse(seen.content, content_type="application/json")
        waiting = _Waiting(user_id, _topics(user_id, game), since, monotonic() + wait)
        return StreamingHttpResponse(_waited_in_turn(waiting, seen, look), content_type="application/json")


class _Look(NamedTuple):
    """The turns there are as they are told, and whether that is all there is to wait for."""

    content: bytes
    is_enough: bool


class _Waiting(NamedTuple):
    """Who waits for what, since which mark of the live news, and until when by the monotonic clock."""

    user_id: int
    topics: tuple[Topic, ...]
    since: int
    until: float


def _topics(user_id: int, game: int | None) -> tuple[Topic, ...]:
    """Return what wakes who waits: for one game neither what others do in it nor the user's other games."""
    if game is None:
        return (Topic(Subject.USER, user_id),)
    return (Topic(Subject.TURN, game, user_id), Topic(Subject.END, game))


#: Who was woken in vain rests for so many seconds times the waits of that user, lest each turn of one bot make all
#: that wait for the user's other bots look at once, again and again.
_REST = 0.005

#: How often each user waits in this process, counted in its event loop.
_waits: Counter[int] = Counter()


async def _waited_in_turn(waiting: _Waiting, seen: _Look, look: Callable[[], _Look]) -> AsyncIterator[bytes]:
    """Yield the content of ``_waited``; who waits too often already is answered at once."""
    user_id = waiting.user_id
    if _waits[user_id] >= settings.API_MAX_WAITS:
        yield seen.content
        return
    _waits[user_id] += 1
    try:
        async for piece in _waited(waiting, seen, look):
            yield piece
    finally:
        _waits[user_id] -= 1
        if not _waits[user_id]:
            del _waits[user_id]


async def _waited(waiting: _Waiting, seen: _Look, look: Callable[[], _Look]) -> AsyncIterator[bytes]:
    """
    Yield the content once there is something to tell, the time is up or the process is about to stop.

    A database that fails meanwhile tells of no turns: the answer has begun, and whoever asked asks again.
    """
    content = seen.content
    has_looked, rest = False, 0.0
    try:
        async with subscription(waiting.topics, since=waiting.since) as news:
            while not seen.is_enough and (left := waiting.until - monotonic()) > 0:
                await news.rest(min(left, rest))
                # Also looked for where nobody is woken: behind a pooler that gives sessions to others.
                if await news.wait(min(left, settings.API_STREAM_HEARTBEAT)) is Wake.CLOSING:
                    break
                seen = await reading(look)
                # The first look may have been for what happened before there was anybody to wake.
                has_looked, rest = True, _REST * _waits[waiting.user_id] if has_looked else 0.0
            content = seen.content
    except (OperationalError, InterfaceError) as error:
        _log.warning("waiting for turns is broken off: %s", error)
    yield content


def _written(turns: list[Turn]) -> bytes:
    """
    Return turns as they are told. What their seats see is made only now, so it is written in the thread that looks: the
    event loop has others to attend to.
    """
    return orjson.dumps(turns_data(turns))


def _user_id(request: Request) -> int:
    user_id = request.user.pk
    assert user_id is not None, "who plays is authenticated"
    return int(user_id)
