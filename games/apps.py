"""Configuration of the games app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games, their seats, events, seeds and bots."""

    name = "games"
    verbose_name = "Games"
