"""
The Celery app, which finds the tasks in each app's `tasks.py`.

The broker may lose or repeat a message: leases in PostgreSQL decide which worker plays a game.
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
    """Configure logging by Django's settings; a receiver of this signal also keeps Celery from configuring its own."""
    from logging.config import dictConfig

    from django.conf import settings

    dictConfig(settings.LOGGING)


@worker_process_init.connect
def _die_with_the_worker(**_: Any) -> None:
    """End a pool process together with its worker, so that it does not continue playing with a lost lease."""
    from config import embedded

    embedded.die_with_parent()


@worker_process_init.connect
def _collect_garbage_less_often(**_: Any) -> None:
    """
    Collect garbage less often.

    A batch of games creates tens of thousands of small values without cycles. With the default thresholds, the
    collector would traverse them and all of Django many times.
    """
    collect_less_often()
