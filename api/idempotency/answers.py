"""Answers kept by their `Idempotency-Key`, and holding a key while its request is worked on."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from django.db import connection
from django.utils import timezone

from api.models import KeptAnswer

__all__ = ["KEPT_FOR", "Content", "answer_keep", "answer_kept", "answers_sweep", "key_hold"]

#: How long an answer is kept.
KEPT_FOR: Final = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Content:
    """What an answer says, as it goes over the wire."""

    status: int
    content: bytes
    content_type: str
    headers: Mapping[str, str]


@contextmanager
def key_hold(user_id: int, key: str) -> Iterator[bool]:
    """
    Hold a user's key for a block, against every process; yields False if somebody else holds it.

    A lock of the database's session: it ends with the connection if the process dies, and unlike a row that says
    "being worked on" it cannot be left behind.
    """
    number = int.from_bytes(sha256(f"{user_id} {key}".encode()).digest()[:8], signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [number])
        is_ours = bool(cursor.fetchone()[0])
    try:
        yield is_ours
    finally:
        if is_ours and connection.connection is not None and not connection.connection.closed:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [number])


def answer_kept(*, user_id: int, key: str) -> KeptAnswer | None:
    """Return the answer kept for the user's key, unless its time is over."""
    oldest = timezone.now() - KEPT_FOR
    return KeptAnswer.objects.filter(user_id=user_id, key=key, created_at__gt=oldest).first()


def answer_keep(*, user_id: int, key: str, fingerprint: bytes, content: Content) -> None:
    """Keep an answer; call while holding the key. An older one of the same key, whose time is over, gives way."""
    KeptAnswer.objects.update_or_create(
        user_id=user_id,
        key=key,
        defaults={
            "fingerprint": fingerprint,
            "status": content.status,
            "content": content.content,
            "content_type": content.content_type,
            "headers": dict(content.headers),
            "created_at": timezone.now(),
        },
    )


def answers_sweep(*, now: datetime) -> int:
    """Delete the answers whose time is over; return how many."""
    deleted, _ = KeptAnswer.objects.filter(created_at__lte=now - KEPT_FOR).delete()
    return deleted
