"""Base class of read-only admins."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

__all__ = ["ReadOnlyAdmin"]


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Base class for models whose rows cannot be added, changed or deleted in the admin."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
