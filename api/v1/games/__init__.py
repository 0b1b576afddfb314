"""Games."""

from api.v1.games import exports, views
from api.v1.games.filters import GameFilterSet
from api.v1.games.serializers import GAME_RELATED, GameDetailSerializer, GameSerializer
from api.v1.games.structs import Actor, Event
from api.v1.games.views import GameEvents, GameList, serialize_game

__all__ = [
    "GAME_RELATED",
    "Actor",
    "Event",
    "GameDetailSerializer",
    "GameEvents",
    "GameFilterSet",
    "GameList",
    "GameSerializer",
    "exports",
    "serialize_game",
    "views",
]
