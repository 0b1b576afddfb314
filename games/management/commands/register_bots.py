"""Command that registers the built-in bots, so that they can be entered in tournaments."""

from typing import Any

from django.core.management.base import BaseCommand

from games.bots import bots_register_builtin


class Command(BaseCommand):
    """``manage.py register_bots``"""

    help = "Register the built-in bots, or update their descriptions."

    def handle(self, *args: Any, **options: Any) -> None:
        for bot in bots_register_builtin():
            self.stdout.write(f"{bot.name}: {bot.description}")
