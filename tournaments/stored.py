"""
Stored games as a worker takes them up: header, bots and log, read for many games at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import orjson

from engine.core import replay
from engine.core.playthrough import Playthrough
from engine.core.record import Header
from games.models import Game, GameStatus, Seat
from games.selectors import logged_events

__all__ = ["StoredGame", "stored_games"]


@dataclass(frozen=True, slots=True)
class StoredGame:
    """
    A game as it stands in the database, with the id of the bot in each seat.
    """

    id: int
    header: Header
    bots: tuple[int, ...]
    head_seq: int
    status: GameStatus

    @property
    def is_over(self) -> bool:
        """
        Whether nothing is left to play.
        """
        return self.status.is_over

    def play(self) -> Playthrough:
        """
        Return the play-through its log has come to.

        Raises:
            EngineError: the log is not right.
        """
        return (
            replay.resume(self.header, logged_events(self.id)) if self.head_seq else Playthrough(self.header)
        )


def stored_games(game_ids: Sequence[int]) -> dict[int, StoredGame]:
    """
    Return the games by id, in two queries: rows as tuples, for a model object each would take as long as its play.
    """
    seats: dict[int, list[tuple[str, int | None]]] = {game_id: [] for game_id in game_ids}
    rows = Seat.objects.filter(game__in=game_ids).order_by("game", "number")
    for game_id, player, bot_id in rows.values_list("game_id", "player", "bot_id"):
        seats[game_id].append((player, bot_id))
    games = Game.objects.filter(pk__in=game_ids).values_list(
        "pk", "ruleset", "components", "seats", "options", "commitment", "head_seq", "status"
    )
    return {
        game_id: StoredGame(
            id=game_id,
            header=Header(
                ruleset,
                components,
                count,
                orjson.loads(options),
                tuple(player for player, _ in seats[game_id]),
                commitment or None,
            ),
            bots=tuple(bot_id for _, bot_id in seats[game_id] if bot_id is not None),
            head_seq=head_seq,
            status=GameStatus(status),
        )
        for game_id, ruleset, components, count, options, commitment, head_seq, status in games
    }
