"""Formats: how a stage decides who meets whom."""

from collections.abc import Callable, Mapping
from enum import StrEnum

from tournaments.domain.errors import NotATable
from tournaments.domain.schedule import Round, schedule_round_robin

__all__ = ["Format", "plan_rounds"]


class Format(StrEnum):
    """How a stage decides who meets whom."""

    #: Every table of the chosen size meets once.
    ROUND_ROBIN = "round_robin"
    #: Nothing is planned: entrants meet whom they like, elsewhere, and bring in the games.
    OPEN_PLAY = "open_play"

    @property
    def is_planned(self) -> bool:
        """Whether the games are planned here, so that the stage is over when all of them are."""
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
    Return a stage's rounds in the order of play; none where nothing is planned.

    Args:
        chosen: the stage's format.
        entrants: how many there are; pairings name them by seed rank, 0 to entrants - 1.
        table: entrants per match.

    Raises:
        NotATable: there are fewer than two at a table, or fewer entrants than a table takes.
    """
    return _PLANNERS[chosen](entrants, table)
