"""Responses that take their time: downloads in chunks, server-sent events, long polls."""

from api.streaming.chunked import stream_download
from api.streaming.events import LAST_ID, Source, format_message, stream_events
from api.streaming.long_poll import Report, respond_when_final

__all__ = [
    "LAST_ID",
    "Report",
    "Source",
    "format_message",
    "respond_when_final",
    "stream_download",
    "stream_events",
]
