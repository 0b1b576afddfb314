"""The id after which a stream continues, from the header or the query parameter."""

import re
from typing import Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request

from api.problems import ApiError, FieldError
from api.streaming import LAST_ID
from api.validation import QuerySerializer

__all__ = ["LAST_EVENT_ID_HEADER", "StreamQuery", "parse_last_event_id"]

_HEADER: Final = "Last-Event-ID"
_PARAMETER: Final = "last_event_id"
_NUMBER: Final = re.compile(r"[0-9]{1,18}", re.ASCII)

LAST_EVENT_ID_HEADER: Final = OpenApiParameter(
    _HEADER,
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The id of the last message received; browsers send it when they reconnect.",
)


class StreamQuery(QuerySerializer):
    """Where a stream continues."""

    last_event_id = serializers.CharField(
        required=False,
        help_text=f"Continue after the message of that id. The header `{_HEADER}` takes precedence.",
    )


def parse_last_event_id(request: Request, *, max_value: int) -> int | None:
    """
    Return the number of the last message that the client received, 0 if none; None if that was the end of the stream.

    Raises:
        ApiError: `invalid_parameters`: the stream has no message of that id.
    """
    header = request.headers.get(_HEADER)
    text = request.query_params.get(_PARAMETER, "0") if header is None else header
    if text == LAST_ID:
        return None
    is_number = _NUMBER.fullmatch(text) is not None
    if is_number and int(text) <= max_value:
        return int(text)
    name = _PARAMETER if header is None else _HEADER
    expected = f"a whole number from 0 to {max_value}, or {LAST_ID}"
    error = FieldError(name, "too_large" if is_number else "wrong_type", expected)
    raise ApiError("invalid_parameters", errors=[error])
