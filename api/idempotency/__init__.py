"""Idempotency keys and the responses stored under them."""

from api.idempotency.decorator import idempotent
from api.idempotency.stored_responses import delete_expired_responses

__all__ = ["delete_expired_responses", "idempotent"]
