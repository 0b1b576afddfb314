"""Permissions: anyone reads; users organise what they created; staff organise everything."""

from django.contrib.auth.models import AnonymousUser

from games.models import LiveGame
from tournaments.models import Tournament

__all__ = ["may_organise", "may_withdraw"]


def may_organise(user: object, tournament: Tournament) -> bool:
    """Return whether the user may start, change and end the tournament."""
    return _is_staff(user) or (_is_user(user) and tournament.created_by == user)


def may_withdraw(user: object, live: LiveGame) -> bool:
    """Return whether the user may withdraw the open game."""
    return _is_staff(user) or (_is_user(user) and live.created_by == user)


def _is_user(user: object) -> bool:
    return not isinstance(user, AnonymousUser) and bool(getattr(user, "is_active", False))


def _is_staff(user: object) -> bool:
    return _is_user(user) and bool(getattr(user, "is_staff", False))
