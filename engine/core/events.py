"""Events of a game log and their canonical JSON, which is hashed and stored."""

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
    One event as a record writes it.

    ``actor`` is a seat (0-based), ``CHANCE`` or ``SYSTEM``; ``data`` holds ints, bools, strings, lists
    and dicts only.
    """

    seq: int
    actor: int
    kind: str
    data: dict[str, Any]


class LoggedEvent(NamedTuple):
    """
    One event as it is stored: its data as canonical JSON text, its chain hash and the state's digest.

    ``chain`` is h_seq (32 bytes). ``digest`` is the state's digest (32 bytes) if the event ends a turn, else None.
    """

    seq: int
    actor: int
    kind: str
    payload: str
    chain: bytes
    digest: bytes | None


class SeenEvent(NamedTuple):
    """
    One event as a certain viewer may see it: ``payload`` is None if the event is hidden from the viewer.

    It has no digest, because a viewer could find a hidden fact by hashing all candidates.
    """

    seq: int
    actor: int
    kind: str
    payload: str | None
    chain: bytes


def format_actor(actor: int) -> int | str:
    """Return an actor as records write it: a seat number, ``"chance"`` or ``"system"``."""
    return _NAMES.get(actor, actor)


def canonical(value: Any) -> bytes:
    """
    Serialize a value to canonical JSON: sorted keys, no spaces, UTF-8 (record format, "Canonical form").

    The value may hold only ints, bools, strings, lists and dicts with string keys.
    """
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def serialize_event(seq: int, actor: int, kind: str, payload: str) -> bytes:
    """Serialize an event to canonical bytes; its data is canonical text already."""
    named = f'"{_NAMES[actor]}"' if actor < 0 else actor
    return f'{{"actor":{named},"data":{payload},"kind":"{kind}","seq":{seq}}}'.encode()


def redact_event(seq: int, actor: int, kind: str, chain: bytes) -> dict[str, Any]:
    """Return an event without its data, with its chain hash instead, so that the hash chain can be continued."""
    return {"seq": seq, "actor": format_actor(actor), "kind": kind, "hash": chain.hex()}
