"""Fields that take what they say and nothing that merely looks like it; their messages say what is expected."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request

__all__ = ["Flag", "Names", "NothingSerializer", "StrictObject", "StrictSerializer", "Text", "WholeNumber"]

_REQUIRED = "a value"


class StrictSerializer(serializers.Serializer[Any]):
    """A shape that refuses what it does not know."""

    default_error_messages = {"invalid": "an object"}

    @classmethod
    def values_of(cls, request: Request) -> dict[str, Any]:
        """
        Return the values of a request's body.

        Raises:
            ValidationError: it has another shape.
        """
        body = cls(data=request.data)
        body.is_valid(raise_exception=True)
        values: dict[str, Any] = body.validated_data
        return values

    def to_internal_value(self, data: Any) -> Any:
        """
        Return the checked values.

        Raises:
            ValidationError: an unknown field beside whatever else is wrong.
        """
        unknown = sorted(set(data) - set(self.fields)) if isinstance(data, Mapping) else []
        faults: dict[str, Any] = {name: [ErrorDetail(self._known(), "unknown_field")] for name in unknown}
        try:
            values = super().to_internal_value(data)
        except ValidationError as error:
            if not isinstance(error.detail, dict):
                raise
            raise ValidationError({**error.detail, **faults}) from error
        if faults:
            raise ValidationError(faults)
        return values

    def _known(self) -> str:
        return "one of " + ", ".join(self.fields) if self.fields else "no fields"


class WholeNumber(serializers.IntegerField):
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


class Flag(serializers.BooleanField):
    """A JSON boolean: no text, no number."""

    default_error_messages = {"required": _REQUIRED, "invalid": "true or false"}

    def to_internal_value(self, data: Any) -> bool:
        """Return the boolean."""
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return data


class Text(serializers.CharField):
    """A JSON string: no number taken for its digits."""

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


class StrictObject(serializers.DictField):
    """A JSON object of any content, which whoever gets it must judge."""

    default_error_messages = {"required": _REQUIRED, "not_a_dict": "an object"}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the object as it is."""
        if not isinstance(data, dict):
            self.fail("not_a_dict")
        return data


class Names(serializers.ListField):
    """A list of texts."""

    child = Text(max_length=200)
    default_error_messages = {
        "required": _REQUIRED,
        "not_a_list": "a list of texts",
        "min_length": "at least {min_length} entries",
        "max_length": "at most {max_length} entries",
    }


class NothingSerializer(StrictSerializer):
    """A body without content."""
