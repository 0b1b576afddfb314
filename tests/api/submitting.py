"""Submitting records, as the tests of submissions do."""

from typing import Any
from urllib.parse import quote

from tests.api.client import SchemaClient

__all__ = ["BATCH", "LINES", "PACKED", "submitted"]

LINES, PACKED, BATCH = "application/jsonl", "application/json", "application/x-ndjson"


def submitted(client: SchemaClient, body: bytes, content_type: str = LINES, **query: str) -> Any:
    """Post a body as that client and return the response."""
    address = "/api/v1/submissions/?" + "&".join(f"{name}={quote(value)}" for name, value in query.items())
    return client.sent(address, body, content_type)
