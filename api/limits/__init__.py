"""Rate limits, and limits on concurrent long responses."""

from api.limits.long_answers import LongAnswer, Places
from api.limits.threads import reading
from api.limits.throttling import PlayThrottle, client_of

__all__ = ["LongAnswer", "Places", "PlayThrottle", "client_of", "reading"]
