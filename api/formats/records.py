"""
Reading records out of request bodies: one on many lines, one packed in an object, or a batch with one on each line.

A body is not read into objects here: it is kept as it came, in memory while it is small, and judged record by record.
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

_IN_MEMORY: Final = 1024 * 1024
_PIECE: Final = 256 * 1024


class SubmittedRecord:
    """One record as it came."""

    def __init__(self, text: bytes, form: RecordForm) -> None:
        self.digest = sha256(text).digest()
        self.form = form
        self._text = text

    def texts(self) -> Iterator[bytes]:
        """Yield the record's text."""
        yield self._text


class SubmittedBatch:
    """Many records as they came, one on each line."""

    form = RecordForm.PACKED

    def __init__(self, body: IO[bytes], digest: bytes) -> None:
        self.digest = digest
        self._body = body

    def texts(self) -> Iterator[bytes | None]:
        """Yield each record's text; None stands for one that is too large."""
        longest: int = settings.API_MAX_RECORD_BYTES
        self._body.seek(0)
        while line := self._body.readline(longest + 2):
            if len(line.rstrip(b"\r\n")) <= longest:
                yield line
                continue
            while line and not line.endswith(b"\n"):
                line = self._body.readline(_PIECE)
            yield None


class _RecordParser(BaseParser):
    """Reads one record."""

    form: ClassVar[RecordForm]

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """
        Return the record as it came, a ``SubmittedRecord``.

        Raises:
            ApiError: `body_too_large`, `no_records`.
        """
        limit: int = settings.API_MAX_RECORD_BYTES
        text: bytes = stream.read(limit + 1)
        if len(text) > limit:
            raise ApiError("body_too_large", detail=f"A record may have at most {limit} bytes.")
        if not text:
            raise ApiError("no_records")
        return SubmittedRecord(text, self.form)


class LinesParser(_RecordParser):
    """A record on many lines: header, events, trailer."""

    media_type = "application/jsonl"
    form = RecordForm.LINES


class PackedParser(_RecordParser):
    """A record as one object: `{"header": ..., "events": [...], "trailer": ...}`."""

    media_type = "application/json"
    form = RecordForm.PACKED


class BatchParser(BaseParser):
    """Records as objects, one on each line."""

    media_type = "application/x-ndjson"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """
        Return the batch, a ``SubmittedBatch``, as long as it is not larger than one may be.

        Raises:
            ApiError: `body_too_large`, `too_many_records`, `no_records`.
        """
        limit: int = settings.API_MAX_BATCH_BYTES
        most: int = settings.API_MAX_BATCH_RECORDS
        body = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - the batch reads it
        hashed, size, lines = sha256(), 0, 0
        last = b"\n"
        while piece := stream.read(_PIECE):
            size += len(piece)
            lines += piece.count(b"\n")
            if size > limit:
                raise ApiError("body_too_large", detail=f"A batch may have at most {limit} bytes.")
            hashed.update(piece)
            body.write(piece)
            last = piece[-1:]
        records = lines + (last != b"\n")
        if records > most:
            raise ApiError("too_many_records", detail=f"A batch may have at most {most} records.")
        if not records:
            raise ApiError("no_records")
        return SubmittedBatch(body, hashed.digest())
