"""Filters and keyset pagination of lists."""

from api.lists.filters import refuse_unknown_parameters
from api.lists.pagination import (
    LIST_PARAMETERS,
    EventPagination,
    NamePagination,
    NewestFirstPagination,
    RulesetPagination,
    SeenLog,
)

__all__ = [
    "LIST_PARAMETERS",
    "EventPagination",
    "NamePagination",
    "NewestFirstPagination",
    "RulesetPagination",
    "SeenLog",
    "refuse_unknown_parameters",
]
