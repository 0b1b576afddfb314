"""The composition root as a Django app: set up before any other app is used."""

from django.apps import AppConfig


class RodeoConfig(AppConfig):
    """Set the Celery app and register the system checks, in every process that sets up Django."""

    name = "config"
    verbose_name = "Rodeo"

    def ready(self) -> None:
        from config import celery, checks

        celery.app.set_default()
        checks.register_all()
