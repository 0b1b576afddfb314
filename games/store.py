"""
The store: the only writer of events.

Whole games go in by one COPY a chunk, single events by the same road. What is appended must come from the
engine's ``Playthrough``; the store checks that it continues the log (sequence and chain), then derives heads,
results and forfeits from the system events and writes them in the same transaction.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import IntegrityError, connection, transaction

from engine.core.events import LoggedEvent, canonical
from games._rows import COLUMNS, Tail, add_rows
from games.errors import ConcurrencyConflict, GameIsOver, UnknownGame
from games.models import GameStatus, GameVerdict
from games.seeds import seeds_reveal_due

__all__ = ["Appended", "Appending", "append", "append_games"]

_COPY = f"COPY games_event ({COLUMNS}) FROM STDIN"

_LOCK = """
SELECT id, head_seq, head_hash, status, seed_id FROM games_game WHERE id = ANY(%s) ORDER BY id FOR UPDATE
"""

_HEADS = """
UPDATE games_game AS game SET
    head_seq = new.seq,
    head_hash = new.hash,
    status = new.status,
    termination = new.termination,
    started_at = COALESCE(game.started_at, statement_timestamp()),
    finished_at = CASE WHEN new.over THEN COALESCE(game.finished_at, statement_timestamp()) END,
    verdict = %(unverified)s, verdict_step = NULL, verdict_code = '', verified_at = NULL
FROM unnest(
    %(ids)s::bigint[], %(seqs)s::int[], %(hashes)s::bytea[], %(statuses)s::text[],
    %(terminations)s::text[], %(over)s::bool[]
) AS new (id, seq, hash, status, termination, over)
WHERE game.id = new.id
"""

_RESULTS = """
UPDATE games_seat AS seat SET
    score = new.score, place = new.place, parts = new.parts::jsonb, ties = new.ties::jsonb
FROM unnest(
    %(ids)s::bigint[], %(seats)s::int[], %(scores)s::int[], %(places)s::int[],
    %(parts)s::text[], %(ties)s::text[]
) AS new (game_id, number, score, place, parts, ties)
WHERE seat.game_id = new.game_id AND seat.number = new.number
"""

_FORFEITS = """
UPDATE games_seat AS seat SET forfeit = new.reason
FROM unnest(%(ids)s::bigint[], %(seats)s::int[], %(reasons)s::text[]) AS new (game_id, number, reason)
WHERE seat.game_id = new.game_id AND seat.number = new.number
"""

#: A voided game counts for nothing, so its seats have no results.
_NO_RESULTS = """
UPDATE games_seat SET score = NULL, place = NULL, parts = NULL, ties = NULL WHERE game_id = ANY(%(ids)s)
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


@dataclass(frozen=True, slots=True)
class Appended:
    """
    What an append did to a game.
    """

    game_id: int
    head_seq: int
    before: GameStatus
    status: GameStatus


class _Head(NamedTuple):
    """
    Where a locked game stands.
    """

    id: int
    seq: int
    hash: bytes
    status: str
    seed_id: int | None


def append(
    game_id: int, expected_seq: int, events: Sequence[LoggedEvent], *, thinking_ms: Sequence[int | None] = ()
) -> Appended:
    """
    Append events to one game.

    Raises:
        UnknownGame, ConcurrencyConflict, GameIsOver, BrokenChain: nothing has been written then.
    """
    return append_games([Appending(game_id, expected_seq, events, thinking_ms)])[0]


def append_games(chunk: Sequence[Appending]) -> list[Appended]:
    """
    Append to several games, whole or in part, in one transaction: all of it is written or nothing.

    Raises:
        UnknownGame, ConcurrencyConflict, GameIsOver, BrokenChain: for the first game at fault.
    """
    if not chunk:
        return []
    assert len({each.game_id for each in chunk}) == len(chunk), "a chunk names each game once"
    with transaction.atomic():
        heads = _locked([each.game_id for each in chunk])
        rows: list[str] = []
        tails = {each.game_id: _continued(heads, each, rows) for each in chunk}
        _copy(rows, chunk)
        _update_games(tails)
        _update_seats(tails)
        ended = {heads[game_id].seed_id for game_id, tail in tails.items() if tail.status.is_over}
        seeds_reveal_due(sorted(seed_id for seed_id in ended if seed_id is not None))
    return [
        Appended(game_id, tail.seq, GameStatus(heads[game_id].status), tail.status)
        for game_id, tail in tails.items()
    ]


