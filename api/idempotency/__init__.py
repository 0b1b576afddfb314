"""Idempotency keys and stored responses."""

from api.idempotency.answers import answers_sweep
from api.idempotency.keys import KEY_PARAMETER, idempotent

__all__ = ["KEY_PARAMETER", "answers_sweep", "idempotent"]
