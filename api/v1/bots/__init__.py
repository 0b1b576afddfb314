"""Bots."""

from api.v1.bots import views
from api.v1.bots.filters import BotFilterSet
from api.v1.bots.names import find_bots

__all__ = ["BotFilterSet", "find_bots", "views"]
