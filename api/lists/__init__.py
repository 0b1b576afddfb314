"""Filters and keyset pagination of lists."""

from api.lists.choices import list_ruleset_choices, list_users
from api.lists.pagination import (
    PAGE_PARAMETERS,
    EventPagination,
    KeyedRows,
    NamePagination,
    RulesetPagination,
)

__all__ = [
    "PAGE_PARAMETERS",
    "EventPagination",
    "KeyedRows",
    "NamePagination",
    "RulesetPagination",
    "list_ruleset_choices",
    "list_users",
]
