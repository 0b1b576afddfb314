"""Consistency of a game's rows with its log: head, status, results and forfeits."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from engine.core import SYSTEM, LoggedEvent
from games.event_store import game_header
from games.models import Game, GameStatus

__all__ = ["Mismatch", "find_mismatch"]

_ENDS = {"game_finished": GameStatus.FINISHED, "game_voided": GameStatus.VOIDED}
_NO_RESULT = {"score": None, "place": None, "parts": None, "ties": None}


class Mismatch(NamedTuple):
    """The first step at which rows and log differ, with a code and details."""

    step: int
    code: str
    details: Mapping[str, Any]


def find_mismatch(game: Game, log: Sequence[LoggedEvent]) -> Mismatch | None:
    """
    Return the first difference between a game's rows and its log, or None.

    Pass the whole log, of which a replay up to the game's head has found no divergence.
    """
    if len(log) < game.head_seq:
        return Mismatch(len(log) + 1, "events_missing", {"expected": game.head_seq})
    if len(log) > game.head_seq:
        return Mismatch(game.head_seq + 1, "events_beyond_head", {"expected": game.head_seq})
    head = _expected_head(game, log)
    if bytes(game.head_hash) != bytes(head):
        return Mismatch(game.head_seq, "head_mismatch", {"expected": bytes(head).hex()})
    status = _ENDS.get(log[-1].kind, GameStatus.RUNNING) if log else GameStatus.RUNNING
    stored = GameStatus(game.status)
    if stored is not status and not (stored is GameStatus.SCHEDULED and not log):
        return Mismatch(game.head_seq, "status_mismatch", {"expected": status.value})
    return _find_result_mismatch(
        game, log, orjson.loads(log[-1].payload) if status is GameStatus.FINISHED else None
    )


def _expected_head(game: Game, log: Sequence[LoggedEvent]) -> bytes:
    """Return the hash that the next event continues: the last event's, or the base of a fork without own events."""
    head = bytes(log[-1].chain if log else game.header_hash)
    return game_header(game).forks[-1].hash_base(head) if len(log) == game.parent_step else head


def _find_result_mismatch(
    game: Game, log: Sequence[LoggedEvent], result: Mapping[str, Any] | None
) -> Mismatch | None:
    if game.termination != (result["reason"] if result is not None else ""):
        return Mismatch(game.head_seq, "result_mismatch", {"field": "termination"})
    forfeits = _read_forfeits(log)
    for seat in game.seating.all():
        derived = _NO_RESULT if result is None else result["seats"][seat.number]
        expected = {**derived, "forfeit": forfeits.get(seat.number, "")}
        for field, value in expected.items():
            if getattr(seat, field) != value:
                details = {"seat": seat.number, "field": field, "expected": value}
                return Mismatch(game.head_seq, "result_mismatch", details)
    return None


def _read_forfeits(log: Sequence[LoggedEvent]) -> dict[int, str]:
    forfeits = [orjson.loads(event.payload) for event in log if event.actor == SYSTEM]
    return {data["seat"]: data["reason"] for data in forfeits if "seat" in data}
