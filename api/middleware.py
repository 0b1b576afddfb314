"""
Failures outside the views of the API: what Django answers with a page becomes a problem there too.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from api.errors import ProblemResponse
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


@sync_and_async_middleware
def problems_everywhere(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """
    Replace error pages under /api/ (a host not served, no such address, a crash while rendering) by problems.
    """
    if iscoroutinefunction(get_response):

        async def asynchronous(request: HttpRequest) -> HttpResponseBase:
            answer: Awaitable[HttpResponseBase] = get_response(request)
            return _told(request, await answer)

        return asynchronous

    def synchronous(request: HttpRequest) -> HttpResponseBase:
        return _told(request, get_response(request))

    return synchronous


def _told(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    if response.status_code < 400 or not request.path_info.startswith(_PREFIX):
        return response
    if response.headers.get("Content-Type") == "application/problem+json":
        return response
    code = _CODES.get(response.status_code, "bad_request" if response.status_code < 500 else "internal_error")
    problem = ProblemResponse(Problem(code))
    response.close()
    return problem
