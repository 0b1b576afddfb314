"""Games."""

from api.v1.games import exports, views
from api.v1.games.serializers import (
    GAME_RELATED,
    EventSerializer,
    GameDetailSerializer,
    GameSerializer,
    event_data,
)
from api.v1.games.views import GameDetail, GameEvents, GameList

__all__ = [
    "GAME_RELATED",
    "EventSerializer",
    "GameDetail",
    "GameDetailSerializer",
    "GameEvents",
    "GameList",
    "GameSerializer",
    "event_data",
    "exports",
    "views",
]
