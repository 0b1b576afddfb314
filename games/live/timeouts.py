"""Expired clocks: a seat that is due and has run out of time forfeits."""

from django.db import transaction

from engine.core import ForfeitReason
from games.live.advance import LiveSteps
from games.live.positions import load_position
from games.live.row import append_steps, lock_head_or_skip
from games.models import LiveGame

__all__ = ["live_forfeit_late"]


def live_forfeit_late(*, game_id: int) -> bool:
    """
    Let the seat that is due forfeit if its time has run out; return whether it has.

    A game that another transaction holds is skipped: an action that is too late is refused there.
    """
    with transaction.atomic():
        head = lock_head_or_skip(game_id)
        if head is None or not head.is_late or head.due_seat is None:
            return False
        if head.status.is_over:
            # Voided by a person: nothing is due any more.
            LiveGame.objects.filter(pk=game_id).update(
                due_seat=None, due_bot=None, due_since=None, deadline=None
            )
            return False
        steps = LiveSteps(load_position(head.game_id, head.seq, head.hash))
        steps.forfeit(head.due_seat, ForfeitReason.TIMEOUT)
        steps.advance()
        append_steps(head, steps)
        return True
