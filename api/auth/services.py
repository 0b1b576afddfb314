"""Create and revoke tokens."""

import secrets
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Final

from django.contrib.auth.models import User
from django.utils import timezone

from api.models import Token

__all__ = ["TOKEN_PREFIX", "IssuedToken", "hash_secret", "token_create", "token_revoke"]

#: Prefix of every secret: secret scanners find leaked tokens by it, and people recognise them.
TOKEN_PREFIX: Final = "rodeo_"  # noqa: S105 - public, in every token
_PREFIX_LENGTH: Final = 12


@dataclass(frozen=True, slots=True)
class IssuedToken:
    """A new token with its secret, which is not stored."""

    token: Token
    secret: str = field(repr=False)


def hash_secret(secret: str) -> bytes:
    """Return the SHA-256 of a secret, which is stored."""
    return sha256(secret.encode()).digest()


def token_create(*, owner: User, name: str, expires_at: datetime | None = None) -> IssuedToken:
    """Create a token that acts for a user."""
    secret = TOKEN_PREFIX + secrets.token_urlsafe(32)
    token = Token.objects.create(
        owner=owner,
        name=name,
        prefix=secret[:_PREFIX_LENGTH],
        digest=hash_secret(secret),
        expires_at=expires_at,
    )
    return IssuedToken(token, secret)


def token_revoke(token: Token) -> None:
    """Revoke a token; revoking it again keeps the first time."""
    Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())
    token.refresh_from_db(fields=["revoked_at"])
