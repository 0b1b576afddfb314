"""
The sweep of live games: what must happen although nobody asks, and what lost messages and killed processes left undone.
"""

import logging
from dataclasses import dataclass

from django.db import InterfaceError, OperationalError, connection
from django.db.models.functions import Now

from engine.core import EngineError, InvalidOptions, UnknownRuleset
from games.event_store import games_void
from games.live.actions import live_forfeit_late, live_go_on
from games.live.lobby import live_expire
from games.models import LiveGame
from games.realtime import GameNews, publish

__all__ = ["LiveSwept", "live_sweep", "live_take_up"]

logger = logging.getLogger(__name__)

#: After so long a built-in bot's decision that was offered or taken up has been forgotten by whoever was to make it.
_FORGOTTEN_SECONDS = 5.0

# Whoever holds one of them is about to decide, or to end the game.
_OFFER = """
    UPDATE games_livegame SET work_due_at = statement_timestamp() WHERE game_id IN (
        SELECT game_id FROM games_livegame
        WHERE work_due_at < statement_timestamp() - make_interval(secs => %s)
        ORDER BY work_due_at FOR UPDATE SKIP LOCKED
    ) RETURNING game_id
"""


@dataclass(frozen=True, slots=True)
class LiveSwept:
    """
    What one sweep did: the games in which a seat has run out of time, whose decisions were offered to the workers once
    more, and that nobody had joined.
    """

    late: tuple[int, ...]
    offered: tuple[int, ...]
    expired: tuple[int, ...]


def live_sweep() -> LiveSwept:
    """
    Let seats forfeit whose time has run out, offer forgotten decisions again, and give up games nobody joins.

    It thinks for nobody: a slow bot's decision must not keep other seats from running out of time.
    """
    waiting = LiveGame.objects.filter(deadline__lt=Now()).order_by("deadline")
    late = [game_id for game_id in list(waiting.values_list("pk", flat=True)) if _late(game_id)]
    return LiveSwept(tuple(late), tuple(_offered()), tuple(live_expire()))


def live_take_up(*, game_id: int, seconds: float) -> None:
    """Let the built-in bots of a game decide for a while; a game whose log is not right is given up."""
    try:
        live_go_on(game_id=game_id, seconds=seconds)
    except EngineError as error:
        _give_up(game_id, error)


def _late(game_id: int) -> bool:
    try:
        return live_forfeit_late(game_id=game_id)
    except EngineError as error:
        _give_up(game_id, error)
    except (OperationalError, InterfaceError):
        raise  # the database is away: the next sweep comes soon
    except Exception:
        logger.exception("game %d: a seat's time is up, and it could not be settled; the others are", game_id)
    return False


def _offered() -> list[int]:
    """
    Offer forgotten decisions to the workers again; each counts as offered from then on, so that offers never pile up.
    """
    with connection.cursor() as cursor:
        cursor.execute(_OFFER, [_FORGOTTEN_SECONDS])
        offered = sorted(game_id for (game_id,) in cursor.fetchall())
    publish(GameNews.WORK_DUE, offered)
    return offered


def _give_up(game_id: int, error: EngineError) -> None:
    """
    Void a game whose stored log is not right: it can't be continued, and nobody's time shall run out for that.

    Another sweep may have done so meanwhile. A sound header whose ruleset or components are unknown is no fault of the
    log: this process is of another version than the one that began the game, and leaves it to those that know them.
    """
    if isinstance(error, UnknownRuleset | InvalidOptions):
        logger.error("game %d is left to others, its rules are not known here: %s", game_id, error.code)
        return
    logger.error("game %d can't be continued, its log is not right: %s", game_id, error.code)
    games_void(game_ids=[game_id], reason="its log is not right, so it cannot be continued")
