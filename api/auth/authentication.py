"""Authenticate clients: programs by an API token, people in a browser by their session."""

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from api.auth.selectors import find_token
from api.models import Token
from api.problems import ApiError

__all__ = ["SessionAuthentication", "TokenAuthentication"]


class TokenAuthentication(authentication.BaseAuthentication):
    """Authenticates by `Authorization: Bearer rodeo_...`."""

    def authenticate(self, request: Request) -> tuple[AbstractBaseUser, Token] | None:
        """
        Return the token and its owner; None if the request has no bearer token.

        Raises:
            AuthenticationFailed: the token is unknown, expired or revoked, or its owner is inactive.
        """
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = find_token(secret.strip(), now=timezone.now())
        if token is None:
            raise exceptions.AuthenticationFailed
        return token.owner, token

    def authenticate_header(self, request: Request) -> str:
        """Return the `WWW-Authenticate` header of a 401."""
        return 'Bearer realm="rodeo"'


class SessionAuthentication(authentication.SessionAuthentication):
    """Authenticates by Django's session, for the page that sends requests; changes need the CSRF token."""

    def enforce_csrf(self, request: Request) -> None:
        """
        Refuse a request without the CSRF token.

        Raises:
            ApiError: `csrf_failed`.
        """
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as error:
            raise ApiError("csrf_failed") from error
