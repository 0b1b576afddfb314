"""Bots."""

from api.v1.bots import views

__all__ = ["views"]
