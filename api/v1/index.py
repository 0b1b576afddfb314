"""The entry point: the addresses of all lists."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from api.http import ApiView

__all__ = ["Index"]

_NAMES = ("rulesets", "bots", "tournaments", "games", "problems", "schema", "docs")


class Index(ApiView):
    """The addresses of all lists."""

    @extend_schema(
        operation_id="index",
        summary="The entry point",
        responses={(200, "application/json"): OpenApiTypes.OBJECT},
        tags=["index"],
    )
    def get(self, request: Request) -> Response:
        """The addresses of the lists, the schema and this documentation, by name."""
        return Response({name: reverse(f"api:{name}", request=request) for name in _NAMES})
