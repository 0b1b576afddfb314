"""
Store: the only writer of events.

Many games are appended by one COPY per chunk, a few events of a locked game by an INSERT. The events must come from the
engine's ``Playthrough``. The store checks that they continue the log, derives heads, results and forfeits from the
system events, and writes them in the same transaction. It notifies the listeners, and publishes the domain events.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import orjson
from django.db import IntegrityError, connection, transaction

from engine.core import SYSTEM, LoggedEvent, hash_event, serialize_event
from games.db import execute
from games.errors import BrokenChain, ConcurrencyConflict, GameIsOver, UnknownGame
from games.event_store.event_rows import COLUMNS, copy_text
from games.event_store.seeds import seeds_reveal_due
from games.models import GameStatus, GameVerdict
from games.realtime import GameDomainEvent, Subject, Topic, notify, publish

__all__ = ["Appended", "Appending", "Head", "append_locked", "branch", "chunk_append"]

_COPY = f"COPY games_event ({COLUMNS}) FROM STDIN"

#: A few events, sent with other statements.
_INSERT = f"""
INSERT INTO games_event ({COLUMNS})
SELECT %(game_id)s::bigint, each.* FROM unnest(
    %(seq)s::int[], %(thinking_ms)s::int[], %(actor)s::smallint[], %(kind)s::text[], %(payload)s::text[],
    %(chain)s::bytea[], %(digest)s::bytea[]
) AS each
"""  # noqa: S608 - the names of columns

_LOCK = """
SELECT id, head_seq, head_hash, status, seed_id FROM games_game WHERE id = ANY(%s) ORDER BY id FOR UPDATE
"""

# Each statement names its games in an array too: how many a JSON value holds, the planner can't know, and fearing
# thousands it would read the whole table.

_HEADS = """
UPDATE games_game AS game SET
    head_seq = new.seq,
    head_hash = decode(new.hash, 'hex'),
    status = new.status,
    termination = COALESCE(new.result ->> 'reason', ''),
    started_at = COALESCE(game.started_at, statement_timestamp()),
    finished_at = CASE WHEN new.over THEN COALESCE(game.finished_at, statement_timestamp()) END,
    verdict = %s, verdict_step = NULL, verdict_code = '', verified_at = NULL
FROM jsonb_to_recordset(%s::jsonb) AS new (id bigint, seq int, hash text, status text, over bool, result jsonb)
WHERE game.id = new.id AND game.id = ANY(%s)
"""

#: Seats' results, taken from the payload of ``game_finished`` itself.
_RESULTS = """
UPDATE games_seat AS seat SET
    score = (each.result -> 'score')::int,
    place = (each.result -> 'place')::int,
    parts = each.result -> 'parts',
    ties = each.result -> 'ties'
FROM jsonb_to_recordset(%s::jsonb) AS game (id bigint, result jsonb),
    jsonb_array_elements(game.result -> 'seats') WITH ORDINALITY AS each (result, number)
WHERE seat.game_id = game.id AND seat.number = each.number - 1 AND seat.game_id = ANY(%s)
"""

_FORFEITS = """
UPDATE games_seat AS seat SET forfeit = new.reason
FROM unnest(%s::bigint[], %s::int[], %s::text[]) AS new (game_id, number, reason)
WHERE seat.game_id = new.game_id AND seat.number = new.number AND seat.game_id = ANY(%s)
"""

#: A voided game counts for nothing, so its seats have no results.
_NO_RESULTS = """
UPDATE games_seat SET score = NULL, place = NULL, parts = NULL, ties = NULL WHERE game_id = ANY(%s)
"""

#: The jobs of games that are over: their leases end, and a worker that plays on is refused.
_END_JOBS = """
WITH ended AS (
    SELECT game_id FROM games_playjob WHERE game_id = ANY(%s::bigint[]) ORDER BY game_id FOR NO KEY UPDATE
)
UPDATE games_playjob AS job SET
    status = game.status, token = NULL, expires_at = NULL, heartbeat_at = statement_timestamp()
