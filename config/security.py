"""
Response headers that keep a browser from doing what the pages never ask for.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

_HEADER = "Content-Security-Policy"


def policy(directives: dict[str, str]) -> str:
    """
    Return the header's value for a table of directives.
    """
    return "; ".join(f"{name} {sources}".rstrip() for name, sources in directives.items())


@sync_and_async_middleware
def security_headers(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """
    Set the content security policy and the permissions policy, unless the view has set its own.

    Django 6 has a policy middleware of its own; this one also serves Django 5.2 on Python 3.11.
    """
    value = policy(settings.CONTENT_SECURITY_POLICY)

    def finish(response: HttpResponseBase) -> HttpResponseBase:
        response.headers.setdefault(_HEADER, value)
        response.headers.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        return response

    if iscoroutinefunction(get_response):

        async def asynchronous(request: HttpRequest) -> HttpResponseBase:
            answer: Awaitable[HttpResponseBase] = get_response(request)
            return finish(await answer)

        return asynchronous

    def synchronous(request: HttpRequest) -> HttpResponseBase:
        return finish(get_response(request))

    return synchronous
