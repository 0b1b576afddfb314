"""How often one client may ask: a counter per client and window in the shared cache."""

import logging
import time
from abc import ABC, abstractmethod
from functools import cache
from typing import Any, ClassVar

from django.conf import settings
from redis import Redis
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

__all__ = [
    "AnonymousThrottle",
    "PlayThrottle",
    "ReadThrottle",
    "ScopedThrottle",
    "UserThrottle",
    "client_of",
]

_log = logging.getLogger("api")

#: Seconds after which a server that does not answer has not counted: every request waits for it.
_PATIENCE = 0.5

_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}


def client_of(request: Request) -> str:
    """Return who asks, as far as it is counted: the user, whichever of the user's tokens is shown, else the address."""
    if request.user.is_authenticated:
        return str(request.user.pk)
    return str(BaseThrottle().get_ident(request))


class WindowThrottle(BaseThrottle, ABC):
    """
    Counts a client's requests in windows of fixed length: one atomic addition a request.

    DRF's own throttle keeps the time of every request and reads and writes the whole list each time, so that
    two processes forget each other's requests.
    """

    scope: ClassVar[str] = ""
    _wait: float | None = None

    @abstractmethod
    def client(self, request: Request) -> str | None:
        """Return who is counted, or None when this throttle does not count the request."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the request and return whether it is within the rate."""
        client, rate = self.client(request), api_settings.DEFAULT_THROTTLE_RATES.get(self.scope)
        if client is None or not rate:
            return True
        allowed, seconds = _parsed(str(rate))
        now = time.time()
        window = int(now // seconds)
        key = f"throttle:{self.scope}:{client}:{window}"
        self._wait = (window + 1) * seconds - now
        try:
            return _counted(key, seconds) <= allowed
        except RedisError as error:
            # A limit is not worth an outage: whoever can reach the database is served.
            _log.warning("requests are not counted: %s", error)
            return True

    def wait(self) -> float | None:
        """Return the seconds until the next window begins."""
        return self._wait


class AnonymousThrottle(WindowThrottle):
    """Rate `anonymous`: requests without a token, by address."""

    scope = "anonymous"

    def client(self, request: Request) -> str | None:
        """Return the client's address, unless it is authenticated."""
        return None if request.user.is_authenticated else self.get_ident(request)


class UserThrottle(WindowThrottle):
    """Rate `user`: requests of a user, whichever of the user's tokens is shown."""

    scope = "user"

    def client(self, request: Request) -> str | None:
        """Return the user, if there is one."""
        return str(request.user.pk) if request.user.is_authenticated else None


class PlayThrottle(UserThrottle):
    """
    Rate `play`: turns and actions of a user, which count as nothing else. A bot asks far more often than a person.
    """

    scope = "play"


class _ViewsOwnThrottle(WindowThrottle, ABC):
    """The rate that a view names, for some of its requests."""

    #: The view's attribute that names it.
    attribute: ClassVar[str]

    @abstractmethod
    def counts(self, method: str) -> bool:
        """Return whether requests by that method are counted."""

    def client(self, request: Request) -> str | None:
        """Return the user or address, if the request is counted."""
        return client_of(request) if self.scope and self.counts(str(request.method)) else None

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the request under the view's own rate."""
        self.scope = getattr(view, self.attribute, "")  # type: ignore[misc]
        return super().allow_request(request, view)


class ScopedThrottle(_ViewsOwnThrottle):
    """The rate named by a view's `throttle_scope`, for requests that change or compute something."""

    attribute = "throttle_scope"

    def counts(self, method: str) -> bool:
        """Count all but those that only read."""
        return method not in ("GET", "HEAD", "OPTIONS")


class ReadThrottle(_ViewsOwnThrottle):
    """The rate named by a view's `read_scope`, for what only reads but costs more than reading: a replay, an export."""

    attribute = "read_scope"

    def counts(self, method: str) -> bool:
        """Count those that read: also a question for the headers alone does all the work."""
        return method in ("GET", "HEAD")


def _parsed(rate: str) -> tuple[int, int]:
    number, _, period = rate.partition("/")
    return int(number), _SECONDS[period]


def _counted(key: str, seconds: int) -> int:
    """
    Add one to a counter that ends with its window, and return it; one exchange with the server.

    Django's cache would need three: it adds, asks whether the key exists, and increases.
    """
    pipeline = _counters().pipeline(transaction=True)
    pipeline.incr(key)
    pipeline.expire(key, seconds + 1, nx=True)
    count: int = pipeline.execute()[0]
    return count


@cache
def _counters() -> Redis:
    """Return this process's connections to the server of the shared cache."""
    address = settings.CACHES["default"]["LOCATION"]
    return Redis.from_url(address, socket_timeout=_PATIENCE, socket_connect_timeout=_PATIENCE)
