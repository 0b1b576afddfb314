"""Celery tasks of the API."""

from celery import shared_task
from django.utils import timezone

from api.idempotency import delete_expired_responses

__all__ = ["sweep_answers"]


@shared_task
def sweep_answers() -> int:
    """Delete the expired responses of idempotency keys; return their number."""
    return delete_expired_responses(now=timezone.now())
