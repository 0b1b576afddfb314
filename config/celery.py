"""
The Celery app: how tasks travel. What they do is in the apps' `tasks.py`.

PostgreSQL holds the truth and a lease there decides who plays a game, so the broker may lose or repeat any message.
"""

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_process_init

from config.web import collect_less_often

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("rodeo")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def _log_as_django_does(**_: Any) -> None:
    """Log by Django's settings; connecting this at all keeps Celery from laying its own handlers over them."""
    from logging.config import dictConfig

    from django.conf import settings

    dictConfig(settings.LOGGING)


@worker_process_init.connect
def _die_with_the_worker(**_: Any) -> None:
    """Tie a pool process to its worker: a killed worker must not leave one playing on with a lost lease."""
    from config import embedded

    embedded.die_with_parent()


@worker_process_init.connect
def _collect_garbage_less_often(**_: Any) -> None:
    """
    Do as ``collect_less_often`` says.

    A batch of games is tens of thousands of small values without cycles: by the default thresholds the collector
    walks over them, and over all of Django, again and again while they are made.
    """
    collect_less_often()
