"""One finished game's log, and ways to tamper with it."""

from hashlib import sha256
from typing import Any

from engine.core import Header, LoggedEvent, serialize_event, verify
from tests.engine.builders import (
    header_for,
    play_game,
    seed_of,
)

SEED = seed_of(11)
HEADER = header_for(4, seed=SEED)
PLAY, LOG = play_game(HEADER, SEED)
LENGTH = len(LOG)


def verify_log(
    log: list[LoggedEvent], *, seed: bytes | None = SEED, header: Header = HEADER
) -> tuple[Any, ...]:
    """Return status, step and code of a verification."""
    verdict = verify(header, log, seed=seed)
    return verdict.status, verdict.step, verdict.code


def rehash(log: list[LoggedEvent], header: Header = HEADER) -> list[LoggedEvent]:
    """Return a log with its chain hashes recomputed, as a forger would."""
    head, result = header.h0(), []
    for event in log:
        head = sha256(head + serialize_event(event.seq, event.actor, event.kind, event.payload)).digest()
        result.append(event._replace(chain=head))
    return result


def change_event(number: int, **fields: Any) -> list[LoggedEvent]:
    """Return the log with one event (seq from 1) changed."""
    return [event._replace(**fields) if event.seq == number else event for event in LOG]


def seq_of(kind: str, after: int = 0) -> int:
    return next(event.seq for event in LOG if event.kind == kind and event.seq > after)