FROM ended JOIN games_game AS game ON game.id = ended.game_id
WHERE job.game_id = ended.game_id
"""


@dataclass(frozen=True, slots=True)
class Appending:
    """
    Events that continue one game: the first has the number ``expected_seq + 1``.

    ``thinking_ms`` gives each event's thinking time, or None where no seat thought; empty: none is known.
    """

    game_id: int
    expected_seq: int
    events: Sequence[LoggedEvent]
    thinking_ms: Sequence[int | None] = ()


class Head(NamedTuple):
    """Where a locked game stands."""

    id: int
    seq: int
    hash: bytes
    status: str
    seed_id: int | None


class Tail(NamedTuple):
    """Where events lead a game: its last event, and what the system events among them decide."""

    seq: int
    hash: bytes
    status: GameStatus
    #: The payload of ``game_finished``, unless the game was voided after it.
    result: str | None
    #: Seat and reason of each ``seat_forfeited``.
    forfeits: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Appended:
    """What an append did to a game."""

    game_id: int
    head_seq: int
    before: GameStatus
    status: GameStatus


def chunk_append(*, chunk: Sequence[Appending]) -> list[Appended]:
    """
    Append to several games, whole or in part, in one transaction: all of it is written or nothing.

    Raises:
        UnknownGame, ConcurrencyConflict, GameIsOver, BrokenChain: for the first game at fault.
    """
    if not chunk:
        return []
    assert len({each.game_id for each in chunk}) == len(chunk), "a chunk names each game once"
    with transaction.atomic():
        heads = _lock([each.game_id for each in chunk])
        for each in chunk:
            _refuse_conflict(heads[each.game_id], each)
        return _settle(heads, _copy(chunk, heads))


def append_locked(head: Head, appending: Appending) -> Appended:
    """
    Append a few events to one game that the caller has locked and read in this transaction.

    All its statements may be sent together with others (``games.db.statements``).

    Raises:
        ConcurrencyConflict, GameIsOver, BrokenChain: nothing has been written then.
    """
    assert connection.in_atomic_block, "a lock lasts as long as its transaction"
    _refuse_conflict(head, appending)
    tail = _judge(head, appending)
    execute(_INSERT, _columns(appending))
    return _settle({head.id: head}, {head.id: tail})[0]


def branch(game_id: int, seq: int, base: bytes) -> None:
    """
    Let a fork's chain go on from its base once its parent's events are in: what follows is its own.

    Raises:
        UnknownGame, ConcurrencyConflict: it does not stand at ``seq``; nothing has been written then.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        head = _lock([game_id])[game_id]
        if head.seq != seq:
            raise ConcurrencyConflict(game_id, seq, head.seq)
        cursor.execute("UPDATE games_game SET head_hash = %s WHERE id = %s", [base, game_id])


def _settle(heads: dict[int, Head], tails: dict[int, Tail]) -> list[Appended]:
    """Write what appended events mean for their games, and notify the followers."""
    _update_games(tails)
    _update_seats(tails)
    over = [game_id for game_id, tail in tails.items() if tail.status.is_over]
    if over:
        execute(_END_JOBS, [over])
        ended = {heads[game_id].seed_id for game_id in over}
        seeds_reveal_due(sorted(seed_id for seed_id in ended if seed_id is not None))
        for status, news in _ENDINGS:
            publish(news, game_ids=[game_id for game_id in over if tails[game_id].status is status])
    notify([*(Topic(Subject.GAME, each) for each in tails), *(Topic(Subject.END, each) for each in over)])
    return [
        Appended(game_id, tail.seq, GameStatus(heads[game_id].status), tail.status)
        for game_id, tail in tails.items()
    ]


_ENDINGS = ((GameStatus.FINISHED, GameDomainEvent.FINISHED), (GameStatus.VOIDED, GameDomainEvent.VOIDED))


def _lock(game_ids: Sequence[int]) -> dict[int, Head]:
    """Lock the games, in the order of their ids so that two writers cannot wait for each other."""
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, [list(game_ids)])
        heads = {row[0]: Head(*row) for row in cursor.fetchall()}
    for game_id in game_ids:
        if game_id not in heads:
            raise UnknownGame(game_id)
    return heads


def _refuse_conflict(head: Head, appending: Appending) -> None:
    assert appending.events, "there is something to append"
    if head.seq != appending.expected_seq:
        raise ConcurrencyConflict(head.id, appending.expected_seq, head.seq)


def _copy(chunk: Sequence[Appending], heads: dict[int, Head]) -> dict[int, Tail]:
    """Write the events by one COPY, game by game: the server reads one while the next is being judged."""
    tails: dict[int, Tail] = {}
    try:
        with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(_COPY) as copy:
            for each in chunk:
                tails[each.game_id] = _judge(heads[each.game_id], each)
                copy.write(copy_text(each.game_id, each.events, each.thinking_ms))
    except IntegrityError as error:
        raise _conflict(error, chunk) from error
    return tails


