"""Choices that the filters of several lists share."""

from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import QuerySet

from engine.core import registry

__all__ = ["list_ruleset_choices", "list_users"]


def list_ruleset_choices() -> list[tuple[str, str]]:
    """Return the keys of all rulesets with their titles."""
    return [(ruleset.key, ruleset.title) for ruleset in registry.all_rulesets()]


def list_users(request: Any) -> QuerySet[Any]:
    """Return all users; the model is known only when the filter is used."""
    return get_user_model().objects.all()
