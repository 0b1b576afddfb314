"""Query parameters: one serializer per address; unknown, repeated and empty parameters are refused."""

import re
from collections.abc import Iterable
from typing import Any, Final

from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from api.problems import ApiError, FieldError
from api.validation.errors import list_field_errors
from api.validation.fields import shared_serializer

__all__ = [
    "BooleanParameter",
    "IntegerParameter",
    "QuerySerializer",
    "RowIdParameter",
    "refuse_unknown_parameters",
]

#: The largest id an address or parameter can have: 18 digits, which PostgreSQL's bigint holds.
_MAX_ID: Final = 10**18 - 1
_INTEGER: Final = re.compile(r"-?[0-9]{1,18}", re.ASCII)
_MAX_NAME_SHOWN: Final = 80


class QuerySerializer(serializers.Serializer[Any]):
    """The query parameters of one address."""

    @classmethod
    def parse_query(cls, request: Request) -> dict[str, Any]:
        """
        Return the values of a request's query parameters, with defaults.

        Raises:
            ApiError: `invalid_parameters`.
        """
        try:
            values: dict[str, Any] = shared_serializer(cls).run_validation(request.query_params.dict())
        except ValidationError as error:
            raise ApiError(
                "invalid_parameters", errors=list_field_errors(error.get_full_details())
            ) from error
        return values


class IntegerParameter(serializers.IntegerField):
    """An integer of ASCII digits within bounds. DRF's field also takes `1.0`, `+1`, `1_0` and other scripts' digits."""

    def __init__(self, *, min_value: int = 0, max_value: int, **options: Any) -> None:
        bounds = f"a whole number from {min_value} to {max_value}"
        codes = ("invalid", "min_value", "max_value")
        messages = dict.fromkeys(codes, bounds) | options.pop("error_messages", {})
        super().__init__(min_value=min_value, max_value=max_value, error_messages=messages, **options)

    def to_internal_value(self, data: Any) -> int:
        """Return the number."""
        if not _INTEGER.fullmatch(data):
            self.fail("invalid")
        return int(data)


class RowIdParameter(IntegerParameter):
    """The id of a row, which may be left out."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_value=_MAX_ID, required=False, **options)


class BooleanParameter(serializers.ChoiceField):
    """`true` or `false`, which may be left out. DRF's field also takes `1`, `on`, `yes` and others."""

    default_error_messages = {"invalid_choice": "one of true, false"}

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=["true", "false"], required=False, **options)

    def to_internal_value(self, data: Any) -> Any:
        """Return the boolean."""
        return bool(super().to_internal_value(data) == "true")


def refuse_unknown_parameters(request: Request, known: Iterable[str]) -> None:
    """
    Refuse query parameters that the address does not take, that are repeated, empty, or have the character U+0000.

    Raises:
        ApiError: `invalid_parameters`.
    """
    names = sorted(known)
    expected = "one of " + ", ".join(names) if names else "no parameters"
    errors = []
    for name, values in request.query_params.lists():
        if name not in names:
            shown = name[:_MAX_NAME_SHOWN].encode("utf-8", "backslashreplace").decode()
            errors.append(FieldError(shown, "unknown_parameter", expected))
        elif len(values) > 1:
            errors.append(FieldError(name, "repeated_parameter", "one value"))
        elif not values[0]:
            errors.append(FieldError(name, "blank", "a value"))
        elif "\x00" in values[0]:
            errors.append(FieldError(name, "bad_character", "text without the character U+0000"))
    if errors:
        raise ApiError("invalid_parameters", errors=errors)
