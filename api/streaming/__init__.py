"""Chunked responses and server-sent events."""

from api.streaming.chunked import streamed
from api.streaming.events import LAST_ID, Source, message, stream_of

__all__ = ["LAST_ID", "Source", "message", "stream_of", "streamed"]
