"""Rulesets."""

from api.v1.rulesets import views

__all__ = ["views"]
