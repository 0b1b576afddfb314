"""What a page shows of a game that is played live: who is to act, for how long, and which seats are still open."""

from dataclasses import dataclass

from frontend.presenters import span
from games.live import live_clocks
from games.models import Game, GameOrigin, GameStatus

__all__ = ["ClockWords", "LiveTable", "live_table"]


@dataclass(frozen=True, slots=True)
class ClockWords:
    """One seat's clock in words."""

    seat: int
    player: str
    left: str
    is_due: bool


@dataclass(frozen=True, slots=True)
class LiveTable:
    """The clocks of a game that is played, or the open seats of one that waits for players."""

    game: Game
    clocks: tuple[ClockWords, ...]
    open_seats: tuple[int, ...]

    @property
    def is_watched(self) -> bool:
        """Whether there is something to show that changes by itself."""
        return bool(self.clocks or self.open_seats)


def live_table(game: Game) -> LiveTable | None:
    """Return what to show of a live game that is not over; None of every other game. Its seats must be at hand."""
    if game.origin != GameOrigin.LIVE or game.is_over:
        return None
    if game.status == GameStatus.SCHEDULED:
        seats = tuple(seat.number for seat in game.seating.all() if seat.bot_id is None)
        return LiveTable(game, (), seats)
    words = tuple(
        ClockWords(
            clock.seat,
            clock.player,
            span(clock.bank_ms if clock.left_ms is None else clock.left_ms),
            clock.left_ms is not None,
        )
        for clock in live_clocks(game)
    )
    return LiveTable(game, words, ())
