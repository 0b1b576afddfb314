"""The Django app of tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Tournaments between bots."""

    name = "tournaments"
    verbose_name = "Tournaments"
