"""Built-in bots: one row per bot of ``engine.bots``, and the player that plays in this process for such a row."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import orjson

from engine.bots import BuiltinBot, all_bots, find
from engine.core import Player, canonical
from engine.core import registry as rulesets
from games.models import Bot, Transport

__all__ = ["Program", "bots_register_builtin", "find_program"]

#: The parameter that names the program, where it is not the bot's own name.
_NAME: Final = "builtin"

#: Players that a process keeps.
_MAX_PLAYERS: Final = 200


@dataclass(frozen=True, slots=True)
class Program:
    """A built-in bot with the parameters of a row."""

    builtin: BuiltinBot
    parameters: Mapping[str, Any]
    ruleset: str

    def get_player(self) -> Player:
        """
        Return the bot as a player: one object per process, shared by games and threads, for it has no memory.

        Raises:
            TypeError, ValueError: the bot does not take these parameters.
        """
        return _player(self.builtin, canonical(dict(self.parameters)), self.ruleset)


def find_program(name: str, parameters: Mapping[str, Any], ruleset: str) -> Program:
    """
    Return the program that a row names: by its parameter ``builtin``, else by the bot's own name.

    The other parameters are the program's, so that several bots can be the same program with different budgets.

    Raises:
        engine.bots.UnknownBot: no program of that name plays the ruleset.
    """
    rest = dict(parameters)
    return Program(find(rest.pop(_NAME, name), ruleset), rest, ruleset)


def bots_register_builtin() -> list[Bot]:
    """
    Create or update the rows of all built-in bots; return them in the engine's order.

    Whether a bot is active does not change: that is the organiser's choice.
    """
    builtin = all_bots()
    Bot.objects.bulk_create(
        [_row(bot) for bot in builtin],
        update_conflicts=True,
        unique_fields=["name"],
        update_fields=["title", "description", "transport", "rulesets"],
    )
    rows = Bot.objects.in_bulk([bot.name for bot in builtin], field_name="name")
    return [rows[bot.name] for bot in builtin]


@lru_cache(_MAX_PLAYERS)
def _player(builtin: BuiltinBot, parameters: bytes, ruleset: str) -> Player:
    return builtin.make(rulesets.get(ruleset), **orjson.loads(parameters))


def _row(bot: BuiltinBot) -> Bot:
    return Bot(
        name=bot.name,
        title=bot.title,
        description=bot.description,
        transport=Transport.BUILTIN,
        rulesets=list(bot.rulesets or ()),
    )
