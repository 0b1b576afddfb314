"""Events: who acted, what happened, and the canonical bytes that are hashed and stored."""

from typing import Any, Final, NamedTuple

import orjson

__all__ = [
    "CHANCE",
    "SYSTEM",
    "Event",
    "LoggedEvent",
    "SeenEvent",
    "canonical",
    "format_actor",
    "redact_event",
    "serialize_event",
]

#: Actors are ints: a seat 0..n-1, or one of these two.
CHANCE: Final = -1
SYSTEM: Final = -2

_NAMES = {CHANCE: "chance", SYSTEM: "system"}


class Event(NamedTuple):
    """
    One step of a game as it is written in a record.

    ``actor`` is a seat (0-based), ``CHANCE`` or ``SYSTEM``; ``data`` holds ints, bools, strings, lists
    and dicts only.
    """

    seq: int
    actor: int
    kind: str
    data: dict[str, Any]


class LoggedEvent(NamedTuple):
    """
    One step as it is stored: the data as canonical JSON text, with its chain hash.

    ``chain`` is h_seq (32 bytes); ``digest`` the state's digest (32 bytes) where the event ends a turn,
    else None.
    """

    seq: int
    actor: int
    kind: str
    payload: str
    chain: bytes
    digest: bytes | None


class SeenEvent(NamedTuple):
    """
    One step as some viewer may see it: ``payload`` is None where the event is hidden from it.

    The state's digest is left out: it would let a hidden fact be guessed and tried.
    """

    seq: int
    actor: int
    kind: str
    payload: str | None
    chain: bytes


def format_actor(actor: int) -> int | str:
    """Return the actor as records write it: a seat number, ``"chance"`` or ``"system"``."""
    return _NAMES.get(actor, actor)


def canonical(value: Any) -> bytes:
    """
    Return the canonical JSON of a value: keys sorted, no spaces, UTF-8 (record format, "Canonical form").

    The value must hold ints, bools, strings, lists and dicts with string keys only.
    """
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def serialize_event(seq: int, actor: int, kind: str, payload: str) -> bytes:
    """Return the canonical bytes of an event whose data is already canonical text."""
    named = f'"{_NAMES[actor]}"' if actor < 0 else actor
    return f'{{"actor":{named},"data":{payload},"kind":"{kind}","seq":{seq}}}'.encode()


def redact_event(seq: int, actor: int, kind: str, chain: bytes) -> dict[str, Any]:
    """Return what stands for an event whose data may not be shown: its hash, from which the chain goes on."""
    return {"seq": seq, "actor": format_actor(actor), "kind": kind, "hash": chain.hex()}
