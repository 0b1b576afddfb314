"""The pages as a Django app: templates, static files and template tags. It has no models."""

from django.apps import AppConfig


class FrontendConfig(AppConfig):
    """The pages."""

    name = "frontend"
    verbose_name = "Pages"
