"""Parsers of request bodies, renderers of response bodies."""

from api.formats.records import BatchParser, LinesParser, PackedParser, SubmittedBatch, SubmittedRecord
from api.formats.renderers import EventStreamRenderer, JSONLinesRenderer, NDJSONRenderer, OrjsonRenderer

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
]