def _columns(appending: Appending) -> dict[str, Any]:
    """Return the columns of a few events as values of one statement, by their names."""
    events = appending.events
    thinking_ms = list(appending.thinking_ms) or [None] * len(events)
    assert len(thinking_ms) == len(events), "each event has a thinking time, or none has"
    number, actor, kind, payload, chain, digest = (list(column) for column in zip(*events, strict=True))
    return {
        "game_id": appending.game_id,
        "seq": number,
        "thinking_ms": thinking_ms,
        "actor": actor,
        "kind": kind,
        "payload": payload,
        "chain": chain,
        "digest": digest,
    }


def _judge(head: Head, appending: Appending) -> Tail:
    """
    Return where events lead a game, after judging that they continue its log.

    Every number is checked, but only the first and the last link of the chain: a play-through has just computed it, and
    to compute it again would take a third of the store's time. Verification does so when it reads the log.

    Raises:
        BrokenChain: a number or hash is not the next one.
        GameIsOver: nothing may follow.
    """
    events, seq = appending.events, head.seq
    for number, event in enumerate(events, seq + 1):
        if event.seq != number:
            raise BrokenChain(head.id, number)
    _check_link(head.id, head.hash, events[0])
    if len(events) > 1:
        _check_link(head.id, events[-2].chain, events[-1])
    tail = _tail(events)
    if not GameStatus(head.status).may_become(tail.status):
        raise GameIsOver(head.id, head.status)
    return tail


def _check_link(game_id: int, previous: bytes, event: LoggedEvent) -> None:
    seq, actor, kind, payload, chain, _ = event
    if chain != hash_event(previous, serialize_event(seq, actor, kind, payload)):
        raise BrokenChain(game_id, seq)


def _tail(events: Sequence[LoggedEvent]) -> Tail:
    status = GameStatus.RUNNING
    result: str | None = None
    forfeits: list[tuple[int, str]] = []
    for event in events:
        if event.actor != SYSTEM:
            continue
        if event.kind == "seat_forfeited":
            data = orjson.loads(event.payload)
            forfeits.append((data["seat"], data["reason"]))
        elif event.kind == "game_finished":
            status, result = GameStatus.FINISHED, event.payload
        elif event.kind == "game_voided":
            status, result = GameStatus.VOIDED, None
    return Tail(events[-1].seq, events[-1].chain, status, result, tuple(forfeits))


def _conflict(error: IntegrityError, chunk: Sequence[Appending]) -> ConcurrencyConflict:
    """Name the game whose events someone else wrote past its head, which only the unique key can notice."""
    named = re.search(r"=\((\d+), (\d+)\)", str(error))
    game_id = int(named[1]) if named else chunk[0].game_id
    expected = next(each.expected_seq for each in chunk if each.game_id == game_id)
    return ConcurrencyConflict(game_id, expected, int(named[2]) if named else None)


def _update_games(tails: dict[int, Tail]) -> None:
    """Move heads and write results; one JSON parameter is bound in a fraction of the time arrays of text take."""
    stand = orjson.dumps([_stand(game_id, tail) for game_id, tail in tails.items()]).decode()
    execute(_HEADS, [GameVerdict.UNVERIFIED.value, stand, list(tails)])
    if any(tail.result is not None for tail in tails.values()):
        execute(_RESULTS, [stand, list(tails)])


def _stand(game_id: int, tail: Tail) -> dict[str, Any]:
    return {
        "id": game_id,
        "seq": tail.seq,
        "hash": tail.hash.hex(),
        "status": tail.status.value,
        "over": tail.status.is_over,
        "result": None if tail.result is None else orjson.Fragment(tail.result),
    }


def _update_seats(tails: dict[int, Tail]) -> None:
    forfeits = [(game_id, *forfeit) for game_id, tail in tails.items() for forfeit in tail.forfeits]
    if forfeits:
        execute(_FORFEITS, [*(list(column) for column in zip(*forfeits, strict=True)), list(tails)])
    voided = [game_id for game_id, tail in tails.items() if tail.status is GameStatus.VOIDED]
    if voided:
        execute(_NO_RESULTS, [voided])
