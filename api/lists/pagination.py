"""Lists page by page: the cursor names the last entry shown, so nothing shifts when entries are added."""

import binascii
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple

from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response

from api.problems import ApiError, FieldError
from games.queries import game_lines, game_row

__all__ = [
    "EventPagination",
    "KeysetPagination",
    "NamePagination",
    "NewestFirstPagination",
    "RulesetPagination",
    "SeenLog",
    "page_limit",
]

#: Parameters every list takes.
LIST_PARAMETERS: Final = ("cursor", "limit")


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place in a list: the key of an entry, and whether to go back from it."""

    key: str
    back: bool = False

    def text(self) -> str:
        """Return the cursor as clients carry it."""
        return urlsafe_b64encode(f"{'b' if self.back else 'f'}{self.key}".encode()).decode().rstrip("=")

    @classmethod
    def read(cls, text: str, key: re.Pattern[str]) -> "Cursor":
        """
        Return the cursor a client brought back.

        Raises:
            ApiError: `invalid_cursor`.
        """
        try:
            plain = urlsafe_b64decode(text.encode() + b"=" * (-len(text) % 4)).decode()
        except (binascii.Error, UnicodeError, ValueError) as error:
            raise ApiError("invalid_cursor") from error
        cursor = cls(plain[1:], plain[:1] == "b")
        if plain[:1] not in ("b", "f") or not key.fullmatch(cursor.key) or cursor.text() != text:
            raise ApiError("invalid_cursor")
        return cursor


class KeysetPagination(BasePagination):
    """Orders by one unique, indexed column and reads one page from a key on; no page is slower than the first."""

    #: The unique column, and the order of the list.
    key: ClassVar[str] = "id"
    newest_first: ClassVar[bool] = False
    key_pattern: ClassVar[re.Pattern[str]] = re.compile(r"[0-9]{1,18}")
    default_limit: ClassVar[int] = 50
    max_limit: ClassVar[int] = 200

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:
        """Return one page, in the order of the list."""
        self.request = request
        limit = page_limit(request, self.default_limit, self.max_limit)
        text = request.query_params.get("cursor")
        self.cursor = Cursor.read(text, self.key_pattern) if text is not None else None
        back = self.cursor is not None and self.cursor.back
        descending = self.newest_first != back
        found = self.read(
            queryset, self.cursor.key if self.cursor else None, limit + 1, descending=descending
        )
        self.more = len(found) > limit
        self.page = found[:limit][::-1] if back else found[:limit]
        return self.page

    def read(self, entries: Any, key: str | None, limit: int, *, descending: bool) -> list[Any]:
        """Return up to that many entries beyond a key, in ascending or descending order of it."""
        if key is not None:
            entries = entries.filter(**{f"{self.key}__{'lt' if descending else 'gt'}": key})
        return list(entries.order_by(f"-{self.key}" if descending else self.key)[:limit])

    def get_paginated_response(self, data: Sequence[Any]) -> Response:
        """Return the page with the addresses of its neighbours."""
        return Response({"next": self._next(), "previous": self._previous(), "results": data})

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Return how the OpenAPI schema describes a page."""
        link = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {
                "next": link | {"description": "The following page, or null on the last."},
                "previous": link | {"description": "The page before, or null on the first."},
                "results": schema,
            },
        }

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """Return how the OpenAPI schema describes the two parameters of every list."""
        return [
            {
                "name": "cursor",
                "in": "query",
                "required": False,
                "schema": {"type": "string"},
                "description": "The place to go on from, as found in `next` and `previous`.",
            },
            {
                "name": "limit",
                "in": "query",
                "required": False,
                "schema": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": self.max_limit,
                    "default": self.default_limit,
                },
                "description": "Entries on a page.",
            },
        ]

    def key_of(self, entry: Any) -> str:
        """Return the key of an entry of the list."""
        return str(getattr(entry, self.key))

    def _next(self) -> str | None:
        back = self.cursor is not None and self.cursor.back
        if not self.page:
            return None
        return self._link(Cursor(self.key_of(self.page[-1]))) if back or self.more else None

    def _previous(self) -> str | None:
        if not self.page or self.cursor is None or (self.cursor.back and not self.more):
            return None
        return self._link(Cursor(self.key_of(self.page[0]), back=True))

    def _link(self, cursor: Cursor) -> str:
        query = self.request.query_params.copy()
        query["cursor"] = cursor.text()
        return self.request.build_absolute_uri(f"{self.request.path}?{query.urlencode()}")


class NewestFirstPagination(KeysetPagination):
    """By id, the newest first: games and tournaments."""

    newest_first = True


class NamePagination(KeysetPagination):
    """By unique name: bots."""

    key = "name"
    key_pattern = re.compile(r"[^\x00]{1,200}")


class RulesetPagination(KeysetPagination):
    """By key, over what is registered in this process rather than in a table."""

    key = "key"
    key_pattern = re.compile(r"[^\x00]{1,200}")

    def read(self, entries: Any, key: str | None, limit: int, *, descending: bool) -> list[Any]:
        """Return up to that many rulesets beyond a key."""
        ordered = sorted(entries, key=self.key_of, reverse=descending)
        beyond = [
            entry
            for entry in ordered
            if key is None or (self.key_of(entry) < key if descending else self.key_of(entry) > key)
        ]
        return beyond[:limit]


class SeenLog(NamedTuple):
    """The log of a game as some seats together see it; none: a spectator."""

    game_id: int
    viewers: Collection[int] = ()


class EventPagination(KeysetPagination):
    """By sequence number: the log of one game, as its viewers may see it; the entries are a ``SeenLog``."""

    key = "seq"
    default_limit = 200
    max_limit = 1000

    def read(self, entries: Any, key: str | None, limit: int, *, descending: bool) -> list[Any]:
        """Return up to that many events beyond a sequence number."""
        place = int(key or 0)
        game, viewers = game_row(entries.game_id), entries.viewers
        if not descending:
            return game_lines(game, first=place + 1, last=place + limit, viewers=viewers)
        return game_lines(game, first=max(1, place - limit), last=place - 1, viewers=viewers)[::-1]


def page_limit(request: Request, default: int, most: int) -> int:
    """
    Return how many entries the client wants on a page.

    Raises:
        ApiError: `invalid_parameters`.
    """
    text = request.query_params.get("limit", str(default))
    if not re.fullmatch(r"[0-9]{1,6}", text, re.ASCII) or not 1 <= int(text) <= most:
        error = FieldError("limit", _fault(text, most), f"a whole number from 1 to {most}")
        raise ApiError("invalid_parameters", errors=[error])
    return int(text)


def _fault(text: str, most: int) -> str:
    if not re.fullmatch(r"-?[0-9]{1,18}", text, re.ASCII):
        return "wrong_type"
    return "too_large" if int(text) > most else "too_small"
