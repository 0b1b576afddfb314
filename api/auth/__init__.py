"""Authentication, permissions and API tokens."""

from api.auth.permissions import may_organise, may_withdraw
from api.auth.services import IssuedToken, token_create, token_revoke

__all__ = ["IssuedToken", "may_organise", "may_withdraw", "token_create", "token_revoke"]
