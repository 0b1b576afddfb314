"""Outcomes: how a game ended, for each seat, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

__all__ = ["ForfeitReason", "Outcome", "SeatResult", "Termination", "rank_seats"]


class Termination(StrEnum):
    """Why a game ended."""

    #: The rules ended the game.
    COMPLETED = "completed"
    #: Forfeits left one seat; the position was scored as it stood.
    ABANDONED = "abandoned"


class ForfeitReason(StrEnum):
    """Why a seat was forfeited."""

    TIMEOUT = "timeout"
    CRASH = "crash"
    ILLEGAL = "illegal"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat's result: points by part, their total, tie-break values in order, and the place (1 is best)."""

    place: int
    score: int
    parts: Mapping[str, int]
    ties: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game, seats in order."""

    reason: Termination
    seats: tuple[SeatResult, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the data of the ``game_finished`` event."""
        return {
            "reason": self.reason.value,
            "seats": [
                {"parts": dict(seat.parts), "place": seat.place, "score": seat.score, "ties": list(seat.ties)}
                for seat in self.seats
            ],
        }


def rank_seats(ranks: Sequence[tuple[int, ...]], forfeits: Sequence[int]) -> list[int]:
    """
    Return each seat's place: 1 + the number of seats strictly better (1, 1, 3).

    Args:
        ranks: per seat, what to compare, greater is better (score, then tie-breaks).
        forfeits: the forfeited seats in the order they forfeited. They stand below every other seat;
            among them the later is better.
    """
    order = {seat: number for number, seat in enumerate(forfeits)}
    keys = [(0, (order[seat],)) if seat in order else (1, tuple(rank)) for seat, rank in enumerate(ranks)]
    return [1 + sum(other > key for other in keys) for key in keys]
