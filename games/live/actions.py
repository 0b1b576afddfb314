"""
Services that play live games: actions, resignations, and decisions of built-in bots.

Each is one transaction: lock the game, judge, append, and append what follows until a remote bot is due.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from django.db import transaction

from engine.core import Event, ForfeitReason, SeenEvent
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
from games.live.positions import LivePosition, Turn, load_position
from games.live.repeats import find_repeat
from games.live.row import Due, LiveHead, append_steps, lock_head
from games.live.turns import live_turns
from games.models import Game, GameStatus
from games.play_jobs import (
    Lease,
    job_is_held,
    job_renew,
    jobs_fail,
    jobs_give_back,
    jobs_hold,
    turn_claim,
)
from games.realtime import GameDomainEvent, publish

__all__ = ["Played", "live_act", "live_go_on", "live_resign"]

logger = logging.getLogger(__name__)

#: Maximum of the column of thinking times.
_MAX_THINKING_MS = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Played:
    """
    Result of a request: the events from its own on, as the seat may see them, and the user's next turn in that game.

    ``is_repeated`` says that the same action had been taken before.
    """

    game_id: int
    seat: int
    events: Sequence[SeenEvent]
    turn: Turn | None
    is_repeated: bool = False


def live_act(*, game_id: int, user_id: int, expected_seq: int, kind: str, data: Mapping[str, Any]) -> Played:
    """
    Take the action of the seat that is due, of a remote bot of that user.

    If the same action was taken before, the response is made again and nothing is appended.

    Raises:
        UnknownGame, GameNotLive, GameNotStarted, NotYourSeat, GameIsOver, StaleSequence, NotYourTurn,
        SeatForfeited: the user has no action to take there.
        TimeRanOut: it came too late; the seat has forfeited.
        MalformedEvent, IllegalAction: the rules do not allow it; nothing has changed.
    """
    with transaction.atomic():
        head = lock_head(game_id, user_id=user_id)
        if head.seq > expected_seq and head.own_seats:
            repeat = find_repeat(game_id, head.own_seats, expected_seq=expected_seq, kind=kind, data=data)
            if repeat is not None:
                turns = live_turns(user_id, game_id=game_id)
                turn = turns[0] if turns else None
                return Played(game_id, repeat.seat, repeat.events, turn, is_repeated=True)
        seat = _find_due_seat(head, expected_seq)
        steps = LiveSteps(_load_position(head))
        if head.is_late:
            # The action is refused after the forfeit has been committed.
            _forfeit(head, steps, seat, ForfeitReason.TIMEOUT)
        else:
            event = Event(head.seq + 1, seat, kind, dict(data))
            steps.act(event, thinking_ms=min(head.used_ms, _MAX_THINKING_MS))
            steps.advance()
            due = append_steps(head, steps, acted=seat)
    if head.is_late:
        raise TimeRanOut(game_id, f"Seat {seat} has forfeited.")
    return Played(game_id, seat, steps.show_to(seat), _make_turn(user_id, steps, due))


def live_resign(*, game_id: int, user_id: int, seat: int | None = None) -> Played:
    """
    Let a seat of a remote bot of that user resign; without a number, the user's only seat that still plays.

    Raises:
        UnknownGame, GameNotLive, GameNotStarted, NotYourSeat, GameIsOver, SeatForfeited: the user cannot resign there.
        RequestInvalid: the user has several seats and must name one.
    """
    with transaction.atomic():
        head = lock_head(game_id, user_id=user_id)
        _refuse_strangers(head)
        if head.status.is_over:
            raise GameIsOver(game_id, head.status.value)
        position = _load_position(head)
        resigning = _find_resigning_seat(head, position, seat)
        steps = LiveSteps(position)
        due = _forfeit(head, steps, resigning, ForfeitReason.RESIGNED)
    return Played(game_id, resigning, steps.show_to(resigning), _make_turn(user_id, steps, due))


def live_go_on(*, game_id: int, seconds: float) -> None:
    """
    Let built-in bots decide until a remote bot is due, the game is over or the time is up; then notify the workers.

    They think under the lease of the game's job, which is renewed meanwhile, and outside of any transaction: whatever
    happens in the game while a bot thinks takes effect at once, and its decision is discarded if the game has moved.

    Raises:
        EngineError: the log is not right, or its rules are not known here.
    """
    lease = turn_claim(game_id)
    if lease is None:
        return
    until = monotonic() + seconds
    try:
        with jobs_hold([lease]):
            while monotonic() < until:
                if not _decide(lease):
                    return
    except Exception as error:
        jobs_fail([lease], reason=f"{type(error).__name__}: {error}")
        raise
    jobs_give_back([lease])
    publish(GameDomainEvent.WORK_DUE, game_ids=[game_id])


def _decide(lease: Lease) -> bool:
    """Let the built-in bot that is due decide; return whether there may be more to do."""
    game = Game.objects.only("status", "head_seq", "head_hash").get(pk=lease.game_id)
    if game.is_over:
        return False
    steps = LiveSteps(load_position(game.pk, game.head_seq, bytes(game.head_hash)))
    steps.advance(may_think=True)
    with transaction.atomic():
        head = lock_head(game.pk)
        if not job_is_held(lease):
            return False
        if head.seq == steps.expected_seq and head.hash == bytes(game.head_hash):
            # The worker that decides continues, and notifies the others when its time is up.
            append_steps(head, steps, tells_workers=False)
            job_renew(lease)
            return steps.owes
    return True


def _load_position(head: LiveHead) -> LivePosition:
    if head.status is GameStatus.SCHEDULED:
        raise GameNotStarted(head.game_id)
    return load_position(head.game_id, head.seq, head.hash)


def _refuse_strangers(head: LiveHead) -> None:
    if not head.own_seats:
        raise NotYourSeat(head.game_id)


def _find_due_seat(head: LiveHead, expected_seq: int) -> int:
    """Return the seat that is due if it is one of the user's; refuse the action otherwise."""
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


def _find_resigning_seat(head: LiveHead, position: LivePosition, seat: int | None) -> int:
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
    steps.advance()
    return append_steps(head, steps)


def _make_turn(user_id: int, steps: LiveSteps, due: Due | None) -> Turn | None:
    """Return the turn that follows the steps if it is the user's."""
    if due is None or due.owner_id != user_id:
        return None
    return steps.position.make_turn(due.seat, deadline=due.deadline, now=due.now, bank_ms=due.bank_ms)
