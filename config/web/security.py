"""Security headers of responses: content security policy and permissions policy."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

_HEADER = "Content-Security-Policy"


def build_policy(directives: dict[str, str]) -> str:
    """Return the value of a Content-Security-Policy header."""
    return "; ".join(f"{name} {sources}".rstrip() for name, sources in directives.items())


_Answering = Callable[[HttpRequest], HttpResponseBase]


def security_headers(get_response: _Answering) -> _Answering:
    """
    Middleware that sets the content security policy and the permissions policy, unless the view has set its own.

    Django 6 has such a middleware; Django 5.2, the last for Python 3.11, has none.
    """
    value = build_policy(settings.CONTENT_SECURITY_POLICY)

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault(_HEADER, value)
        response.headers.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        return response

    return answer
