"""Filters of lists: what is not known is refused, never ignored."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from rest_framework.request import Request

from api.problems import ApiError, FieldError

__all__ = ["StrictFilterBackend", "refuse_unknown_parameters"]

_OUR_CODES = {
    "invalid_choice": "unknown_value",
    "invalid": "wrong_type",
    "null_characters_not_allowed": "bad_character",
    "max_value": "too_large",
    "min_value": "too_small",
    "max_length": "too_long",
}


class StrictFilterBackend(filters.DjangoFilterBackend):
    """Filters by a view's `filterset_class` and refuses values that mean nothing with a code for each."""

    def filter_queryset(self, request: Request, queryset: QuerySet[Any], view: Any) -> QuerySet[Any]:
        """
        Return the entries that pass.

        Raises:
            ApiError: `invalid_parameters`.
        """
        filters_of_view = self.get_filterset_class(view, queryset)
        if filters_of_view is None or request.query_params.keys().isdisjoint(filters_of_view.base_filters):
            return queryset  # without a form being made for every list that is read whole
        filterset = self.get_filterset(request, queryset, view)
        if not filterset.is_valid():
            raise ApiError("invalid_parameters", errors=_refusals(filterset))
        return filterset.qs


def refuse_unknown_parameters(request: Request, known: Iterable[str]) -> None:
    """
    Refuse parameters of the query that the address does not take, or takes once and got twice.

    Raises:
        ApiError: `invalid_parameters`.
    """
    names = sorted(known)
    expected = "one of " + ", ".join(names) if names else "no parameters"
    errors = []
    for name, values in request.query_params.lists():
        if name not in names:
            errors.append(FieldError(_printable(name), "unknown_parameter", expected))
        elif len(values) > 1:
            errors.append(FieldError(name, "repeated_parameter", "one value"))
        elif not values[0]:
            errors.append(FieldError(name, "blank", "a value"))
        elif "\x00" in values[0]:
            errors.append(FieldError(name, "bad_character", "text without the character U+0000"))
    if errors:
        raise ApiError("invalid_parameters", errors=errors)


def _refusals(filterset: Any) -> list[FieldError]:
    errors = []
    for name, faults in filterset.errors.as_data().items():
        for fault in faults:
            code = _OUR_CODES.get(fault.code, fault.code)
            errors.append(FieldError(name, code, _expected(filterset.form.fields[name])))
    return errors


def _expected(field: Any) -> str:
    choices = [str(value) for value, _ in getattr(field, "choices", ()) if value not in ("", None)]
    return (
        "one of " + ", ".join(choices) if choices else str(field.help_text or field.label or "another value")
    )


def _printable(name: str) -> str:
    return name[:80].encode("utf-8", "backslashreplace").decode()
