"""Making and revoking tokens."""

import secrets
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Final

from django.contrib.auth.models import User
from django.utils import timezone

from api.models import Token

__all__ = ["TOKEN_PREFIX", "IssuedToken", "digest_of", "token_create", "token_revoke"]

#: Every secret begins so: scanners find leaked ones, and people know what they look at.
TOKEN_PREFIX: Final = "rodeo_"  # noqa: S105 - public, in every token
_SHOWN: Final = 12


@dataclass(frozen=True, slots=True)
class IssuedToken:
    """A token just made, with its secret: the only time it can be read."""

    token: Token
    secret: str = field(repr=False)


def digest_of(secret: str) -> bytes:
    """Return what is stored of a secret."""
    return sha256(secret.encode()).digest()


def token_create(*, owner: User, name: str, expires_at: datetime | None = None) -> IssuedToken:
    """Make a token that acts for a user."""
    secret = TOKEN_PREFIX + secrets.token_urlsafe(32)
    token = Token.objects.create(
        owner=owner, name=name, prefix=secret[:_SHOWN], digest=digest_of(secret), expires_at=expires_at
    )
    return IssuedToken(token, secret)


def token_revoke(token: Token) -> None:
    """Refuse a token from now on; revoking twice keeps the first time."""
    Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())
    token.refresh_from_db(fields=["revoked_at"])
