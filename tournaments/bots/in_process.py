"""The transport of built-in bots: Python objects in the worker's own process."""

from collections.abc import Callable, Sequence

from celery.exceptions import SoftTimeLimitExceeded

from engine.bots import Bot
from engine.core import Action, ForfeitReason, Generator, Header, Observation, canonical
from games.bots import program_of
from tournaments.bots.ports import BotFault, Participant, Player

__all__ = ["InProcess", "ObservationFailed", "builtin_bot", "builtin_refusal"]


class ObservationFailed(Exception):
    """The rules failed to show a position: no fault of the bot that looked at it."""


class _BuiltinPlayer:
    """Tells a bot's own faults apart from ours."""

    __slots__ = ("_bot",)

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def choose(self, observation: Observation, legal: Sequence[Action], rng: Generator) -> Action:
        """Return what the bot answers."""
        try:
            return self._bot.choose(observation, legal, rng)
        except (MemoryError, ObservationFailed, SoftTimeLimitExceeded):
            raise  # the machine, the rules or the worker's own limits gave out
        except Exception as error:
            raise BotFault(ForfeitReason.CRASH, f"{type(error).__name__}: {error}") from error


def builtin_bot(participant: Participant, ruleset: str) -> Bot:
    """
    Return a new built-in bot as a participant's name and parameters say.

    Raises:
        UnknownBot: there is none of that name that plays the ruleset.
    """
    return program_of(participant.name, participant.parameters, ruleset).make()


class InProcess:
    """Keeps one object per bot and ruleset: built-in bots remember nothing between decisions."""

    def __init__(self, make: Callable[[Participant, str], Bot] = builtin_bot) -> None:
        self._make = make
        self._players: dict[tuple[str, bytes, str], Player] = {}

    def player(self, participant: Participant, header: Header, seat: int) -> Player:
        """
        Return the bot of that name.

        Raises:
            UnknownBot: this version of Rodeo has no such built-in bot.
        """
        key = (participant.name, canonical(dict(participant.parameters)), header.ruleset)
        player = self._players.get(key)
        if player is None:
            player = self._players[key] = _BuiltinPlayer(self._make(participant, header.ruleset))
        return player

    def close(self) -> None:
        """Forget the bots."""
        self._players.clear()


def builtin_refusal(participant: Participant, ruleset: str) -> str | None:
    """Return why there is no such bot, or None if there is one."""
    try:
        builtin_bot(participant, ruleset)
    except (LookupError, TypeError, ValueError) as error:
        return str(error)
    return None
