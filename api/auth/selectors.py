"""Find tokens by their secret."""

from datetime import datetime
from typing import Final

from django.contrib.auth.models import User
from django.db import DEFAULT_DB_ALIAS

from api.auth.services import TOKEN_PREFIX, hash_secret
from api.models import Token
from games.db import execute

__all__ = ["find_token"]

_MAX_SECRET_LENGTH = 100

_TOKEN: Final = tuple(field.attname for field in Token._meta.concrete_fields)
_OWNER: Final = tuple(field.attname for field in User._meta.concrete_fields)

#: Raw SQL: nearly every request runs it, and the ORM takes longer to compile it than PostgreSQL to run it.
_FIND: Final = f"""
    SELECT {", ".join(f"token.{name}" for name in _TOKEN)}, {", ".join(f"owner.{name}" for name in _OWNER)}
    FROM api_token token JOIN auth_user owner ON owner.id = token.owner_id
    WHERE token.digest = %s AND token.revoked_at IS NULL AND owner.is_active
      AND (token.expires_at IS NULL OR token.expires_at > %s::timestamptz)
"""  # noqa: S608 - the names of the models' own columns


def find_token(secret: str, *, now: datetime) -> Token | None:
    """Return the token of that secret with its owner, unless it is expired or revoked or the owner is inactive."""
    if not secret.startswith(TOKEN_PREFIX) or len(secret) > _MAX_SECRET_LENGTH or not secret.isascii():
        return None
    row = execute(_FIND, [hash_secret(secret), now]).fetchone()
    if row is None:
        return None
    token = Token.from_db(DEFAULT_DB_ALIAS, _TOKEN, row[: len(_TOKEN)])
    token.owner = User.from_db(DEFAULT_DB_ALIAS, _OWNER, row[len(_TOKEN) :])
    return token
