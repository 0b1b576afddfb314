"""Flatten the validation errors of DRF and Django into field errors with stable codes."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rest_framework.settings import api_settings

from api.problems import FieldError

__all__ = ["STABLE_CODES", "list_field_errors"]

#: Codes of the fields of DRF, Django and django-filter, and the stable codes of the API for them.
STABLE_CODES: Final[Mapping[str, str]] = {
    "invalid": "wrong_type",
    "not_a_list": "wrong_type",
    "not_a_dict": "wrong_type",
    "invalid_choice": "unknown_value",
    "max_length": "too_long",
    "min_length": "too_short",
    "max_value": "too_large",
    "min_value": "too_small",
    "empty": "too_short",
    "null": "wrong_type",
    "does_not_exist": "not_found",
    "null_characters_not_allowed": "bad_character",
    "surrogate_characters_not_allowed": "bad_character",
}


def list_field_errors(details: Any, path: str = "") -> Iterator[FieldError]:
    """Yield the entries of ``ValidationError.get_full_details()``, each with the dotted path of its field."""
    if _is_message(details):
        code = details["code"]
        yield FieldError(path, STABLE_CODES.get(code, code), str(details["message"]))
        return
    parts = details.items() if isinstance(details, Mapping) else _enumerate(details)
    for name, inner in parts:
        own = "" if name == api_settings.NON_FIELD_ERRORS_KEY else str(name)
        yield from list_field_errors(inner, ".".join(part for part in (path, own) if part))


def _is_message(details: Any) -> bool:
    return (
        isinstance(details, Mapping)
        and details.keys() == {"message", "code"}
        and isinstance(details["code"], str)
    )


def _enumerate(details: list[Any]) -> Iterator[tuple[str, Any]]:
    """Yield the entries of a list by their index; messages about one field have no index of their own."""
    messages = all(_is_message(item) for item in details)
    for number, item in enumerate(details):
        if item:
            yield ("" if messages else str(number), item)
