"""
Finding tokens.
"""

from datetime import datetime

from django.db.models import Q

from api.models import Token
from api.services import TOKEN_PREFIX, digest_of

__all__ = ["token_of_secret"]

_LONGEST = 100


def token_of_secret(secret: str, *, now: datetime) -> Token | None:
    """
    Return the token of that secret, with its owner, if both are still good.
    """
    if not secret.startswith(TOKEN_PREFIX) or len(secret) > _LONGEST or not secret.isascii():
        return None
    good = Q(expires_at=None) | Q(expires_at__gt=now)
    return (
        Token.objects.select_related("owner")
        .filter(good, digest=digest_of(secret), revoked_at=None, owner__is_active=True)
        .first()
    )
