"""Transport of built-in bots: Python objects in the worker's own process."""

from collections.abc import Callable

from engine.core import Header, Player
from games.bots import find_program
from tournaments.bots.ports import Participant

__all__ = ["InProcess", "find_builtin_player", "find_builtin_refusal"]


def find_builtin_player(participant: Participant, ruleset: str) -> Player:
    """
    Return the built-in bot of a participant's name and parameters.

    Raises:
        UnknownBot: this version of Rodeo has no bot of that name that plays the ruleset.
    """
    return find_program(participant.name, participant.parameters, ruleset).get_player()


class InProcess:
    """Calls built-in bots directly. ``games.bots`` caches the objects."""

    def __init__(self, find: Callable[[Participant, str], Player] = find_builtin_player) -> None:
        self._find = find

    def get_player(self, participant: Participant, header: Header, seat: int) -> Player:
        """
        Return the bot for the seat.

        Raises:
            UnknownBot: this version of Rodeo has no such built-in bot.
        """
        return self._find(participant, header.ruleset)

    def close(self) -> None:
        """Nothing to release."""


def find_builtin_refusal(participant: Participant, ruleset: str) -> str | None:
    """Return why a built-in bot cannot play the ruleset, or None if it can."""
    try:
        find_builtin_player(participant, ruleset)
    except (LookupError, TypeError, ValueError) as error:
        return str(error)
    return None
