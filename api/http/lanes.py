"""Classify requests before Django sees them: which may take minutes, and the response when the server is overloaded."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse

from api.formats import BatchParser
from api.http.body_limits import SUBMISSIONS
from api.http.exception_handler import ProblemResponse
from api.problems import Problem

__all__ = ["is_long", "overloaded"]

_CONTENT_TYPE = b"content-type"


def is_long(scope: Mapping[str, Any]) -> bool:
    """Return whether a request may take minutes: a batch of records, each of which is replayed."""
    if scope["path"] != SUBMISSIONS:
        return False
    kinds = [value.decode("latin1") for name, value in scope["headers"] if name == _CONTENT_TYPE]
    return any(kind.partition(";")[0].strip().lower() == BatchParser.media_type for kind in kinds)


def overloaded(scope: Mapping[str, Any]) -> HttpResponse:
    """Return the answer to a request that comes while too many wait."""
    return ProblemResponse(Problem("overloaded", headers={"Retry-After": "5"}))
