"""Outcomes: the result of a game for each seat, and the reason for its end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

__all__ = ["ForfeitReason", "Outcome", "SeatResult", "Termination", "rank_seats"]


class Termination(StrEnum):
    """Reason for the end of a game."""

    #: The rules ended the game.
    COMPLETED = "completed"
    #: Forfeits left one seat; the position was scored as it was.
    ABANDONED = "abandoned"


class ForfeitReason(StrEnum):
    """Reason for the forfeit of a seat."""

    TIMEOUT = "timeout"
    CRASH = "crash"
    ILLEGAL = "illegal"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat's result: points by part, total score, tie-break values in order, and place (1 is best)."""

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
    Return the place of each seat: 1 + the number of strictly better seats, as in 1, 1, 3 (competition ranking).

    Args:
        ranks: the sort key of each seat, greater is better: score, then tie-breaks.
        forfeits: the forfeited seats in the order of their forfeits. They rank below all other seats; among them, a
            later forfeit ranks higher.
    """
    order = {seat: number for number, seat in enumerate(forfeits)}
    keys = [(0, (order[seat],)) if seat in order else (1, tuple(rank)) for seat, rank in enumerate(ranks)]
    return [1 + sum(other > key for other in keys) for key in keys]
