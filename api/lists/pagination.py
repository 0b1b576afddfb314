"""Keyset pagination by DRF's ``CursorPagination``, with strict cursors and page sizes."""

import re
from collections.abc import Callable
from typing import Any, ClassVar, Final

from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request

from api.problems import ApiError
from api.validation import IntegerParameter, list_field_errors

__all__ = [
    "PAGE_PARAMETERS",
    "EventPagination",
    "KeyedRows",
    "NamePagination",
    "NewestFirstPagination",
    "RulesetPagination",
]

#: Query parameters that every list takes.
PAGE_PARAMETERS: Final = ("cursor", "limit")


class NewestFirstPagination(CursorPagination):
    """
    Pages by descending id. The cursor holds the id of the last entry shown, so new entries shift nothing.

    DRF ignores a page size out of bounds, responds 404 to a cursor that it cannot decode, and fails on a cursor whose
    key is not an id; here all of them are refused.
    """

    ordering = "-id"
    page_size = 50
    max_page_size = 200
    page_size_query_param = "limit"
    page_size_query_description = "Entries per page."
    cursor_query_description = "Where the page starts; take it from `next` or `previous`."
    #: The keys that the database can compare with.
    key_pattern: ClassVar[re.Pattern[str]] = re.compile(r"[0-9]{1,18}", re.ASCII)

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:
        """Return one page, in the order of the list. An empty page has no neighbours."""
        page: list[Any] = super().paginate_queryset(queryset, request, view) or []
        self.has_next, self.has_previous = self.has_next and bool(page), self.has_previous and bool(page)
        return page

    def get_page_size(self, request: Request) -> int:
        """
        Return the number of entries per page.

        Raises:
            ApiError: `invalid_parameters`.
        """
        text = request.query_params.get("limit")
        if text is None:
            return self.page_size
        try:
            return int(IntegerParameter(min_value=1, max_value=self.max_page_size).run_validation(text))
        except ValidationError as error:
            errors = list_field_errors(error.get_full_details(), "limit")
            raise ApiError("invalid_parameters", errors=errors) from error

    def decode_cursor(self, request: Request) -> Cursor | None:
        """
        Return the cursor of the request.

        Raises:
            ApiError: `invalid_cursor`.
        """
        try:
            cursor = super().decode_cursor(request)
        except NotFound as error:
            raise ApiError("invalid_cursor") from error
        if cursor is not None and not self.key_pattern.fullmatch(str(cursor.position or "")):
            raise ApiError("invalid_cursor")
        return cursor

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Return the OpenAPI schema of a page. DRF's has `nullable`, which OpenAPI 3.1 ignores."""
        link = {"type": ["string", "null"], "format": "uri"}
        properties = {
            "next": link | {"description": "The following page, or null on the last."},
            "previous": link | {"description": "The page before, or null on the first."},
            "results": schema,
        }
        return {"type": "object", "required": list(properties), "properties": properties}

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """Return the OpenAPI parameters of a list. DRF's have no bounds of the page size."""
        cursor, limit = super().get_schema_operation_parameters(view)
        limit["schema"] |= {"minimum": 1, "maximum": self.max_page_size, "default": self.page_size}
        return [cursor, limit]


class NamePagination(NewestFirstPagination):
    """Pages by unique name."""

    ordering = "name"
    key_pattern = re.compile(r"[^\x00]{1,200}")


class RulesetPagination(NewestFirstPagination):
    """Pages by ruleset key, over the registry; the entries are ``KeyedRows``."""

    ordering = "key"
    key_pattern = re.compile(r"[^\x00]{1,200}")


class EventPagination(NewestFirstPagination):
    """Pages by sequence number, over the log of one game; the entries are ``KeyedRows``."""

    ordering = "seq"
    page_size = 200
    max_page_size = 1000


class KeyedRows:
    """
    The part of a queryset that ``CursorPagination`` calls, for entries that do not come from one.

    Args:
        read: returns up to ``limit`` entries beyond a key (None: from the start), in the order asked for.
    """

    def __init__(self, read: Callable[..., list[Any]]) -> None:
        self._read = read
        self._key: str | None = None
        self._descending = False

    def order_by(self, column: str) -> "KeyedRows":
        """Read in ascending order, or in descending order of `-column`."""
        self._descending = column.startswith("-")
        return self

    def filter(self, **beyond: str) -> "KeyedRows":
        """Read only entries beyond a key: `column__gt=key` or `column__lt=key`."""
        (self._key,) = beyond.values()
        return self

    def __getitem__(self, page: slice) -> list[Any]:
        return self._read(self._key, limit=page.stop, descending=self._descending)[page]
