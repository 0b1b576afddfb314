"""Response headers that keep a browser from doing what the pages never ask for."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

_HEADER = "Content-Security-Policy"


def policy(directives: dict[str, str]) -> str:
    """Return the header's value for a table of directives."""
    return "; ".join(f"{name} {sources}".rstrip() for name, sources in directives.items())


_Answering = Callable[[HttpRequest], HttpResponseBase]


def security_headers(get_response: _Answering) -> _Answering:
    """
    Set the content security policy and the permissions policy, unless the view has set its own.

    Django 6 has a policy middleware of its own; this one also serves Django 5.2 on Python 3.11.
    """
    value = policy(settings.CONTENT_SECURITY_POLICY)

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault(_HEADER, value)
        response.headers.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        return response

    return answer
