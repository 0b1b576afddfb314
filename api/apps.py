"""The API as a Django app."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The REST API and its tokens."""

    name = "api"
    verbose_name = "API"
