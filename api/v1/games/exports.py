"""Export the records of all games that pass the filters, as one response."""

from collections.abc import Iterator

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request

from api.formats import NDJSONRenderer
from api.http import ListView
from api.streaming import stream_download
from api.v1.games.filters import GameFilterSet
from games.import_export import archive_batches, archive_games
from games.models import Game

__all__ = ["GameExport"]


class GameExport(ListView):
    """Records of many games."""

    filterset_class = GameFilterSet
    pagination_class = None
    renderer_classes = (NDJSONRenderer,)
    read_scope = "export"

    def get_queryset(self) -> QuerySet[Game]:
        """Return all games; the filters narrow them down."""
        return Game.objects.all()

    @extend_schema(
        operation_id="games_export",
        summary="The records of all games that pass the filters, to download and verify",
        filters=True,
        responses={
            (200, "application/x-ndjson"): OpenApiResponse(
                OpenApiTypes.STR, description="One packed record per line, by ascending id of the game."
            )
        },
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Streams packed records of games that are over, or of the status that the filter names."""
        status = request.query_params.get("status")
        games = archive_games(self.filter_queryset(self.get_queryset()), status=status)
        lines = _LineSource(batch.lines for batch in archive_batches(games))
        return stream_download(request, lines, content_type="application/x-ndjson", filename="games.ndjson")


class _LineSource:
    """Returns one batch of lines per call, read when it is called, and None after the last."""

    def __init__(self, batches: Iterator[bytes]) -> None:
        self._batches = batches

    def __call__(self) -> bytes | None:
        return next(self._batches, None)
