"""Renderers of the media types that the API responds with."""

from collections.abc import Mapping
from typing import Any

from rest_framework.renderers import BaseRenderer

from api.structs import encode_json

__all__ = ["EventStreamRenderer", "JSONLinesRenderer", "NDJSONRenderer", "OrjsonRenderer"]


class _BytesRenderer(BaseRenderer):
    """Passes bytes through: the views that offer its media type write the content themselves."""

    charset = None
    render_style = "binary"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return the content of the response, without change."""
        assert data is None or isinstance(data, bytes), f"a view writes {self.media_type} itself"
        return data or b""


class OrjsonRenderer(_BytesRenderer):
    """Renders JSON, about ten times as fast as the standard library."""

    media_type = "application/json"
    format = "json"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return the JSON; nothing for a response without content."""
        return b"" if data is None else encode_json(data)


class JSONLinesRenderer(_BytesRenderer):
    """Offers `application/jsonl` in content negotiation: one record on many lines."""

    media_type = "application/jsonl"
    format = "jsonl"


class NDJSONRenderer(_BytesRenderer):
    """Offers `application/x-ndjson` in content negotiation: one packed record per line."""

    media_type = "application/x-ndjson"
    format = "ndjson"


class EventStreamRenderer(_BytesRenderer):
    """Offers `text/event-stream` in content negotiation."""

    media_type = "text/event-stream"
    format = "events"
