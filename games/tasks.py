"""
Celery tasks of games. Each may be delivered twice, late or never: they only bring forward what a sweep finds.
"""

from celery import shared_task

from games.models import OVER, Game, GameVerdict
from games.replay import verify_game

__all__ = ["verify_unverified"]


@shared_task
def verify_unverified(limit: int = 100) -> int:
    """
    Verify games that are over and have not been looked at since, the oldest first; return how many.
    """
    waiting = Game.objects.filter(status__in=OVER, verdict=GameVerdict.UNVERIFIED).order_by("id")
    game_ids = list(waiting.values_list("id", flat=True)[:limit])
    for game_id in game_ids:
        verify_game(game_id)
    return len(game_ids)
