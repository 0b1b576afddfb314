"""
Playing a live game: actions, resignation, time running out, and the decisions of built-in bots.

One transaction for each: lock, judge, append, and all that follows without anybody being asked.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from engine.core import Event, ForfeitReason, SeenEvent, canonical
from games.errors import (
    GameIsOver,
    GameNotStarted,
    NotYourSeat,
    NotYourTurn,
    RequestInvalid,
    SeatForfeited,
    StaleSequence,
    TimeRanOut,
)
from games.live.advance import LiveSteps
from games.live.positions import LivePosition, position_of
from games.live.row import Due, LiveHead, head_locked, head_locked_or_skipped, steps_append
from games.live.turns import Turn, live_turns, turn_at
from games.models import Event as StoredEvent
from games.models import Game, GameStatus, LiveGame
from games.queries import game_events
from games.realtime import GameNews, publish

__all__ = ["Played", "live_act", "live_forfeit_late", "live_go_on", "live_resign"]

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Played:
    """
    What a request has brought about: the events from its own on, as the seat may see them, and the next turn of the
    user in that game.

    ``is_repeated`` says that the very same action had been taken before.
    """

    game_id: int
    seat: int
    events: Sequence[SeenEvent]
    turn: Turn | None
    is_repeated: bool = False


def live_act(*, game_id: int, user_id: int, expected_seq: int, kind: str, data: Mapping[str, Any]) -> Played:
    """
    Take the action of the seat that is due, of a remote bot of that user.

    The same action sent once more, after the game has gone on from it, is recognised and answered again.

    Raises:
        UnknownGame, GameNotLive, GameNotStarted, NotYourSeat, GameIsOver, StaleSequence, NotYourTurn,
        SeatForfeited: it is not the user's to act.
        TimeRanOut: it came too late; the seat has forfeited.
        MalformedEvent, IllegalAction: the rules do not allow it; nothing has changed.
    """
    with transaction.atomic():
        head = head_locked(game_id, user_id=user_id)
        repeated = _repeated(head, user_id, expected_seq, kind, data)
        if repeated is not None:
            return repeated
        seat = _due_seat(head, expected_seq)
        steps = LiveSteps(_position(head))
        if head.is_late:
            # Refused only after the forfeit has been committed.
            _forfeit(head, steps, seat, ForfeitReason.TIMEOUT)
        else:
            event = Event(head.seq + 1, seat, kind, dict(data))
            steps.act(event, thinking_ms=min(head.used_ms, _MOST_THINKING))
            steps.go_on()
            due = steps_append(head, steps, acted=seat)
    if head.is_late:
        raise TimeRanOut(game_id, f"Seat {seat} has forfeited.")
    return Played(game_id, seat, steps.seen_by(seat), _turn_of(user_id, steps, due))


def live_resign(*, game_id: int, user_id: int, seat: int | None = None) -> Played:
    """
    Let a seat of a remote bot of that user resign; without a number the only one that still plays.

    Raises:
        UnknownGame, GameNotLive, GameNotStarted, NotYourSeat, GameIsOver, SeatForfeited: there is nothing to resign.
        RequestInvalid: the user has several seats and must say which.
    """
    with transaction.atomic():
        head = head_locked(game_id, user_id=user_id)
        _refuse_strangers(head)
        if head.status.is_over:
            raise GameIsOver(game_id, head.status.value)
        position = _position(head)
        resigning = _resigning(head, position, seat)
        steps = LiveSteps(position)
        due = _forfeit(head, steps, resigning, ForfeitReason.RESIGNED)
    return Played(game_id, resigning, steps.seen_by(resigning), _turn_of(user_id, steps, due))


def live_forfeit_late(*, game_id: int) -> bool:
    """
    Let the seat due forfeit if its time has run out; return whether it has.

    A game somebody else holds is left alone: whoever acts too late is refused there.
    """
    with transaction.atomic():
        head = head_locked_or_skipped(game_id)
        if head is None or not head.is_late or head.due_seat is None:
            return False
        if head.status.is_over:
            # Voided from outside: nothing is due any more.
            LiveGame.objects.filter(pk=game_id).update(
                due_seat=None, due_bot=None, due_since=None, deadline=None
            )
            return False
        _forfeit(head, LiveSteps(_position(head)), head.due_seat, ForfeitReason.TIMEOUT)
        return True


def live_go_on(*, game_id: int, seconds: float) -> None:
    """
    Let built-in bots decide until a remote bot is due, the game is over or the time is up; then say what is left.

    They think outside of any transaction. Of two processes that do so at once, both make the same choice (a decision's
    generator depends on seed, seat and sequence only), and one of them appends it.
    """
    until = monotonic() + seconds
    while monotonic() < until:
        if not _decision_made(game_id):
            return
    publish(GameNews.WORK_DUE, [game_id])


#: What the column of thinking times holds.
_MOST_THINKING = 2**31 - 1


def _decision_made(game_id: int) -> bool:
    """Let the built-in bot that is due decide; return whether there may be more to do."""
    # Taken up now: until it is made, or forgotten, the sweep offers it to nobody else.
    if not LiveGame.objects.filter(pk=game_id, work_due_at__isnull=False).update(work_due_at=Now()):
        return False
    live = LiveGame.objects.select_related("game").get(pk=game_id)
    game: Game = live.game
    if game.is_over:
        LiveGame.objects.filter(pk=game_id).update(work_due_at=None)
        return False
    steps = LiveSteps(position_of(game_id, game.head_seq, bytes(game.head_hash)))
    steps.go_on(may_think=True)
    with transaction.atomic():
        head = head_locked(game_id)
        if head.seq == steps.expected_seq and head.hash == bytes(game.head_hash):
            # Whoever thinks goes on itself, and says what is left when its time is up.
            steps_append(head, steps, tells_workers=False)
    return True


def _position(head: LiveHead) -> LivePosition:
    if head.status is GameStatus.SCHEDULED:
        raise GameNotStarted(head.game_id)
    return position_of(head.game_id, head.seq, head.hash)


def _refuse_strangers(head: LiveHead) -> None:
    if not head.own_seats:
        raise NotYourSeat(head.game_id)


def _due_seat(head: LiveHead, expected_seq: int) -> int:
    """Return the seat that is due, if it is the user's to act there."""
    _refuse_strangers(head)
    if head.status is GameStatus.SCHEDULED:
        raise GameNotStarted(head.game_id)
    if head.status.is_over:
        raise GameIsOver(head.game_id, head.status.value)
    if set(head.forfeited).issuperset(head.own_seats):
        raise SeatForfeited(head.game_id)
    if head.seq != expected_seq:
        raise StaleSequence(head.game_id, f"The last event is number {head.seq}.")
    if head.due_seat is None or head.due_seat not in head.own_seats:
        raise NotYourTurn(head.game_id)
    return head.due_seat


