"""
Who may do what: anyone reads; a user organises what the user created; staff organise everything.
"""

from django.contrib.auth.models import AnonymousUser

from tournaments.models import Tournament

__all__ = ["may_organise"]


def may_organise(user: object, tournament: Tournament) -> bool:
    """
    Return whether the user may start and cancel the tournament.
    """
    if isinstance(user, AnonymousUser) or not getattr(user, "is_active", False):
        return False
    return bool(getattr(user, "is_staff", False)) or tournament.created_by == user
