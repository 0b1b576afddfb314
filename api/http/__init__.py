"""Around every view: the base views, body limits, lanes, the exception handler, middleware, the OpenAPI schema."""

from api.http import openapi
from api.http.body_limits import BodyLimit
from api.http.exception_handler import ProblemResponse, problem_of
from api.http.lanes import is_long, overloaded
from api.http.views import ApiView, ListView, NothingHere, created

__all__ = [
    "ApiView",
    "BodyLimit",
    "ListView",
    "NothingHere",
    "ProblemResponse",
    "created",
    "is_long",
    "openapi",
    "overloaded",
    "problem_of",
]
