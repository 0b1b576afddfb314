"""Registry of the built-in bots by name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.bots.contract import Bot
from engine.bots.greedy import GreedyBot
from engine.bots.mcts import MctsBot
from engine.bots.prospector import ProspectorBot
from engine.bots.rancher import RancherBot
from engine.bots.random_player import RandomPlayer
from engine.core import Ruleset

__all__ = ["BuiltinBot", "UnknownBot", "all_bots", "create", "find", "list_names"]


class UnknownBot(LookupError):
    """No built-in bot of that name plays that ruleset."""

    def __init__(self, name: str, ruleset: str) -> None:
        super().__init__(f"no built-in bot {name!r} plays {ruleset}")
        self.name = name
        self.ruleset = ruleset


@dataclass(frozen=True, slots=True)
class BuiltinBot:
    """
    A built-in bot: its name, the rulesets it plays (None: all), and its factory.

    ``make`` takes the ruleset and the bot's parameters as keywords. A bot ``is_quick`` if it decides within a few
    milliseconds, so that it can decide inside a request.
    """

    name: str
    title: str
    description: str
    rulesets: tuple[str, ...] | None
    make: Callable[..., Bot]
    is_quick: bool = False

    def plays(self, ruleset: str) -> bool:
        """Return whether the bot plays the ruleset of a key."""
        return self.rulesets is None or ruleset in self.rulesets


_BOTS: Mapping[str, BuiltinBot] = {
    bot.name: bot
    for bot in (
        BuiltinBot(
            name="random",
            title="Random",
            description="Takes any legal action, each equally likely. The baseline for all other bots.",
            rulesets=None,
            make=RandomPlayer,
            is_quick=True,
        ),
        BuiltinBot(
            name="greedy",
            title="Greedy",
            description="Takes the action with the best immediate gain in points or prospects.",
            rulesets=None,
            make=GreedyBot,
            is_quick=True,
        ),
        BuiltinBot(
            name="rancher",
            title="Rancher",
            description="Plans territories, cows and partners by estimating the final value of a ranch.",
            rulesets=("moon-river@1",),
            make=RancherBot,
            is_quick=True,
        ),
        BuiltinBot(
            name="prospector",
            title="Prospector",
            description="Weighs its finds against the way home: chips, robbers, fights, rafts, the locomotive.",
            rulesets=("goldgraeber@1",),
            make=ProspectorBot,
        ),
        BuiltinBot(
            name="mcts",
            title="Monte-Carlo tree search",
            description="Searches over sampled chance and hidden information with a budget of play-outs.",
            rulesets=None,
            make=MctsBot,
        ),
    )
}


def all_bots() -> tuple[BuiltinBot, ...]:
    """Return all built-in bots, in the order of registration."""
    return tuple(_BOTS.values())


def list_names(ruleset: str) -> tuple[str, ...]:
    """Return the names of the built-in bots that play the ruleset of a key."""
    return tuple(bot.name for bot in _BOTS.values() if bot.plays(ruleset))


def find(name: str, ruleset: str) -> BuiltinBot:
    """
    Return the built-in bot of a name.

    Raises:
        UnknownBot: no bot has that name, or it does not play the ruleset.
    """
    bot = _BOTS.get(name)
    if bot is None or not bot.plays(ruleset):
        raise UnknownBot(name, ruleset)
    return bot


def create(name: str, ruleset: Ruleset[Any], parameters: Mapping[str, Any] | None = None) -> Bot:
    """
    Create a bot that plays the ruleset.

    Raises:
        UnknownBot: no bot has that name, or it does not play the ruleset.
    """
    return find(name, ruleset.key).make(ruleset, **(parameters or {}))
