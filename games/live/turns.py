"""Turns and clocks of live games: queries of the API, of the pages and of the lobby."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet
from django.db.models.functions import Now

from engine.core import EngineError
from games.db import execute
from games.errors import UnknownGame
from games.live.positions import Turn, load_position, milliseconds
from games.models import Game, GameOrigin, GameStatus, LiveGame, Transport
from games.queries import games_list

__all__ = [
    "MAX_TURNS",
    "SeatClock",
    "live_clocks",
    "live_is_awaited",
    "live_turns",
    "open_games",
]

logger = logging.getLogger(__name__)

#: Maximum turns of one response: those whose deadline is first.
MAX_TURNS = 20


@dataclass(frozen=True, slots=True)
class SeatClock:
    """A seat's clock: time in its bank, and time left for the decision that is due, None if it has none."""

    seat: int
    player: str
    bank_ms: int
    left_ms: int | None


def live_turns(
    user_id: int,
    *,
    bot: str | None = None,
    game_id: int | None = None,
    known: Mapping[int, int] | None = None,
) -> list[Turn]:
    """
    Return the turns of a user's bots, the first deadline first.

    Args:
        user_id: the owner of the bots.
        bot: only turns of the bot of that name.
        game_id: only a turn in that game.
        known: turns to leave out because the client has them: the last event's number by game.
    """
    known = known or {}
    values = {"user": user_id, "bot": bot, "game": game_id, "limit": MAX_TURNS + len(known)}
    rows = [_Row._make(row) for row in execute(_DUE, values).fetchall()]
    new = [row for row in rows if known.get(row.game_id) != row.head_seq]
    found = [_make_turn(row) for row in new[:MAX_TURNS]]
    return [turn for turn in found if turn is not None]


def live_is_awaited(game_id: int | None) -> bool:
    """
    Return whether more turns may follow in a game, or in any game if none is named.

    Raises:
        UnknownGame: no game has that id.
    """
    if game_id is None:
        return True
    row = execute("SELECT status FROM games_game WHERE id = %s::bigint", [game_id]).fetchone()
    if row is None:
        raise UnknownGame(game_id)
    return not GameStatus(row[0]).is_over


def live_clocks(game: Game) -> list[SeatClock]:
    """Return the clocks of a live game that is being played, by seat. Only remote bots have one."""
    live = LiveGame.objects.filter(game=game).annotate(now=Now()).first()
    if live is None or game.status != GameStatus.RUNNING:
        return []
    left = None if live.deadline is None else milliseconds(live.deadline - live.now)
    return [
        SeatClock(seat.number, seat.player, bank, left if seat.number == live.due_seat else None)
        for seat, bank in zip(game.seating.all(), live.banks, strict=True)
        if seat.bot is not None and seat.bot.transport == Transport.REMOTE and not seat.forfeit
    ]


def open_games() -> QuerySet[Game]:
    """Return the games that wait for players, newest first."""
    waiting = games_list().filter(origin=GameOrigin.LIVE, status=GameStatus.SCHEDULED)
    return waiting.select_related("live__created_by")


class _Row(NamedTuple):
    """Row of a live game in which a bot of the user is due."""

    game_id: int
    head_seq: int
    head_hash: bytes
    seat: int
    deadline: datetime
    now: datetime
    bank_ms: int


def _make_turn(row: _Row) -> Turn | None:
    """Return the turn that is due; None if the game cannot be continued, which the sweep will find."""
    try:
        position = load_position(row.game_id, row.head_seq, bytes(row.head_hash))
    except (EngineError, LookupError, TypeError, ValueError):
        # Its log is not right, or a built-in bot at its table no longer exists. The other games' turns are returned.
        logger.exception("game %d cannot be continued", row.game_id)
        return None
    return position.make_turn(row.seat, deadline=row.deadline, now=row.now, bank_ms=row.bank_ms)


#: In SQL, because bots poll it all the time.
_DUE = """
    SELECT game.id, game.head_seq, game.head_hash, live.due_seat, live.deadline, statement_timestamp(),
           (live.banks -> live.due_seat::int)::bigint
    FROM games_bot bot
    JOIN games_livegame live ON live.due_bot_id = bot.id
    JOIN games_game game ON game.id = live.game_id
    WHERE bot.owner_id = %(user)s::int AND live.deadline > statement_timestamp() AND game.status = 'running'
      AND (%(bot)s::text IS NULL OR bot.name = %(bot)s::text)
      AND (%(game)s::bigint IS NULL OR game.id = %(game)s::bigint)
    ORDER BY live.deadline, game.id LIMIT %(limit)s::int
"""
