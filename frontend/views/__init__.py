"""Views of the pages: each calls selectors and renders a template."""

from frontend.views import bots, forks, games, home, tournaments

__all__ = ["bots", "forks", "games", "home", "tournaments"]
