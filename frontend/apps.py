"""Pages as a Django app without models: templates, static files and template tags."""

from django.apps import AppConfig


class FrontendConfig(AppConfig):
    """The pages."""

    name = "frontend"
    verbose_name = "Pages"
