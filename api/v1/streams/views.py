"""Streams: a game and a tournament as they go on, by server-sent events."""

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request

from api.formats import EventStreamRenderer
from api.http import ApiView
from api.streaming import LAST_ID, stream_events
from api.v1.inputs import last_event_id
from api.v1.streams.sources import GameSource, TournamentSource
from games.queries import game_row, game_seats_owned
from tournaments.selectors import tournament_get

__all__ = ["GameStream", "TournamentStream"]

_LAST_EVENT = [
    OpenApiParameter(
        "last_event_id",
        OpenApiTypes.STR,
        description="Go on after the message of that id; the header `Last-Event-ID` counts before it.",
    ),
    OpenApiParameter(
        "Last-Event-ID",
        OpenApiTypes.STR,
        OpenApiParameter.HEADER,
        description="The id of the last message heard, as browsers send it when they come back.",
    ),
]


class GameStream(ApiView):
    """A game as it goes on."""

    renderer_classes = (EventStreamRenderer,)
    parameters = ("last_event_id",)

    @extend_schema(
        operation_id="games_stream",
        summary="The log of a game as it grows, by server-sent events",
        parameters=_LAST_EVENT,
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                OpenApiTypes.STR,
                description="`event` for each event, its id the `seq` and its data as in the log; `end` when the"
                " game is over and all has been told. A comment every 15 seconds.",
            ),
            204: OpenApiResponse(description="Everything was told before: browsers do not come back."),
        },
        tags=["games"],
    )
    def get(self, request: Request, game_id: int) -> HttpResponseBase:
        """
        A private event is told without its data until the game is over, except to the owner of the seat that saw it.
        """
        game = game_row(game_id)
        last = last_event_id(request, ends_with=LAST_ID, most=game.head_seq)
        if last == LAST_ID:
            return HttpResponse(status=204)
        owned = game_seats_owned(game_id, request.user.pk) if request.user.is_authenticated else ()
        return stream_events(request, GameSource(game_id, after=int(last or 0), viewers=owned))


class TournamentStream(ApiView):
    """A tournament as it goes on."""

    renderer_classes = (EventStreamRenderer,)
    parameters = ("last_event_id",)

    @extend_schema(
        operation_id="tournaments_stream",
        summary="How far a tournament has come, whenever that changes, by server-sent events",
        parameters=_LAST_EVENT,
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                OpenApiTypes.STR,
                description="`progress` now and at each change: how many games are planned, waiting, playing,"
                " finished, voided and stuck, and how many submitted ones count or don't; `end` when the tournament"
                " is over. A comment every 15 seconds.",
            ),
            204: OpenApiResponse(description="Everything was told before: browsers do not come back."),
        },
        tags=["tournaments"],
    )
    def get(self, request: Request, tournament_id: int) -> HttpResponseBase:
        """Each message tells all of it, so that none needs to be heard twice."""
        tournament_get(tournament_id)
        if last_event_id(request, ends_with=LAST_ID, most=0) == LAST_ID:
            return HttpResponse(status=204)
        return stream_events(request, TournamentSource(tournament_id))
