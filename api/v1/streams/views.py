"""Streams of a game's events and of a tournament's progress, by server-sent events."""

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request

from api.formats import EventStreamRenderer
from api.http import ApiView
from api.streaming import stream_events
from api.v1.streams.serializers import LAST_EVENT_ID_HEADER, StreamQuery, parse_last_event_id
from api.v1.streams.sources import GameSource, TournamentSource
from games.queries import game_row, game_user_seats
from tournaments.selectors import tournament_get

__all__ = ["GameStream", "TournamentStream"]


class StreamView(ApiView):
    """A stream of server-sent events."""

    renderer_classes = (EventStreamRenderer,)
    query_serializer_class = StreamQuery


def _describe_stream(description: str) -> dict[object, OpenApiResponse]:
    return {
        (200, "text/event-stream"): OpenApiResponse(OpenApiTypes.STR, description=description),
        204: OpenApiResponse(description="The client received everything; browsers do not reconnect."),
    }


class GameStream(StreamView):
    """The log of a game while it is played."""

    @extend_schema(
        operation_id="games_stream",
        summary="The log of a game as it grows, by server-sent events",
        parameters=[LAST_EVENT_ID_HEADER],
        responses=_describe_stream(
            "`event` per event, with its `seq` as id and its data as in the log; `end` when the game is over and "
            "everything has been sent. A comment every 15 seconds."
        ),
    )
    def get(self, request: Request, game_id: int) -> HttpResponseBase:
        """A private event has no data until the game is over, except for the owner of the seat that saw it."""
        game = game_row(game_id)
        last = parse_last_event_id(request, max_value=game.head_seq)
        if last is None:
            return HttpResponse(status=204)
        viewers = game_user_seats(game_id, request.user.pk) if request.user.is_authenticated else ()
        return stream_events(request, GameSource(game_id, after=last, viewers=viewers))


class TournamentStream(StreamView):
    """The progress of a tournament."""

    @extend_schema(
        operation_id="tournaments_stream",
        summary="The progress of a tournament, whenever it changes, by server-sent events",
        parameters=[LAST_EVENT_ID_HEADER],
        responses=_describe_stream(
            "`progress` at the start and at each change: how many games are planned, waiting, playing, finished, "
            "voided and stuck, and how many submitted games count and do not count; `end` when the tournament is "
            "over. A comment every 15 seconds."
        ),
    )
    def get(self, request: Request, tournament_id: int) -> HttpResponseBase:
        """Each message has all counts, so a client never needs an earlier one."""
        tournament_get(tournament_id)
        if parse_last_event_id(request, max_value=0) is None:
            return HttpResponse(status=204)
        return stream_events(request, TournamentSource(tournament_id))
