"""Finding tokens."""

from datetime import datetime
from typing import Final

from django.contrib.auth.models import User
from django.db import DEFAULT_DB_ALIAS

from api.auth.services import TOKEN_PREFIX, digest_of
from api.models import Token
from games.db import execute

__all__ = ["token_of_secret"]

_LONGEST = 100

_TOKEN: Final = tuple(field.attname for field in Token._meta.concrete_fields)
_OWNER: Final = tuple(field.attname for field in User._meta.concrete_fields)

#: Written out, for it is asked with nearly every request, and putting it together anew takes longer than asking it.
_FIND: Final = f"""
    SELECT {", ".join(f"token.{name}" for name in _TOKEN)}, {", ".join(f"owner.{name}" for name in _OWNER)}
    FROM api_token token JOIN auth_user owner ON owner.id = token.owner_id
    WHERE token.digest = %s AND token.revoked_at IS NULL AND owner.is_active
      AND (token.expires_at IS NULL OR token.expires_at > %s::timestamptz)
"""  # noqa: S608 - the names of the models' own columns


def token_of_secret(secret: str, *, now: datetime) -> Token | None:
    """Return the token of that secret, with its owner, if both are still good."""
    if not secret.startswith(TOKEN_PREFIX) or len(secret) > _LONGEST or not secret.isascii():
        return None
    row = execute(_FIND, [digest_of(secret), now]).fetchone()
    if row is None:
        return None
    token = Token.from_db(DEFAULT_DB_ALIAS, _TOKEN, row[: len(_TOKEN)])
    token.owner = User.from_db(DEFAULT_DB_ALIAS, _OWNER, row[len(_TOKEN) :])
    return token
