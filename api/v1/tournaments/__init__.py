"""Tournaments."""

from api.v1.tournaments import views
from api.v1.tournaments.filters import TournamentFilterSet

__all__ = ["TournamentFilterSet", "views"]
