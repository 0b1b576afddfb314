"""Live play: lobby, turns and actions."""

from api.v1.play import lobby, views

__all__ = ["lobby", "views"]
