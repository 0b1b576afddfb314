"""Reading request bodies: strict JSON, as strict as the record format, and never more than the limit."""

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from rest_framework.parsers import BaseParser

from api.problems import ApiError
from engine.core import UnreadableRecord, read_object

__all__ = ["StrictJSONParser"]


class StrictJSONParser(BaseParser):
    """Reads one JSON object: UTF-8, no repeated keys, no NaN, no fractions, no null, no deep nesting."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """
        Return the body's object.

        Raises:
            ApiError: `body_too_large`, or the code of what makes the body unreadable.
        """
        limit: int = settings.API_MAX_BODY_BYTES
        body: bytes = stream.read(limit + 1)
        if len(body) > limit:
            raise ApiError("body_too_large", detail=f"The body may have at most {limit} bytes.")
        try:
            return read_object(body)
        except UnreadableRecord as error:
            raise ApiError(_problem_code(error.code), detail=_where(error.details)) from error


def _problem_code(code: str) -> str:
    return "not_json" if code == "blank_line" else code


def _where(details: Mapping[str, Any]) -> str:
    if details.get("field"):
        return f"At `{details['field']}`."
    if details.get("position") is not None:
        return f"At position {details['position']}."
    return ""
