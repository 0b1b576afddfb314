"""Following a game from a place in its log on: what has been logged since, as those who follow may see it."""

from collections.abc import Collection
from typing import Final, NamedTuple

from games.models import Game, Seat
from games.queries.selectors import EventLine, game_row, game_visible_events

__all__ = ["GameUpdates", "game_updates", "game_user_seats"]

#: Events read at a time, so that a long log does not fill the memory.
_MOST: Final = 200


class GameUpdates(NamedTuple):
    """What came after a place in a game's log; when it is not all, ``lines`` end before ``game.head_seq``."""

    game: Game
    lines: list[EventLine]


def game_updates(game_id: int, *, after: int, viewers: Collection[int] = ()) -> GameUpdates:
    """
    Return the game and the events after number ``after``, some two hundred at most.

    Args:
        viewers: the seats that look together; none: a spectator.

    Raises:
        UnknownGame: there is none of that id.
        EngineError: a seat looks, and the log is not right.
    """
    # The row is read first: what is hidden while the game goes on stays so although its end comes in between.
    game = game_row(game_id)
    last = min(game.head_seq, after + _MOST)
    return GameUpdates(game, game_visible_events(game, first=after + 1, last=last, viewers=viewers))


def game_user_seats(game_id: int, user_id: int) -> list[int]:
    """Return the seats of the game in which bots of that user sit."""
    owned = Seat.objects.filter(game=game_id, bot__owner=user_id).order_by("number")
    return list(owned.values_list("number", flat=True))
