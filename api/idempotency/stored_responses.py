"""Store and find responses by `Idempotency-Key`, and lock a key while its request is in progress."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from django.db import connection
from django.utils import timezone

from api.models import KeptAnswer

__all__ = [
    "RETENTION",
    "StoredResponse",
    "delete_expired_responses",
    "find_response",
    "lock_key",
    "store_response",
]

#: How long a response is stored.
RETENTION: Final = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class StoredResponse:
    """The parts of a response that are sent again."""

    status: int
    content: bytes
    content_type: str
    headers: Mapping[str, str]


@contextmanager
def lock_key(user_id: int, key: str) -> Iterator[bool]:
    """
    Lock a user's key against every process while a block runs; yield False if another request holds the lock.

    A session-level advisory lock: it ends with the connection if the process dies, unlike a row that marks the request
    as in progress.
    """
    number = int.from_bytes(sha256(f"{user_id} {key}".encode()).digest()[:8], signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [number])
        is_locked = bool(cursor.fetchone()[0])
    try:
        yield is_locked
    finally:
        if is_locked and connection.connection is not None and not connection.connection.closed:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [number])


def find_response(*, user_id: int, key: str) -> KeptAnswer | None:
    """Return the response stored under the user's key, unless it has expired."""
    oldest = timezone.now() - RETENTION
    return KeptAnswer.objects.filter(user_id=user_id, key=key, created_at__gt=oldest).first()


def store_response(*, user_id: int, key: str, fingerprint: bytes, response: StoredResponse) -> None:
    """Store a response; it replaces an expired one of the same key. Call it while holding the lock of the key."""
    values = {**asdict(response), "fingerprint": fingerprint, "created_at": timezone.now()}
    KeptAnswer.objects.update_or_create(user_id=user_id, key=key, defaults=values)


def delete_expired_responses(*, now: datetime) -> int:
    """Delete the responses that have expired; return their number."""
    deleted, _ = KeptAnswer.objects.filter(created_at__lte=now - RETENTION).delete()
    return deleted
