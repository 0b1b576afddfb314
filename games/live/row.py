"""Row of a live game: lock it, append steps to its log, write the decision that is due."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import orjson
from django.db import transaction

from games.db import execute, fetch_row, pipeline
from games.errors import GameNotLive, UnknownGame
from games.event_store import Appending, Head, append_locked
from games.live.advance import LiveSteps
from games.live.clock import ClockSettings
from games.live.positions import keep_position
from games.models import Game, GameStatus
from games.play_jobs import turn_end, turn_wait
from games.realtime import GameDomainEvent, Subject, Topic, notify, publish

__all__ = ["Due", "LiveHead", "append_steps", "lock_head", "lock_head_or_skip"]


@dataclass(frozen=True, slots=True)
class LiveHead:
    """
    A locked live game and the decision that is due in it, at the time ``now`` of the database's clock.

    ``own_seats`` are the seats of the requesting user's remote bots; ``forfeited`` all seats that have forfeited.
    """

    game_id: int
    seq: int
    hash: bytes
    status: GameStatus
    seed_id: int | None
    clock: ClockSettings
    banks: tuple[int, ...]
    due_seat: int | None
    due_since: datetime | None
    deadline: datetime | None
    now: datetime
    own_seats: tuple[int, ...]
    forfeited: tuple[int, ...]

    @property
    def is_late(self) -> bool:
        """Whether the time of the seat due has run out."""
        return self.deadline is not None and self.now > self.deadline

    @property
    def used_ms(self) -> int:
        """How long the seat due has been thinking."""
        assert self.due_since is not None, "time is counted while a seat is due"
        return max(0, (self.now - self.due_since) // timedelta(milliseconds=1))


def lock_head(game_id: int, *, user_id: int | None = None) -> LiveHead:
    """
    Lock a live game and return its head; call in a transaction.

    Locks are taken in one order everywhere: the game's row, then its live row.

    Raises:
        UnknownGame: no game has that id.
        GameNotLive: it is not played over REST.
    """
    head = _lock(game_id, user_id)
    if head is None:
        raise GameNotLive(game_id) if Game.objects.filter(pk=game_id).exists() else UnknownGame(game_id)
    return head


def lock_head_or_skip(game_id: int) -> LiveHead | None:
    """As ``lock_head``, but return None if the game is gone or another transaction holds it."""
    return _lock(game_id, None, skips=True)


@dataclass(frozen=True, slots=True)
class Due:
    """
    Decision of a remote bot that is due after steps: the bot's owner, the seat's bank and deadline, as of ``now``.
    """

    seat: int
    owner_id: int | None
    deadline: datetime
    now: datetime
    bank_ms: int


def append_steps(
    head: LiveHead, steps: LiveSteps, *, acted: int | None = None, tells_workers: bool = True
) -> Due | None:
    """
    Append steps to a locked game, write the decision that is due after them, and notify its owner.

    Args:
        head: the locked game.
        steps: the steps to append, made from its position.
        acted: the seat whose own decision is the first step, if it is one: its bank pays for the time.
        tells_workers: whether to ask a worker for a decision that the steps owe.

    Returns:
        The decision that is due then, if it is a remote bot's.
    """
    assert steps.events, "there is something to append"
    stored = Head(head.game_id, head.seq, head.hash, head.status, head.seed_id)
    banks = list(head.banks)
    if acted is not None:
        banks[acted] = head.clock.bank_after(banks[acted], head.used_ms)
    # The clock of a decision that was due before and still is keeps running, whatever other seats did.
    goes_on = acted is None and head.due_seat is not None and head.due_seat == steps.waits_for
    with pipeline():
        append_locked(stored, Appending(head.game_id, head.seq, steps.events, steps.thinking))
        written = execute(_WRITE, _values(head, steps, banks, goes_on=goes_on))
        if steps.owes:
            turn_wait(head.game_id)
        elif head.due_seat is None:
            # No remote bot was due, so a worker was, even if only because the platform had failed.
            turn_end(head.game_id)
        _notify_owner(head, steps)
    due = _make_due(written.fetchone(), steps, banks)
    if steps.owes and tells_workers:
        publish(GameDomainEvent.WORK_DUE, game_ids=[head.game_id])
    transaction.on_commit(lambda: keep_position(steps.position))
    return due


def _lock(game_id: int, user_id: int | None, *, skips: bool = False) -> LiveHead | None:
    row: Sequence[Any] | None = fetch_row(
        _LOCK_OR_SKIP if skips else _LOCK, {"game": game_id, "user": user_id}
    )
    if row is None:
        return None
    (
        game,
        seq,
        head,
        status,
        seed,
        move,
        bank,
        increment,
        banks,
        due,
        since,
        deadline,
        now,
        own_seats,
        forfeited,
    ) = row
    return LiveHead(
        game_id=game,
        seq=seq,
        hash=bytes(head),
        status=GameStatus(status),
        seed_id=seed,
        clock=ClockSettings(move, bank, increment),
        banks=tuple(orjson.loads(banks)),
        due_seat=due,
        due_since=since,
        deadline=deadline,
        now=now,
        own_seats=tuple(own_seats),
        forfeited=tuple(forfeited),
    )


def _values(
    head: LiveHead, steps: LiveSteps, banks: Sequence[int], *, goes_on: bool
) -> dict[str, int | str | bool | None]:
    """
    Return the values of the decision that is due.

    A new decision's time begins now, so that the server's own work costs no bot time.
    """
    seat = steps.waits_for
    return {
        "game": head.game_id,
        "banks": orjson.dumps(list(banks)).decode(),
        "seat": seat,
        "bot": None if seat is None else steps.position.sitters[seat].bot_id,
        "allowed": None if seat is None else head.clock.total_ms(banks[seat]),
        "goes_on": goes_on,
    }


def _notify_owner(head: LiveHead, steps: LiveSteps) -> None:
    """Notify the owner of the bot that must act next."""
    seat = steps.waits_for
    owner = None if seat is None else steps.position.sitters[seat].owner_id
    if owner is not None:
        notify([Topic(Subject.USER, owner), Topic(Subject.TURN, head.game_id, owner)])


def _make_due(written: Sequence[Any] | None, steps: LiveSteps, banks: Sequence[int]) -> Due | None:
    assert written is not None, "a locked game has a live row"
    seat, (deadline, now, owner_id) = steps.waits_for, written
    return None if seat is None else Due(seat, owner_id, deadline, now, banks[seat])


_LOCK = """
    WITH locked AS (
        SELECT game.id, game.head_seq, game.head_hash, game.status, game.seed_id,
               live.move_ms, live.bank_ms, live.increment_ms, live.banks::text AS banks,
               live.due_seat, live.due_since, live.deadline
        FROM games_game game JOIN games_livegame live ON live.game_id = game.id
        WHERE game.id = %(game)s::bigint FOR UPDATE
    )
    SELECT locked.*, clock_timestamp(), ARRAY(
        SELECT seat.number FROM games_seat seat JOIN games_bot bot ON bot.id = seat.bot_id
        WHERE seat.game_id = locked.id AND bot.owner_id = %(user)s::int AND bot.transport = 'remote'
        ORDER BY seat.number
    ), ARRAY(SELECT seat.number FROM games_seat seat WHERE seat.game_id = locked.id AND seat.forfeit <> '')
    FROM locked
"""

_LOCK_OR_SKIP = _LOCK.replace("FOR UPDATE", "FOR UPDATE SKIP LOCKED")

_WRITE = """
    UPDATE games_livegame SET
        expires_at = NULL, banks = %(banks)s::jsonb, due_seat = %(seat)s::smallint, due_bot_id = %(bot)s::bigint,
        due_since = CASE WHEN %(seat)s::smallint IS NULL THEN NULL WHEN %(goes_on)s::boolean THEN due_since
                    ELSE clock_timestamp() END,
        deadline = CASE WHEN %(goes_on)s::boolean THEN deadline
                   ELSE clock_timestamp() + %(allowed)s::bigint * interval '1 millisecond' END
    WHERE game_id = %(game)s::bigint
    RETURNING deadline, clock_timestamp(), (SELECT owner_id FROM games_bot bot WHERE bot.id = %(bot)s::bigint)
"""
