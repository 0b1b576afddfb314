"""Strict serializers and fields of request bodies: no unknown field, no value of another JSON type."""

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request

__all__ = [
    "EmptySerializer",
    "NameListField",
    "StrictBooleanField",
    "StrictCharField",
    "StrictIntegerField",
    "StrictObjectField",
    "StrictSerializer",
    "shared_serializer",
]

_REQUIRED = "a value"

_Serializer = TypeVar("_Serializer", bound=serializers.BaseSerializer[Any])


@cache
def shared_serializer(serializer: type[_Serializer]) -> _Serializer:
    """Return one instance that validates all requests: copying its fields takes longer than a validation."""
    return serializer()


class StrictSerializer(serializers.Serializer[Any]):
    """A serializer that refuses unknown fields."""

    default_error_messages = {"invalid": "an object"}

    @classmethod
    def parse_body(cls, request: Request) -> dict[str, Any]:
        """
        Return the values of a request's body.

        Raises:
            ValidationError: the body has another shape.
        """
        values: dict[str, Any] = shared_serializer(cls).run_validation(request.data)
        return values

    def to_internal_value(self, data: Any) -> Any:
        """
        Return the validated values.

        Raises:
            ValidationError: with every unknown field and every other error.
        """
        unknown = sorted(set(data) - set(self.fields)) if isinstance(data, Mapping) else []
        known = "one of " + ", ".join(self.fields) if self.fields else "no fields"
        errors: dict[str, Any] = {name: [ErrorDetail(known, "unknown_field")] for name in unknown}
        try:
            values = super().to_internal_value(data)
        except ValidationError as error:
            if not isinstance(error.detail, dict):
                raise
            raise ValidationError({**error.detail, **errors}) from error
        if errors:
            raise ValidationError(errors)
        return values


class EmptySerializer(StrictSerializer):
    """A body without fields."""


class StrictIntegerField(serializers.IntegerField):
    """A JSON integer: no text, no boolean, no 1.0."""

    default_error_messages = {
        "required": _REQUIRED,
        "invalid": "a whole number",
        "max_value": "at most {max_value}",
        "min_value": "at least {min_value}",
    }

    def to_internal_value(self, data: Any) -> int:
        """Return the number."""
        if type(data) is not int:
            self.fail("invalid")
        return data


class StrictBooleanField(serializers.BooleanField):
    """A JSON boolean: no text, no number."""

    default_error_messages = {"required": _REQUIRED, "invalid": "true or false"}

    def to_internal_value(self, data: Any) -> bool:
        """Return the boolean."""
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return data


class StrictCharField(serializers.CharField):
    """A JSON string: DRF's field also takes numbers."""

    default_error_messages = {
        "required": _REQUIRED,
        "invalid": "a text",
        "blank": "a text that is not empty",
        "max_length": "at most {max_length} characters",
        "min_length": "at least {min_length} characters",
    }

    def to_internal_value(self, data: Any) -> str:
        """Return the text, without spaces around it."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictObjectField(serializers.DictField):
    """A JSON object with any content; the caller validates the content."""

    default_error_messages = {"required": _REQUIRED, "not_a_dict": "an object"}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the object unchanged."""
        if not isinstance(data, dict):
            self.fail("not_a_dict")
        return data


class NameListField(serializers.ListField):
    """A list of names."""

    child = StrictCharField(max_length=200)
    default_error_messages = {
        "required": _REQUIRED,
        "not_a_list": "a list of texts",
        "min_length": "at least {min_length} entries",
        "max_length": "at most {max_length} entries",
    }
