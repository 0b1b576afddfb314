"""Parsers, renderers, and records in request bodies."""

from api.formats.records import BatchParser, LinesParser, PackedParser, SubmittedBatch, SubmittedRecord
from api.formats.renderers import (
    EventStreamRenderer,
    JSONLinesRenderer,
    NDJSONRenderer,
    OrjsonRenderer,
    ready_json,
)

__all__ = [
    "BatchParser",
    "EventStreamRenderer",
    "JSONLinesRenderer",
    "LinesParser",
    "NDJSONRenderer",
    "OrjsonRenderer",
    "PackedParser",
    "SubmittedBatch",
    "SubmittedRecord",
    "ready_json",
]
