"""Failures outside the views of the API: what Django answers with a page becomes a problem there too."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from api.http.exception_handler import ProblemResponse
from api.problems import Problem

__all__ = ["problems_everywhere"]

_PREFIX: Final = "/api/"
_CODES: Final = {
    400: "bad_request",
    403: "permission_denied",
    404: "not_found",
    405: "method_not_allowed",
    413: "body_too_large",
}


_Answering = Callable[[HttpRequest], HttpResponseBase]


def problems_everywhere(get_response: _Answering) -> _Answering:
    """Replace error pages under /api/ (a host not served, no such address, a crash while rendering) by problems."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        return _convert(request, get_response(request))

    return answer


def _convert(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    if response.status_code < 400 or not request.path_info.startswith(_PREFIX):
        return response
    if response.headers.get("Content-Type") == "application/problem+json":
        return response
    code = _CODES.get(response.status_code, "bad_request" if response.status_code < 500 else "internal_error")
    problem = ProblemResponse(Problem(code))
    response.close()
    return problem
