"""Tournaments."""

from api.v1.tournaments import views

__all__ = ["views"]
