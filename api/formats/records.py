"""
Parsers of submitted records: one record on many lines, one packed in an object, or a batch with one per line.

They check sizes only and keep the bytes, a large batch in a temporary file; the engine parses record by record.
"""

import tempfile
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import IO, Any, ClassVar, Final

from django.conf import settings
from rest_framework.parsers import BaseParser

from api.problems import ApiError
from engine.core import RecordForm

__all__ = ["BatchParser", "LinesParser", "PackedParser", "SubmittedBatch", "SubmittedRecord"]

_MAX_MEMORY_BYTES: Final = 1024 * 1024
_CHUNK_BYTES: Final = 256 * 1024


class SubmittedRecord:
    """The bytes of one record."""

    def __init__(self, text: bytes, form: RecordForm) -> None:
        self.digest = sha256(text).digest()
        self.form = form
        self._text = text

    def texts(self) -> Iterator[bytes]:
        """Yield the record's text."""
        yield self._text


class SubmittedBatch:
    """The bytes of many records, one per line."""

    form = RecordForm.PACKED

    def __init__(self, body: IO[bytes], digest: bytes) -> None:
        self.digest = digest
        self._body = body

    def texts(self) -> Iterator[bytes | None]:
        """Yield the text of each record, or None for a record that is too large."""
        max_bytes: int = settings.API_MAX_RECORD_BYTES
        self._body.seek(0)
        while line := self._body.readline(max_bytes + 2):
            if len(line.rstrip(b"\r\n")) <= max_bytes:
                yield line
                continue
            while line and not line.endswith(b"\n"):
                line = self._body.readline(_CHUNK_BYTES)
            yield None


class _RecordParser(BaseParser):
    """Parses one record."""

    form: ClassVar[RecordForm]

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """
        Return the record as a ``SubmittedRecord``.

        Raises:
            ApiError: `body_too_large`, `no_records`.
        """
        limit: int = settings.API_MAX_RECORD_BYTES
        text: bytes = stream.read(limit + 1)
        if len(text) > limit:
            raise ApiError("body_too_large", detail=f"The record has more than the {limit} bytes allowed.")
        if not text:
            raise ApiError("no_records")
        return SubmittedRecord(text, self.form)


class LinesParser(_RecordParser):
    """Parses a record on many lines: header, events, trailer."""

    media_type = "application/jsonl"
    form = RecordForm.LINES


class PackedParser(_RecordParser):
    """Parses a record in one object: `{"header": ..., "events": [...], "trailer": ...}`."""

    media_type = "application/json"
    form = RecordForm.PACKED


class BatchParser(BaseParser):
    """Parses a batch of records in one object per line."""

    media_type = "application/x-ndjson"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """
        Return the batch as a ``SubmittedBatch``.

        Raises:
            ApiError: `body_too_large`, `too_many_records`, `no_records`.
        """
        limit: int = settings.API_MAX_BATCH_BYTES
        max_records: int = settings.API_MAX_BATCH_RECORDS
        body = tempfile.SpooledTemporaryFile(max_size=_MAX_MEMORY_BYTES)  # noqa: SIM115 - the batch reads it
        hashed, size, lines = sha256(), 0, 0
        last = b"\n"
        while chunk := stream.read(_CHUNK_BYTES):
            size += len(chunk)
            lines += chunk.count(b"\n")
            if size > limit:
                raise ApiError(
                    "body_too_large",
                    detail=f"The batch has more than the {limit} bytes allowed; send it in parts.",
                )
            hashed.update(chunk)
            body.write(chunk)
            last = chunk[-1:]
        records = lines + (last != b"\n")
        if records > max_records:
            detail = f"The batch has more than the {max_records} records allowed; send it in parts."
            raise ApiError("too_many_records", detail=detail)
        if not records:
            raise ApiError("no_records")
        return SubmittedBatch(body, hashed.digest())
