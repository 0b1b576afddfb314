"""Event feed of a game: the events after a sequence number, as a viewer may see them."""

from collections.abc import Collection
from typing import Final, NamedTuple

from games.models import Game, Seat
from games.queries.selectors import EventLine, game_row, game_visible_events

__all__ = ["GameUpdates", "game_updates", "game_user_seats"]

#: Maximum number of events per query, so that a long log does not fill the memory.
_MAX_EVENTS: Final = 200


class GameUpdates(NamedTuple):
    """Events after a sequence number; there are more if ``lines`` end before ``game.head_seq``."""

    game: Game
    lines: list[EventLine]


def game_updates(game_id: int, *, after: int, viewers: Collection[int] = ()) -> GameUpdates:
    """
    Return a game and up to 200 events after number ``after``.

    Args:
        viewers: the seats whose knowledge is combined; empty for a spectator.

    Raises:
        UnknownGame: there is no game with that id.
        EngineError: the log diverges, so it is unknown what the seats may see.
    """
    # Read the row first: if the game ends before the events are read, they are still filtered as in a running game.
    game = game_row(game_id)
    last = min(game.head_seq, after + _MAX_EVENTS)
    return GameUpdates(game, game_visible_events(game, first=after + 1, last=last, viewers=viewers))


def game_user_seats(game_id: int, user_id: int) -> list[int]:
    """Return the numbers of the seats of a game whose bots the user owns."""
    owned = Seat.objects.filter(game=game_id, bot__owner=user_id).order_by("number")
    return list(owned.values_list("number", flat=True))
