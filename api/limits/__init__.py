"""Rate limits, and limits on concurrent long responses."""

from api.limits.long_responses import LongResponse, SlotPool
from api.limits.threads import reading
from api.limits.throttling import PlayThrottle, identify_client

__all__ = ["LongResponse", "PlayThrottle", "SlotPool", "identify_client", "reading"]
