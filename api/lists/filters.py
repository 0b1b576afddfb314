"""Filter lists by django-filter; refuse filter values that name nothing."""

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from rest_framework.request import Request

from api.problems import ApiError, FieldError
from api.validation import STABLE_CODES

__all__ = ["StrictFilterBackend"]


class StrictFilterBackend(filters.DjangoFilterBackend):
    """Filter by a view's `filterset_class`; a value that names nothing is an error, not an empty list."""

    def filter_queryset(self, request: Request, queryset: QuerySet[Any], view: Any) -> QuerySet[Any]:
        """
        Return the filtered rows.

        Raises:
            ApiError: `invalid_parameters`.
        """
        filterset_class = self.get_filterset_class(view, queryset)
        if filterset_class is None or request.query_params.keys().isdisjoint(filterset_class.base_filters):
            return queryset  # a list without filters needs no form
        filterset = self.get_filterset(request, queryset, view)
        if not filterset.is_valid():
            raise ApiError("invalid_parameters", errors=_list_errors(filterset))
        return filterset.qs


def _list_errors(filterset: Any) -> Iterator[FieldError]:
    for name, errors in filterset.errors.as_data().items():
        for error in errors:
            code = STABLE_CODES.get(error.code, error.code)
            yield FieldError(name, code, _describe_values(filterset.form.fields[name]))


def _describe_values(field: Any) -> str:
    choices = [str(value) for value, _ in getattr(field, "choices", ()) if value not in ("", None)]
    return (
        "one of " + ", ".join(choices) if choices else str(field.help_text or field.label or "another value")
    )
