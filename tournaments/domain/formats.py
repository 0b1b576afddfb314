"""Formats: how a stage decides who meets whom."""

from collections.abc import Callable, Mapping
from enum import StrEnum

from tournaments.domain.errors import NotATable
from tournaments.domain.schedule import Round, schedule_round_robin

__all__ = ["Format", "plan_rounds"]


class Format(StrEnum):
    """How a stage decides who meets whom."""

    #: Every set of entrants that fills a table meets once.
    ROUND_ROBIN = "round_robin"
    #: No games are planned: entrants play elsewhere and submit their games.
    OPEN_PLAY = "open_play"

    @property
    def is_planned(self) -> bool:
        """Whether games are planned; the stage is then over when all of them are."""
        return self is not Format.OPEN_PLAY


def _plan_nothing(entrants: int, table: int) -> tuple[Round, ...]:
    if not 2 <= table <= entrants:
        raise NotATable(entrants=entrants, table=table)
    return ()


_PLANNERS: Mapping[Format, Callable[[int, int], tuple[Round, ...]]] = {
    Format.ROUND_ROBIN: schedule_round_robin,
    Format.OPEN_PLAY: _plan_nothing,
}


def plan_rounds(chosen: Format, *, entrants: int, table: int) -> tuple[Round, ...]:
    """
    Return a stage's rounds in the order of play; none in open play.

    Args:
        chosen: the stage's format.
        entrants: number of entrants; pairings use their seed ranks, 0 to entrants - 1.
        table: entrants per match.

    Raises:
        NotATable: a table has fewer than two seats, or there are fewer entrants than seats.
    """
    return _PLANNERS[chosen](entrants, table)
