"""Throttle requests: one counter per client and fixed window in the shared cache."""

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
    "identify_client",
]

_log = logging.getLogger("api")

#: Timeout in seconds of the cache server; every request waits for it.
_TIMEOUT = 0.5

_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}


def identify_client(request: Request) -> str:
    """Return the client to count for: the user, with any token of the user's, else the address."""
    if request.user.is_authenticated:
        return str(request.user.pk)
    return str(BaseThrottle().get_ident(request))


class WindowThrottle(BaseThrottle, ABC):
    """
    Counts a client's requests in windows of fixed length, by one atomic increment per request.

    DRF's ``SimpleRateThrottle`` reads and writes a list of all request times, so two processes overwrite each other's
    requests.
    """

    scope: ClassVar[str] = ""
    _wait: float | None = None

    @abstractmethod
    def client(self, request: Request) -> str | None:
        """Return the client to count for, or None if this throttle does not count the request."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the request and return whether it is within the rate."""
        client, rate = self.client(request), api_settings.DEFAULT_THROTTLE_RATES.get(self.scope)
        if client is None or not rate:
            return True
        allowed, seconds = _parse_rate(str(rate))
        now = time.time()
        window = int(now // seconds)
        key = f"throttle:{self.scope}:{client}:{window}"
        self._wait = (window + 1) * seconds - now
        try:
            return _increment(key, seconds) <= allowed
        except RedisError as error:
            # A throttle must not cause an outage: serve the request uncounted.
            _log.warning("requests are not counted: %s", error)
            return True

    def wait(self) -> float | None:
        """Return the seconds until the next window begins."""
        return self._wait


class AnonymousThrottle(WindowThrottle):
    """Rate `anonymous`: requests without a token, per address."""

    scope = "anonymous"

    def client(self, request: Request) -> str | None:
        """Return the client's address, unless the client is authenticated."""
        return None if request.user.is_authenticated else self.get_ident(request)


class UserThrottle(WindowThrottle):
    """Rate `user`: requests of a user, with any token of the user's."""

    scope = "user"

    def client(self, request: Request) -> str | None:
        """Return the user, if there is one."""
        return str(request.user.pk) if request.user.is_authenticated else None


class PlayThrottle(UserThrottle):
    """Rate `play`: turns and actions of a user, counted by no other rate: bots send many more requests than people."""

    scope = "play"


class _ViewThrottle(WindowThrottle, ABC):
    """The rate that an attribute of a view names, for some of its methods."""

    #: The view's attribute with the name of the rate.
    attribute: ClassVar[str]

    @abstractmethod
    def counts(self, method: str) -> bool:
        """Return whether requests of that method are counted."""

    def client(self, request: Request) -> str | None:
        """Return the user or address, if the request is counted."""
        return identify_client(request) if self.scope and self.counts(str(request.method)) else None

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the request under the rate of the view."""
        self.scope = getattr(view, self.attribute, "")  # type: ignore[misc]
        return super().allow_request(request, view)


class ScopedThrottle(_ViewThrottle):
    """The rate in a view's `throttle_scope`, for requests that change or compute something."""

    attribute = "throttle_scope"

    def counts(self, method: str) -> bool:
        """Count all methods but those that only read."""
        return method not in ("GET", "HEAD", "OPTIONS")


class ReadThrottle(_ViewThrottle):
    """The rate in a view's `read_scope`, for expensive reads: a replay, an export."""

    attribute = "read_scope"

    def counts(self, method: str) -> bool:
        """Count GET, and HEAD, which does the same work."""
        return method in ("GET", "HEAD")


def _parse_rate(rate: str) -> tuple[int, int]:
    number, _, period = rate.partition("/")
    return int(number), _SECONDS[period]


def _increment(key: str, seconds: int) -> int:
    """
    Increment a counter that expires with its window, and return it, in one round trip.

    Django's cache needs three: it adds the key, asks whether it exists, and increments.
    """
    pipeline = _connect().pipeline(transaction=True)
    pipeline.incr(key)
    pipeline.expire(key, seconds + 1, nx=True)
    count: int = pipeline.execute()[0]
    return count


@cache
def _connect() -> Redis:
    """Return this process's connection pool to the server of the shared cache."""
    address = settings.CACHES["default"]["LOCATION"]
    return Redis.from_url(address, socket_timeout=_TIMEOUT, socket_connect_timeout=_TIMEOUT)
