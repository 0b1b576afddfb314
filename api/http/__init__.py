"""Base views, body limits, request lanes, exception handler, middleware and the OpenAPI schema."""

from api.http import openapi
from api.http.body_limits import BodyLimit
from api.http.exception_handler import ProblemResponse, find_problem
from api.http.lanes import is_long, overloaded
from api.http.views import ApiView, ListView, NotFoundView, created_response

__all__ = [
    "ApiView",
    "BodyLimit",
    "ListView",
    "NotFoundView",
    "ProblemResponse",
    "created_response",
    "find_problem",
    "is_long",
    "openapi",
    "overloaded",
]
