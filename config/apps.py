"""The composition root as a Django app: what must be wired before any other app is used."""

from django.apps import AppConfig


class RodeoConfig(AppConfig):
    """Bind the Celery app and check the table of subscriptions, in every process that sets Django up."""

    name = "config"
    verbose_name = "Rodeo"

    def ready(self) -> None:
        from config import celery, checks

        celery.app.set_default()
        checks.register_all()
