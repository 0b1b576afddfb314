"""Live play: lobby, turns and actions."""

from api.v1.play import lobby, views
from api.v1.play.serializers import RemoteBotSerializer

__all__ = ["RemoteBotSerializer", "lobby", "views"]
