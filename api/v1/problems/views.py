"""The catalogue of problems: the addresses that the `type` of a problem points to."""

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from api.http import ApiView, ListView
from api.problems import PROBLEMS, ProblemType

__all__ = ["ProblemDetail", "ProblemIndex"]


class ProblemIndex(ListView):
    """All codes."""

    pagination_class = None
    filter_backends = ()

    @extend_schema(
        operation_id="problems_list", summary="Every code that a problem can have", responses=ProblemType
    )
    def get(self, request: Request) -> Response:
        """All codes on one page."""
        return Response(list(PROBLEMS.values()))


class ProblemDetail(ApiView):
    """One code."""

    @extend_schema(
        operation_id="problems_retrieve", summary="One code and what it means", responses=ProblemType
    )
    def get(self, request: Request, code: str) -> Response:
        """The address that the `type` of a problem points to."""
        if code not in PROBLEMS:
            raise NotFound
        return Response(PROBLEMS[code])
