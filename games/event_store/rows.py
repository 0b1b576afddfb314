"""From logged events to the text of a COPY, and to what the system events among them say of the game."""

from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import Any, NamedTuple

import orjson

from engine.core import SYSTEM, LoggedEvent, canonical_event, next_hash
from games.errors import BrokenChain
from games.models import GameStatus

__all__ = ["COLUMNS", "Rows", "Tail", "columns_of", "rows_of"]

#: The columns of a row, in the order they are written.
COLUMNS = "game_id, seq, thinking_ms, actor, kind, payload, chain, digest"

_NULL = "\\N"


class Tail(NamedTuple):
    """Where a stretch of events leads a game: its last event, and what system events decided on the way."""

    seq: int
    hash: bytes
    status: GameStatus
    #: The payload of ``game_finished``, unless the game was voided after it.
    result: str | None
    #: Seat and reason of each ``seat_forfeited``.
    forfeits: tuple[tuple[int, str], ...]


class Rows(NamedTuple):
    """The COPY lines of a stretch of events, and where it leads."""

    lines: str
    tail: Tail


def rows_of(
    game_id: int,
    *,
    seq: int,
    head: bytes,
    events: Sequence[LoggedEvent],
    thinking_ms: Sequence[int | None],
) -> Rows:
    """
    Return the lines of events that follow number ``seq`` and hash ``head``.

    Every number is checked, of the chain the first and the last link: a play-through has just computed it, and
    computing it all again would take a third of the store's time. Verification does, when the log is read.
    Canonical payloads hold no control characters, so that only the backslash needs escaping.

    Raises:
        BrokenChain: a number or hash is not the next one.
    """
    rows: list[str] = []
    system: list[LoggedEvent] = []
    times: Iterable[int | None] = thinking_ms or repeat(None, len(events))
    for event, time in zip(events, times, strict=True):
        number, actor, kind, payload, chain, digest = event
        seq += 1
        if number != seq:
            raise BrokenChain(game_id, seq)
        if actor == SYSTEM:
            system.append(event)
        if "\\" in payload:
            payload = payload.replace("\\", "\\\\")
        thought = _NULL if time is None else time
        ends_turn = _NULL if digest is None else "\\\\x" + digest.hex()
        rows.append(
            f"{game_id}\t{seq}\t{thought}\t{actor}\t{kind}\t{payload}\t\\\\x{chain.hex()}\t{ends_turn}\n"
        )
    _check_link(game_id, head, events[0])
    if len(events) > 1:
        _check_link(game_id, events[-2].chain, events[-1])
    lines = "".join(rows)
    assert lines.count("\n") == len(rows), "canonical payloads hold no line feed"
    return Rows(lines, _tail(seq, events[-1].chain, system))


def columns_of(
    game_id: int, events: Sequence[LoggedEvent], thinking_ms: Sequence[int | None]
) -> dict[str, Any]:
    """Return the columns of a few events as values of one statement, by their names."""
    number, actor, kind, payload, chain, digest = (list(column) for column in zip(*events, strict=True))
    return {
        "game_id": game_id,
        "seq": number,
        "thinking_ms": list(thinking_ms) or [None] * len(events),
        "actor": actor,
        "kind": kind,
        "payload": payload,
        "chain": chain,
        "digest": digest,
    }


def _check_link(game_id: int, previous: bytes, event: LoggedEvent) -> None:
    seq, actor, kind, payload, chain, _ = event
    if chain != next_hash(previous, canonical_event(seq, actor, kind, payload)):
        raise BrokenChain(game_id, seq)


def _tail(seq: int, head: bytes, system: Iterable[LoggedEvent]) -> Tail:
    status = GameStatus.RUNNING
    result: str | None = None
    forfeits: list[tuple[int, str]] = []
    for event in system:
        if event.kind == "seat_forfeited":
            data = orjson.loads(event.payload)
            forfeits.append((data["seat"], data["reason"]))
        elif event.kind == "game_finished":
            status, result = GameStatus.FINISHED, event.payload
        elif event.kind == "game_voided":
            status, result = GameStatus.VOIDED, None
    return Tail(seq, head, status, result, tuple(forfeits))
