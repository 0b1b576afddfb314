"""What each code means: the addresses that the `type` of a problem points to."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.http import ApiView
from api.problems import PROBLEMS
from api.v1.problems.serializers import ProblemTypeSerializer

__all__ = ["ProblemDetail", "ProblemIndex"]


class ProblemIndex(ApiView):
    """Every code."""

    @extend_schema(
        operation_id="problems_list",
        summary="Every code a problem can have",
        responses=ProblemTypeSerializer(many=True),
        tags=["problems"],
    )
    def get(self, request: Request) -> Response:
        """All of them at once: the table is short and does not grow with use."""
        return Response([_entry(code) for code in PROBLEMS])


class ProblemDetail(ApiView):
    """One code."""

    @extend_schema(
        operation_id="problems_retrieve",
        summary="One code and what it means",
        responses=ProblemTypeSerializer,
        tags=["problems"],
    )
    def get(self, request: Request, code: str) -> Response:
        """What the `type` of a problem points to."""
        if code not in PROBLEMS:
            raise NotFound
        return Response(_entry(code))


def _entry(code: str) -> dict[str, Any]:
    kind = PROBLEMS[code]
    return {"code": code, "status": kind.status, "title": kind.title, "meaning": kind.meaning}
