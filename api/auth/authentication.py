"""Who asks: programs show a token, people in a browser their session."""

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from api.auth.selectors import token_of_secret
from api.models import Token
from api.problems import ApiError

__all__ = ["SessionAuthentication", "TokenAuthentication"]


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer rodeo_...`"""

    def authenticate(self, request: Request) -> tuple[AbstractBaseUser, Token] | None:
        """
        Return the token and its owner; None when no bearer token is shown.

        Raises:
            AuthenticationFailed: the token is unknown, expired or revoked, or its owner is inactive.
        """
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = token_of_secret(secret.strip(), now=timezone.now())
        if token is None:
            raise exceptions.AuthenticationFailed
        return token.owner, token

    def authenticate_header(self, request: Request) -> str:
        """Return the challenge that goes with a 401."""
        return 'Bearer realm="rodeo"'


class SessionAuthentication(authentication.SessionAuthentication):
    """Django's session, for the page that tries requests out; what changes something needs the CSRF token."""

    def enforce_csrf(self, request: Request) -> None:
        """
        Refuse a request that another site may have made.

        Raises:
            ApiError: `csrf_failed`.
        """
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as error:
            raise ApiError("csrf_failed") from error
