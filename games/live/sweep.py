"""Periodic sweep of live games: forfeit expired clocks, offer lost decisions again, void games nobody joins."""

import logging
from dataclasses import dataclass

from django.db import InterfaceError, OperationalError
from django.db.models.functions import Now

from engine.core import EngineError, InvalidOptions, UnknownRuleset
from games.event_store import unfinished_games_void
from games.live.actions import live_go_on
from games.live.lobby import live_expire
from games.live.timeouts import live_forfeit_late
from games.models import JobKind, LiveGame
from games.play_jobs import jobs_expire, turns_offer
from games.realtime import GameDomainEvent, publish

__all__ = ["LiveSwept", "live_sweep", "live_take_up"]

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LiveSwept:
    """Games of one sweep: in which a seat forfeited for time, whose decisions were offered again, and that expired."""

    late: tuple[int, ...]
    offered: tuple[int, ...]
    expired: tuple[int, ...]


def live_sweep() -> LiveSwept:
    """
    Forfeit expired clocks, offer lost decisions to the workers again, and void open games that expired.

    No bot decides here, because a slow one would delay the clocks of other games.
    """
    waiting = LiveGame.objects.filter(deadline__lt=Now()).order_by("deadline")
    late = [game_id for game_id in list(waiting.values_list("pk", flat=True)) if _forfeit_late(game_id)]
    return LiveSwept(tuple(late), tuple(_offer_turns()), tuple(live_expire()))


def live_take_up(*, game_id: int, seconds: float) -> None:
    """Let the built-in bots of a game decide for a while; void a game whose log is not right."""
    try:
        live_go_on(game_id=game_id, seconds=seconds)
    except EngineError as error:
        _void(game_id, error)


def _forfeit_late(game_id: int) -> bool:
    try:
        return live_forfeit_late(game_id=game_id)
    except EngineError as error:
        _void(game_id, error)
    except (OperationalError, InterfaceError):
        raise  # the database is unreachable: the next sweep comes soon
    except Exception:
        logger.exception("game %d: a seat's time is up, and it could not be settled; the others are", game_id)
    return False


def _offer_turns() -> list[int]:
    """Offer decisions to the workers again whose notification may be lost, or whose worker is gone."""
    jobs_expire(JobKind.LIVE_TURN)
    offered = turns_offer()
    publish(GameDomainEvent.WORK_DUE, game_ids=offered)
    return offered


def _void(game_id: int, error: EngineError) -> None:
    """
    Void a game whose stored log is not right: it cannot be continued, and no clock may run out for that.

    Another sweep may have voided it already. If the ruleset or the components of a sound header are unknown, the log is
    not at fault: this process has another version than the one that began the game, and leaves it to others.
    """
    if isinstance(error, UnknownRuleset | InvalidOptions):
        logger.error("game %d is left to others, its rules are not known here: %s", game_id, error.code)
        return
    logger.error("game %d can't be continued, its log is not right: %s", game_id, error.code)
    unfinished_games_void(game_ids=[game_id], reason="its log is not right, so it cannot be continued")
