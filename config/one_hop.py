"""
Requests answered in one hop: to a thread, through all middleware and the view, and back.

Django's own handler takes each request to its thread and back twice for every layer of middleware, which costs more
than most views. Only a view that is asynchronous, because it waits, needs the layers in the event loop.
"""

from typing import Any

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve

__all__ = ["OneHopHandler"]


class OneHopHandler(ASGIHandler):
    """
    Django's ASGI handler, with a second chain of the same middleware for views that are not asynchronous.
    """

    def __init__(self) -> None:
        super().__init__()
        at_once = BaseHandler()
        at_once.load_middleware(is_async=False)
        self._at_once = sync_to_async(at_once.get_response, thread_sensitive=True)

    async def get_response_async(self, request: HttpRequest) -> Any:
        """
        Answer in the request's thread, or in the event loop if the view is at home there.
        """
        if _is_asynchronous(request.path_info):
            return await super().get_response_async(request)
        answer: HttpResponseBase = await self._at_once(request)
        return answer


def _is_asynchronous(path: str) -> bool:
    try:
        return bool(iscoroutinefunction(resolve(path).func))
    except Resolver404:
        return False
