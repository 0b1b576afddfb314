"""
Formats: how a stage decides who meets whom.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum

from tournaments.domain.schedule import Round, round_robin

__all__ = ["Format", "planned_rounds"]


class Format(StrEnum):
    """
    How a stage decides who meets whom.
    """

    #: Every table of the chosen size meets once.
    ROUND_ROBIN = "round_robin"


_PLANNERS: Mapping[Format, Callable[[int, int], tuple[Round, ...]]] = {Format.ROUND_ROBIN: round_robin}


def planned_rounds(chosen: Format, *, entrants: int, table: int) -> tuple[Round, ...]:
    """
    Return a stage's rounds in the order of play.

    Args:
        chosen: the stage's format.
        entrants: how many there are; pairings name them by seed rank, 0 to entrants - 1.
        table: entrants per match.

    Raises:
        NotATable: there are fewer than two at a table, or fewer entrants than a table takes.
    """
    return _PLANNERS[chosen](entrants, table)
