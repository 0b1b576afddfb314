"""The views of the pages: each reads what selectors answer and renders a template."""

from frontend.views import bots, forks, games, home, tournaments

__all__ = ["bots", "forks", "games", "home", "tournaments"]
