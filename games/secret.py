"""Secret bytes: a value that does not show itself, and the model field that keeps it."""

from typing import Any, Self

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.expressions import Expression

__all__ = ["Secret", "SecretField"]


class Secret(bytes):
    """The 32 bytes of a seed. Printing, formatting or logging one shows that it is there and nothing else."""

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
    """A bytea column whose values arrive as ``Secret``."""

    def from_db_value(
        self, value: bytes | None, expression: Expression, connection: BaseDatabaseWrapper
    ) -> Secret | None:
        """Wrap what the database holds."""
        return None if value is None else Secret(value)
