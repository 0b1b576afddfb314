"""Exports: all the records that pass the filters of the list of games, in one answer."""

from collections.abc import Iterator

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request

from api.formats import NDJSONRenderer
from api.http import ListView
from api.streaming import stream_download
from api.v1.inputs import GameFilters
from games.import_export import archive_batches, games_archived
from games.models import Game

__all__ = ["GameExport"]


class GameExport(ListView):
    """Records of many games."""

    filterset_class = GameFilters
    pagination_class = None
    renderer_classes = (NDJSONRenderer,)
    read_scope = "export"

    def get_queryset(self) -> QuerySet[Game]:
        """Return what is exported, unless filters say otherwise."""
        return Game.objects.all()

    def known_parameters(self, request: Request) -> tuple[str, ...]:
        """Return the filters: there are no pages."""
        return tuple(self.filterset_class.base_filters) if request.method in ("GET", "HEAD") else ()

    @extend_schema(
        operation_id="games_export",
        summary="The records of all games that pass the filters, to take away and check",
        filters=True,
        responses={
            (200, "application/x-ndjson"): OpenApiResponse(
                OpenApiTypes.STR, description="One packed record a line, by ascending id of the game."
            )
        },
        tags=["games"],
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Streams packed records: games that are over, unless `status` names another."""
        games = games_archived(
            self.filter_queryset(self.get_queryset()), status=request.query_params.get("status")
        )
        lines = _Lines(batch.lines for batch in archive_batches(games))
        return stream_download(request, lines, content_type="application/x-ndjson", filename="games.ndjson")


class _Lines:
    """A source of an answer's pieces: one batch after the other, each made when it is asked for."""

    def __init__(self, batches: Iterator[bytes]) -> None:
        self._batches = batches

    def __call__(self) -> bytes | None:
        return next(self._batches, None)
