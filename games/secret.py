"""Secret bytes that are never printed or logged, and the model field that stores them."""

from typing import Any, Self

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.expressions import Expression

__all__ = ["Secret", "SecretField"]


class Secret(bytes):
    """The 32 bytes of a seed. Its ``repr`` and ``str`` hide them, so that printing or logging cannot leak them."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "Secret(hidden)"

    __str__ = __repr__

    def __format__(self, format_spec: str) -> str:
        return repr(self)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


class SecretField(models.BinaryField):  # type: ignore[type-arg]
    """A bytea column whose values are read as ``Secret``."""

    def from_db_value(
        self, value: bytes | None, expression: Expression, connection: BaseDatabaseWrapper
    ) -> Secret | None:
        """Wrap the bytes that were read."""
        return None if value is None else Secret(value)
