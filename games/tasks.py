"""Celery tasks of games. Each may be delivered twice, late or never: they only bring forward what a sweep finds."""

import logging

from celery import shared_task
from django.db import InterfaceError, OperationalError
from kombu.exceptions import OperationalError as BrokerError

from games.live import live_sweep, live_take_up
from games.models import OVER, Game, GameVerdict
from games.verification import verify_game

__all__ = ["live_decide", "live_upkeep", "offer_live_work", "verify_unverified"]

logger = logging.getLogger(__name__)

#: Seconds one task lets built-in bots of a live game think: then others have their turn.
_SECONDS = 2.0


@shared_task
def verify_unverified(limit: int = 100) -> int:
    """
    Verify games that are over and have not been looked at since, the oldest first; return how many were looked at.

    One that can't be judged keeps no other from it.
    """
    waiting = Game.objects.filter(status__in=OVER, verdict=GameVerdict.UNVERIFIED).order_by("id")
    game_ids = list(waiting.values_list("id", flat=True)[:limit])
    return sum(_verified(game_id) for game_id in game_ids)


@shared_task
def live_decide(game_id: int) -> None:
    """Let the built-in bots of a live game decide while it is their turn."""
    live_take_up(game_id=game_id, seconds=_SECONDS)


@shared_task
def live_upkeep() -> None:
    """Sweep live games: time that has run out, decisions that were forgotten, games nobody joins."""
    live_sweep()


def _verified(game_id: int) -> bool:
    try:
        verify_game(game_id)
    except (OperationalError, InterfaceError):
        raise  # the database is away: the next task comes soon
    except Exception:
        logger.exception("game %d could not be verified; the others are", game_id)
        return False
    return True


def offer_live_work(*, game_ids: list[int]) -> None:
    """
    Send a task per game in which a built-in bot must decide; subscribed to that event.

    A broker that can't be reached stops nothing: the sweep sends the tasks later.
    """
    try:
        for game_id in game_ids:
            live_decide.apply_async(args=(game_id,), retry=False)
    except BrokerError as error:
        logger.warning("decisions of built-in bots wait for the sweep: %s", error)
