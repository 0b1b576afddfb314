"""
The built-in bots' rows: one for each bot of ``engine.bots``, so that tournaments can enter them; and from such a row
to the program it names.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.bots import BuiltinBot, all_bots, contract, find
from engine.core import registry as rulesets
from games.models import Bot, Transport

__all__ = ["Program", "bots_register_builtin", "program_of"]

#: The parameter that names the program, where it is not the bot's own name.
_NAME = "builtin"


@dataclass(frozen=True, slots=True)
class Program:
    """A built-in bot with the parameters of a row."""

    builtin: BuiltinBot
    parameters: Mapping[str, Any]
    ruleset: str

    def make(self) -> contract.Bot:
        """Return the bot, ready to play."""
        return self.builtin.make(rulesets.get(self.ruleset), **self.parameters)


def program_of(name: str, parameters: Mapping[str, Any], ruleset: str) -> Program:
    """
    Return the program a row stands for: the one named by the parameter ``builtin``, else by the bot's own name.

    The other parameters go to the bot, so that several bots can be the same program with different budgets.

    Raises:
        engine.bots.registry.UnknownBot: there is none of that name that plays the ruleset.
    """
    rest = dict(parameters)
    return Program(find(rest.pop(_NAME, name), ruleset), rest, ruleset)


def bots_register_builtin() -> list[Bot]:
    """
    Make or renew the rows of all built-in bots; return them in the engine's order.

    Whether a bot is active is left as it was: that is the organiser's choice.
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


def _row(bot: BuiltinBot) -> Bot:
    return Bot(
        name=bot.name,
        title=bot.title,
        description=bot.description,
        transport=Transport.BUILTIN,
        rulesets=list(bot.rulesets or ()),
    )
