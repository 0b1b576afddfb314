"""Celery tasks of the API."""

from celery import shared_task
from django.utils import timezone

from api.idempotency import answers_sweep

__all__ = ["sweep_answers"]


@shared_task
def sweep_answers() -> int:
    """Delete answers kept by their key whose time is over; return how many."""
    return answers_sweep(now=timezone.now())
