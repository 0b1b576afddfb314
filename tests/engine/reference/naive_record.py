"""The record format's canonical form and hash chain, with Python's own JSON writer."""

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import Any


def canonical_text(value: Any) -> str:
    """Keys sorted, no spaces, UTF-8, nothing escaped but what JSON must escape."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def chain(header: dict[str, Any], events: Iterable[dict[str, Any]]) -> list[bytes]:
    """Return h0, h1 ... of a header (defaults written out) and its events."""
    hashes = [sha256(canonical_text(header).encode()).digest()]
    for event in events:
        hashes.append(sha256(hashes[-1] + canonical_text(event).encode()).digest())
    return hashes
