"""
From logged events to the text of a COPY, and to what the system events among them say of the game.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import repeat
from typing import Any, NamedTuple

import orjson

from engine.core.events import SYSTEM, LoggedEvent, canonical_event
from games.errors import BrokenChain
from games.models import GameStatus

__all__ = ["COLUMNS", "Tail", "add_rows"]

#: The columns of a row, in the order they are written.
COLUMNS = "game_id, seq, thinking_ms, actor, kind, payload, chain, digest"

_NULL = "\\N"


class Tail(NamedTuple):
    """
    Where a stretch of events leads a game: its last event, and what system events decided on the way.
    """

    seq: int
    hash: bytes
    status: GameStatus
    #: The data of ``game_finished``, unless the game was voided after it.
    result: dict[str, Any] | None
    #: Seat and reason of each ``seat_forfeited``.
    forfeits: tuple[tuple[int, str], ...]


def add_rows(
    rows: list[str],
    game_id: int,
    *,
    seq: int,
    head: bytes,
    events: Sequence[LoggedEvent],
    thinking_ms: Sequence[int | None],
) -> Tail:
    """
    Add the COPY lines of events that follow number ``seq`` and hash ``head``; return where they lead.

    Canonical payloads hold no control characters, so that only the backslash needs escaping.

    Raises:
        BrokenChain: a number or hash is not the next one.
    """
    system: list[LoggedEvent] = []
    times: Iterable[int | None] = thinking_ms or repeat(None, len(events))
    for event, time in zip(events, times, strict=True):
        number, actor, kind, payload, chain, digest = event
        seq += 1
        head = sha256(head + canonical_event(seq, actor, kind, payload)).digest()
        if head != chain or number != seq:
            raise BrokenChain(game_id, seq)
        if actor == SYSTEM:
            system.append(event)
        if "\\" in payload:
            payload = payload.replace("\\", "\\\\")
        thought = _NULL if time is None else time
        ends_turn = _NULL if digest is None else "\\\\x" + digest.hex()
        rows.append(
            f"{game_id}\t{seq}\t{thought}\t{actor}\t{kind}\t{payload}\t\\\\x{head.hex()}\t{ends_turn}\n"
        )
    return _tail(seq, head, system)


def _tail(seq: int, head: bytes, system: Iterable[LoggedEvent]) -> Tail:
    status = GameStatus.RUNNING
    result: dict[str, Any] | None = None
    forfeits: list[tuple[int, str]] = []
    for event in system:
        data = orjson.loads(event.payload)
        if event.kind == "seat_forfeited":
            forfeits.append((data["seat"], data["reason"]))
        elif event.kind == "game_finished":
            status, result = GameStatus.FINISHED, data
        elif event.kind == "game_voided":
            status, result = GameStatus.VOIDED, None
    return Tail(seq, head, status, result, tuple(forfeits))
