"""Whose turn it is in live games: for the programs that must act, for the pages that show it, for the lobby."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import QuerySet
from django.db.models.functions import Now

from engine.core import EngineError, Observation
from games.db import execute
from games.errors import UnknownGame
from games.live.positions import LivePosition, position_of
from games.models import Game, GameOrigin, GameStatus, LiveGame, Transport
from games.queries import games_list

__all__ = [
    "MOST_TURNS",
    "SeatClock",
    "Turn",
    "live_clocks",
    "live_is_awaited",
    "live_turns",
    "open_games",
    "turn_at",
]

logger = logging.getLogger(__name__)

#: Turns one answer holds: those whose time runs out first.
MOST_TURNS = 20


@dataclass(frozen=True, slots=True)
class Turn:
    """
    A decision that a remote bot must make: what its seat may know, and every legal action in canonical order.

    ``expected_seq`` is the number of the game's last event; ``legal`` has kind and canonical data of each action.
    """

    game_id: int
    ruleset: str
    seat: int
    bot: str
    expected_seq: int
    observation: Observation
    legal: Sequence[tuple[str, str]]
    deadline: datetime
    left_ms: int
    bank_ms: int


@dataclass(frozen=True, slots=True)
class SeatClock:
    """A seat's clock as it stands: what its bank holds, and what is left for the decision that is due, if one is."""

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
    Return where bots of that user must act now, those whose time runs out first before the others.

    Args:
        user_id: who owns the bots.
        bot: only turns of the bot of that name.
        game_id: only a turn in that game.
        known: turns that are left out, as their game and its last event: who asks has them at hand.
    """
    known = known or {}
    values = {"user": user_id, "bot": bot, "game": game_id, "most": MOST_TURNS + len(known)}
    rows = [_Row._make(row) for row in execute(_DUE, values).fetchall()]
    new = [row for row in rows if known.get(row.game_id) != row.head_seq]
    found = [_turn(row) for row in new[:MOST_TURNS]]
    return [turn for turn in found if turn is not None]


def turn_at(position: LivePosition, seat: int, *, deadline: datetime, now: datetime, bank_ms: int) -> Turn:
    """Return the turn of a seat that is due in a position."""
    play = position.play
    state, written = play.state, play.ruleset.written
    return Turn(
        game_id=position.game_id,
        ruleset=play.header.ruleset,
        seat=seat,
        bot=position.sitters[seat].name,
        expected_seq=play.seq,
        observation=Observation(lambda: state.observation(seat)),
        legal=[written(action) for action in state.legal_actions()],
        deadline=deadline,
        left_ms=_milliseconds(deadline - now),
        bank_ms=bank_ms,
    )


def live_is_awaited(game_id: int | None) -> bool:
    """
    Return whether there may be more turns in a game, or in any if none is named.

    Raises:
        UnknownGame: there is none of that id.
    """
    if game_id is None:
        return True
    row = execute("SELECT status FROM games_game WHERE id = %s::bigint", [game_id]).fetchone()
    if row is None:
        raise UnknownGame(game_id)
    return not GameStatus(row[0]).is_over


def live_clocks(game: Game) -> list[SeatClock]:
    """
    Return the clocks of a live game that is being played, by seat; those of remote bots only, for others have none.
    """
    live = LiveGame.objects.filter(game=game).annotate(now=Now()).first()
    if live is None or game.status != GameStatus.RUNNING:
        return []
    left = None if live.deadline is None else _milliseconds(live.deadline - live.now)
    return [
        SeatClock(seat.number, seat.player, bank, left if seat.number == live.due_seat else None)
        for seat, bank in zip(game.seating.all(), live.banks, strict=True)
        if seat.bot is not None and seat.bot.transport == Transport.REMOTE and not seat.forfeit
    ]


def open_games() -> QuerySet[Game]:
    """Return the games that wait for players, the newest first."""
    waiting = games_list().filter(origin=GameOrigin.LIVE, status=GameStatus.SCHEDULED)
    return waiting.select_related("live__created_by")


class _Row(NamedTuple):
    """A live game in which a bot of the user is due."""

    game_id: int
    head_seq: int
    head_hash: bytes
    seat: int
    deadline: datetime
    now: datetime
    bank_ms: int


def _turn(row: _Row) -> Turn | None:
    """Return the turn that is due; None if the game can't be continued, which the sweep will find."""
    try:
        position = position_of(row.game_id, row.head_seq, bytes(row.head_hash))
    except (EngineError, LookupError, TypeError, ValueError):
        # Its log is not right, or a built-in bot at its table can't be made any more: no reason to tell of no game.
        logger.exception("game %d can't be continued", row.game_id)
        return None
    return turn_at(position, row.seat, deadline=row.deadline, now=row.now, bank_ms=row.bank_ms)


def _milliseconds(time: timedelta) -> int:
    return max(0, time // timedelta(milliseconds=1))


#: Written out, for bots ask it all the time.
_DUE = """
    SELECT game.id, game.head_seq, game.head_hash, live.due_seat, live.deadline, statement_timestamp(),
           (live.banks -> live.due_seat::int)::bigint
    FROM games_bot bot
    JOIN games_livegame live ON live.due_bot_id = bot.id
    JOIN games_game game ON game.id = live.game_id
    WHERE bot.owner_id = %(user)s::int AND live.deadline > statement_timestamp() AND game.status = 'running'
      AND (%(bot)s::text IS NULL OR bot.name = %(bot)s::text)
      AND (%(game)s::bigint IS NULL OR game.id = %(game)s::bigint)
    ORDER BY live.deadline, game.id LIMIT %(most)s::int
"""
