"""Forks."""

from api.v1.forks import views

__all__ = ["views"]
