"""Server-sent events of games and tournaments."""

from api.v1.streams import views

__all__ = ["views"]
