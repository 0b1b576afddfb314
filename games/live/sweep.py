"""Periodic sweep of live games: forfeit expired clocks, offer lost decisions again, void games nobody joins."""

import logging
from dataclasses import dataclass

from django.db import InterfaceError, OperationalError
from django.db.models.functions import Now

from engine.core import EngineError, InvalidOptions, UnknownRuleset
from games.event_store import unfinished_games_void
from games.live.actions import live_forfeit_late, live_go_on
from games.live.lobby import live_expire
from games.models import JobKind, LiveGame
from games.play_jobs import jobs_expire, turns_offer
from games.realtime import GameNews, publish

__all__ = ["LiveSwept", "live_sweep", "live_take_up"]

logger = logging.getLogger(__name__)


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
    """Offer decisions to the workers again whose notification may be lost, or whose worker is gone."""
    jobs_expire(JobKind.LIVE_TURN)
    offered = turns_offer()
    publish(GameNews.WORK_DUE, game_ids=offered)
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
    unfinished_games_void(game_ids=[game_id], reason="its log is not right, so it cannot be continued")
