"""
The sweep of live games: what must happen although nobody asks, and what lost messages and killed processes left undone.
"""

import logging
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q
from django.db.models.functions import Now

from engine.core.errors import EngineError
from games.live_play import live_forfeit_late, live_go_on
from games.live_tables import live_expire
from games.models import LiveGame
from games.services import game_void

__all__ = ["LiveSwept", "live_sweep"]

logger = logging.getLogger(__name__)

#: Games one sweep sees to; the next comes soon.
_MOST = 200
#: After so long a built-in bot's decision has been forgotten by whoever was to make it.
_FORGOTTEN = timedelta(seconds=5)
#: Seconds a sweep spends on one such game.
_WORK_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class LiveSwept:
    """
    What one sweep did: the games in which a seat has run out of time, that went on, and that nobody had joined.
    """

    late: tuple[int, ...]
    went_on: tuple[int, ...]
    expired: tuple[int, ...]


def live_sweep() -> LiveSwept:
    """
    Let seats forfeit whose time has run out, take up forgotten decisions, and give up games nobody joins.
    """
    late = [game_id for game_id in _due(Q(deadline__lt=Now()), "deadline") if _late(game_id)]
    forgotten = _due(Q(work_due_at__lt=Now() - _FORGOTTEN), "work_due_at")
    went_on = [game_id for game_id in forgotten if _went_on(game_id)]
    return LiveSwept(tuple(late), tuple(went_on), tuple(live_expire()))


def _due(which: Q, order: str) -> list[int]:
    return list(LiveGame.objects.filter(which).order_by(order).values_list("pk", flat=True)[:_MOST])


def _late(game_id: int) -> bool:
    try:
        return live_forfeit_late(game_id=game_id)
    except EngineError as error:
        _give_up(game_id, error)
    except Exception:
        logger.exception("game %d: a seat's time is up, and it could not be settled; the others are", game_id)
    return False


def _went_on(game_id: int) -> bool:
    try:
        live_go_on(game_id=game_id, seconds=_WORK_SECONDS)
        return True
    except EngineError as error:
        _give_up(game_id, error)
    except Exception:
        logger.exception("game %d could not be taken up again; the others are", game_id)
    return False


def _give_up(game_id: int, error: EngineError) -> None:
    """
    Void a game whose stored log is not right: it can't be continued, and nobody's time shall run out for that.
    """
    logger.error("game %d can't be continued, its log is not right: %s", game_id, error.code)
    game_void(game_id=game_id, reason="its log is not right, so it cannot be continued")
    LiveGame.objects.filter(pk=game_id).update(
        due_seat=None, due_bot=None, due_since=None, deadline=None, work_due_at=None
    )
