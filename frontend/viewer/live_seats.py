"""What a page shows of a live game: whose turn it is, the clocks, and the open seats."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from frontend.presenters import format_clock, join_items
from frontend.replay import letter
from games.live import live_clocks
from games.models import Game, GameOrigin, GameStatus

__all__ = ["ClockText", "LiveTable", "read_live_table"]


@dataclass(frozen=True, slots=True)
class ClockText:
    """One seat's clock in words; ``is_due`` if the seat is to act."""

    text: str
    is_due: bool


@dataclass(frozen=True, slots=True)
class LiveTable:
    """
    The clocks of a game being played, or the open seats of one that waits for players.

    Args:
        clocks: one per seat; empty while the game waits for players.
        open_seats: the open seats in a sentence; empty if none is open.
    """

    game: Game
    clocks: tuple[ClockText, ...]
    open_seats: str

    @property
    def is_watched(self) -> bool:
        """Whether the table changes without the reader's doing."""
        return bool(self.clocks or self.open_seats)


def read_live_table(game: Game) -> LiveTable | None:
    """Return the table of a live game that is not over, None for any other game. Its seats must be prefetched."""
    if game.origin != GameOrigin.LIVE or game.is_over:
        return None
    if game.status == GameStatus.SCHEDULED:
        return LiveTable(game, (), _describe_open_seats(game))
    clocks = tuple(
        _describe_clock(clock.seat, clock.player, clock.bank_ms, clock.left_ms) for clock in live_clocks(game)
    )
    return LiveTable(game, clocks, "")


def _describe_open_seats(game: Game) -> str:
    seats = [
        gettext("seat {letter}").format(letter=letter(seat.number))
        for seat in game.seating.all()
        if seat.bot_id is None
    ]
    if not seats:
        return ""
    text = ngettext(
        "Waiting for players: {seats} is open.", "Waiting for players: {seats} are open.", len(seats)
    )
    return text.format(seats=join_items(seats))


def _describe_clock(seat: int, player: str, bank_ms: int, left_ms: int | None) -> ClockText:
    """Return one seat's clock; ``left_ms`` is the time left for its decision, None if it is not to act."""
    if left_ms is None:
        text, left = gettext("{seat} {player}: {time} in the bank"), bank_ms
    else:
        text, left = gettext("{seat} {player} is to act, {time} left"), left_ms
    return ClockText(
        text.format(seat=letter(seat), player=player, time=format_clock(left)), left_ms is not None
    )
