"""Strict JSON request bodies: the reader of game records, with a size limit."""

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from rest_framework.parsers import BaseParser

from api.problems import ApiError
from engine.core import UnreadableRecord, read_object

__all__ = ["StrictJSONParser"]


class StrictJSONParser(BaseParser):
    """Parses one JSON object: UTF-8, no repeated keys, no NaN, no fractions, no null, no deep nesting."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """
        Return the object in the body.

        Raises:
            ApiError: `body_too_large`, or the code of the syntax error.
        """
        limit: int = settings.API_MAX_BODY_BYTES
        body: bytes = stream.read(limit + 1)
        if len(body) > limit:
            raise ApiError("body_too_large", detail=f"The body has more than the {limit} bytes allowed here.")
        try:
            return read_object(body)
        except UnreadableRecord as error:
            code = "not_json" if error.code == "blank_line" else error.code
            raise ApiError(code, detail=_describe_position(error.details)) from error


def _describe_position(details: Mapping[str, Any]) -> str:
    if details.get("field"):
        return f"At `{details['field']}`."
    if details.get("position") is not None:
        return f"At position {details['position']}."
    return ""
