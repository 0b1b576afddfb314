"""Writing answers: JSON by orjson."""

from collections.abc import Mapping
from typing import Any

import orjson
from rest_framework.renderers import BaseRenderer

__all__ = ["EventStreamRenderer", "JSONLinesRenderer", "NDJSONRenderer", "OrjsonRenderer", "ready_json"]


def ready_json(text: str) -> orjson.Fragment:
    """Return JSON text that goes into the answer as it is, without being read and written again."""
    return orjson.Fragment(text)


class _BytesRenderer(BaseRenderer):
    """What all renderers here have in common: they make bytes, whose encoding is the format's own."""

    charset = None
    render_style = "binary"


class OrjsonRenderer(_BytesRenderer):
    """Renders JSON; about ten times as fast as the standard library."""

    media_type = "application/json"
    format = "json"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return the bytes of the answer; none for an answer without content."""
        return b"" if data is None else orjson.dumps(data)


class JSONLinesRenderer(_BytesRenderer):
    """Stands for `application/jsonl` in content negotiation; the views that offer it write the lines."""

    media_type = "application/jsonl"
    format = "jsonl"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return lines that are bytes already."""
        assert isinstance(data, bytes), "a record is written line by line before it is rendered"
        return data


class EventStreamRenderer(_BytesRenderer):
    """Stands for `text/event-stream` in content negotiation; ``api.streaming.events`` writes the messages."""

    media_type = "text/event-stream"
    format = "events"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return nothing: answers that have data are not rendered here."""
        assert data is None, "a stream writes its own messages"
        return b""


class NDJSONRenderer(JSONLinesRenderer):
    """Stands for `application/x-ndjson`: one packed record a line."""

    media_type = "application/x-ndjson"
    format = "ndjson"