def _locked(game_ids: Sequence[int]) -> dict[int, _Head]:
    """
    Lock the games, in the order of their ids lest two writers wait for each other.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, [list(game_ids)])
        heads = {row[0]: _Head(*row) for row in cursor.fetchall()}
    for game_id in game_ids:
        if game_id not in heads:
            raise UnknownGame(game_id)
    return heads


def _continued(heads: dict[int, _Head], appending: Appending, rows: list[str]) -> Tail:
    """
    Add one game's rows after judging that they may follow its head.
    """
    head = heads[appending.game_id]
    assert appending.events, "there is something to append"
    if head.seq != appending.expected_seq:
        raise ConcurrencyConflict(head.id, appending.expected_seq, head.seq)
    tail = add_rows(
        rows,
        head.id,
        seq=head.seq,
        head=head.hash,
        events=appending.events,
        thinking_ms=appending.thinking_ms,
    )
    if not GameStatus(head.status).may_become(tail.status):
        raise GameIsOver(head.id, head.status)
    return tail


def _copy(rows: Sequence[str], chunk: Sequence[Appending]) -> None:
    lines = "".join(rows)
    assert lines.count("\n") == len(rows), "canonical payloads hold no line feed"
    try:
        with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(_COPY) as copy:
            copy.write(lines)
    except IntegrityError as error:
        raise _conflict(error, chunk) from error


def _conflict(error: IntegrityError, chunk: Sequence[Appending]) -> ConcurrencyConflict:
    """
    Name the game whose events someone else wrote past its head, which only the unique key can notice.
    """
    named = re.search(r"=\((\d+), (\d+)\)", str(error))
    game_id = int(named[1]) if named else chunk[0].game_id
    expected = next(each.expected_seq for each in chunk if each.game_id == game_id)
    return ConcurrencyConflict(game_id, expected, int(named[2]) if named else None)


def _update_games(tails: dict[int, Tail]) -> None:
    values = tails.values()
    _execute(
        _HEADS,
        unverified=GameVerdict.UNVERIFIED.value,
        ids=list(tails),
        seqs=[tail.seq for tail in values],
        hashes=[tail.hash for tail in values],
        statuses=[tail.status.value for tail in values],
        terminations=[tail.result["reason"] if tail.result else "" for tail in values],
        over=[tail.status.is_over for tail in values],
    )


def _update_seats(tails: dict[int, Tail]) -> None:
    forfeits = [(game_id, *forfeit) for game_id, tail in tails.items() for forfeit in tail.forfeits]
    if forfeits:
        ids, seats, reasons = _columns(forfeits)
        _execute(_FORFEITS, ids=ids, seats=seats, reasons=reasons)
    results = [
        (game_id, number, seat["score"], seat["place"], _json(seat["parts"]), _json(seat["ties"]))
        for game_id, tail in tails.items()
        if tail.result is not None
        for number, seat in enumerate(tail.result["seats"])
    ]
    if results:
        ids, seats, scores, places, parts, ties = _columns(results)
        _execute(_RESULTS, ids=ids, seats=seats, scores=scores, places=places, parts=parts, ties=ties)
    voided = [game_id for game_id, tail in tails.items() if tail.status is GameStatus.VOIDED]
    if voided:
        _execute(_NO_RESULTS, ids=voided)


def _columns(rows: Iterable[tuple[Any, ...]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _json(value: Any) -> str:
    return canonical(value).decode()


def _execute(statement: str, **values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
