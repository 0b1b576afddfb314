"""
Whose turn it is in live games: for the programs that must act, for the pages that show it, for the lobby.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.db.models.functions import Now

from engine.core.errors import EngineError
from engine.core.ruleset import Observation
from games.live_positions import position_of
from games.models import Game, GameOrigin, GameStatus, LiveGame, Transport
from games.selectors import game_row, games_list

__all__ = ["MOST_TURNS", "SeatClock", "Turn", "live_clocks", "live_is_awaited", "live_turns", "open_games"]

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
    """
    A seat's clock as it stands: what its bank holds, and what is left for the decision that is due, if one is.
    """

    seat: int
    player: str
    bank_ms: int
    left_ms: int | None


def live_turns(user_id: int, *, bot: str | None = None, game_id: int | None = None) -> list[Turn]:
    """
    Return where bots of that user must act now, those whose time runs out first before the others.

    Args:
        user_id: who owns the bots.
        bot: only turns of the bot of that name.
        game_id: only a turn in that game.
    """
    due = LiveGame.objects.filter(
        due_bot__owner_id=user_id, deadline__gt=Now(), game__status=GameStatus.RUNNING
    )
    if bot is not None:
        due = due.filter(due_bot__name=bot)
    if game_id is not None:
        due = due.filter(game_id=game_id)
    rows = due.select_related("game", "due_bot").annotate(now=Now()).order_by("deadline", "pk")
    found = [_turn(live) for live in rows[:MOST_TURNS]]
    return [turn for turn in found if turn is not None]


def live_is_awaited(game_id: int | None) -> bool:
    """
    Return whether there may be more turns in a game, or in any if none is named.

    Raises:
        UnknownGame: there is none of that id.
    """
    return game_id is None or not game_row(game_id).is_over


def live_clocks(game: Game) -> list[SeatClock]:
    """
    Return the clocks of a live game that is being played, by seat; those of remote bots only, for others have none.
    """
    live = LiveGame.objects.filter(game=game).annotate(now=Now()).first()
    if live is None or game.status != GameStatus.RUNNING:
        return []
    return [
        SeatClock(seat.number, seat.player, bank, _left_ms(live) if seat.number == live.due_seat else None)
        for seat, bank in zip(game.seating.all(), live.banks, strict=True)
        if seat.bot is not None and seat.bot.transport == Transport.REMOTE and not seat.forfeit
    ]


def open_games() -> QuerySet[Game]:
    """
    Return the games that wait for players, the newest first.
    """
    waiting = games_list().filter(origin=GameOrigin.LIVE, status=GameStatus.SCHEDULED)
    return waiting.select_related("live__created_by")


def _turn(live: LiveGame) -> Turn | None:
    """
    Return the turn that is due; None if the game's log is not right, which the sweep will find.
    """
    game, seat = live.game, live.due_seat
    assert seat is not None, "a turn is due in these rows"
    assert live.due_bot is not None, "who is due has a bot"
    assert live.deadline is not None, "who is due has a deadline"
    try:
        play = position_of(game.pk, game.head_seq, bytes(game.head_hash)).play
    except EngineError:
        logger.exception("game %d can't be continued", game.pk)
        return None
    state, written = play.state, play.ruleset.written
    return Turn(
        game_id=game.pk,
        ruleset=game.ruleset,
        seat=seat,
        bot=live.due_bot.name,
        expected_seq=game.head_seq,
        observation=Observation(lambda: state.observation(seat)),
        legal=[written(action) for action in state.legal_actions()],
        deadline=live.deadline,
        left_ms=_left_ms(live),
        bank_ms=live.banks[seat],
    )


def _left_ms(live: LiveGame) -> int:
    now: datetime = live.now  # type: ignore[attr-defined]  # annotated
    assert live.deadline is not None, "time is left while a seat is due"
    return max(0, (live.deadline - now) // timedelta(milliseconds=1))
