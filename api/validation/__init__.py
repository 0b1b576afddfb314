"""Validate request bodies and query parameters strictly, with a stable code per error."""

from api.validation.errors import STABLE_CODES, list_field_errors
from api.validation.fields import (
    EmptySerializer,
    NameListField,
    StrictBooleanField,
    StrictCharField,
    StrictIntegerField,
    StrictObjectField,
    StrictSerializer,
)
from api.validation.query import (
    BooleanParameter,
    IntegerParameter,
    QuerySerializer,
    RowIdParameter,
    refuse_unknown_parameters,
)

__all__ = [
    "STABLE_CODES",
    "BooleanParameter",
    "EmptySerializer",
    "IntegerParameter",
    "NameListField",
    "QuerySerializer",
    "RowIdParameter",
    "StrictBooleanField",
    "StrictCharField",
    "StrictIntegerField",
    "StrictObjectField",
    "StrictSerializer",
    "list_field_errors",
    "refuse_unknown_parameters",
]
