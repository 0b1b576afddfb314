"""The composition root as a Django app: what must be wired before any other app is used."""

from django.apps import AppConfig
from django.contrib.staticfiles.apps import StaticFilesConfig


class RodeoConfig(AppConfig):
    """Bind the Celery app and check the table of subscriptions, in every process that sets Django up."""

    name = "config"
    verbose_name = "Rodeo"

    def ready(self) -> None:
        from config import celery, checks

        celery.app.set_default()
        checks.register_all()


class CollectedFilesConfig(StaticFilesConfig):
    """
    Collect what our pages use: packages also ship other pages' files, which take longer to compress than all others.
    """

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        "drf_spectacular_sidecar/redoc/*",
        "rest_framework/*",
    ]