def _resigning(head: LiveHead, position: LivePosition, seat: int | None) -> int:
    forfeits = position.play.state.forfeits
    if seat is None:
        playing = [number for number in head.own_seats if number not in forfeits]
        if len(playing) > 1:
            raise RequestInvalid("required", field="seat", expected="the seat that resigns: you play several")
        if not playing:
            raise SeatForfeited(head.game_id)
        return playing[0]
    if seat not in head.own_seats:
        raise NotYourSeat(head.game_id)
    if seat in forfeits:
        raise SeatForfeited(head.game_id)
    return seat


def _forfeit(head: LiveHead, steps: LiveSteps, seat: int, reason: ForfeitReason) -> Due | None:
    steps.forfeit(seat, reason)
    steps.go_on()
    return steps_append(head, steps)


def _turn_of(user_id: int, steps: LiveSteps, due: Due | None) -> Turn | None:
    """Return the turn that follows the steps, if it is the user's."""
    if due is None or due.owner_id != user_id:
        return None
    return turn_at(steps.position, due.seat, deadline=due.deadline, now=due.now, bank_ms=due.bank_ms)


def _repeated(
    head: LiveHead, user_id: int, expected_seq: int, kind: str, data: Mapping[str, Any]
) -> Played | None:
    """
    Return the answer to an action that was taken before: by a seat of the user, at that place, with the same words.

    Only a remote bot's action has a thinking time that its own request brought: what the house plays has none.
    """
    if head.seq <= expected_seq or not head.own_seats:
        return None
    stored = StoredEvent.objects.filter(game_id=head.game_id, seq=expected_seq + 1).first()
    if stored is None or stored.actor not in head.own_seats or stored.thinking_ms is None:
        return None
    if (stored.kind, stored.payload) != (kind, canonical(dict(data)).decode()):
        return None
    lines = game_events(head.game_id, first=expected_seq + 1, viewer=stored.actor)
    seen = [SeenEvent(line.seq, line.actor, line.kind, line.payload, line.chain) for line in lines]
    turns = live_turns(user_id, game_id=head.game_id)
    return Played(head.game_id, stored.actor, seen, turns[0] if turns else None, is_repeated=True)
