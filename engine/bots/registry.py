"""The built-in bots by name."""

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
    A built-in bot: who it is, which rulesets it plays (None: every one), and how to make one.

    ``make`` takes the ruleset and the bot's parameters as keywords. A bot ``is_quick`` that decides within a few
    milliseconds, so that it may do so while somebody waits for an answer.
    """

    name: str
    title: str
    description: str
    rulesets: tuple[str, ...] | None
    make: Callable[..., Bot]
    is_quick: bool = False

    def plays(self, ruleset: str) -> bool:
        """Whether the bot plays the ruleset of that key."""
        return self.rulesets is None or ruleset in self.rulesets


_BOTS: Mapping[str, BuiltinBot] = {
    bot.name: bot
    for bot in (
        BuiltinBot(
            name="random",
            title="Random",
            description="Takes any legal action, each equally likely. The measure everyone else is held against.",
            rulesets=None,
            make=RandomPlayer,
            is_quick=True,
        ),
        BuiltinBot(
            name="greedy",
            title="Greedy",
            description="Takes the action that scores or promises most at once.",
            rulesets=None,
            make=GreedyBot,
            is_quick=True,
        ),
        BuiltinBot(
            name="rancher",
            title="Rancher",
            description="Plans territories, cows and partners: values a ranch as it is likely to become.",
            rulesets=("moon-river@1",),
            make=RancherBot,
            is_quick=True,
        ),
        BuiltinBot(
            name="prospector",
            title="Prospector",
            description="Weighs what it carries against the way home: chips, robbers, fights, rafts, the locomotive.",
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
    """Return every built-in bot, in the order of registration."""
    return tuple(_BOTS.values())


def list_names(ruleset: str) -> tuple[str, ...]:
    """Return the names of the built-in bots that play the ruleset of that key."""
    return tuple(bot.name for bot in _BOTS.values() if bot.plays(ruleset))


def find(name: str, ruleset: str) -> BuiltinBot:
    """
    Return the built-in bot of that name.

    Raises:
        UnknownBot: there is none of that name, or it does not play the ruleset.
    """
    bot = _BOTS.get(name)
    if bot is None or not bot.plays(ruleset):
        raise UnknownBot(name, ruleset)
    return bot


def create(name: str, ruleset: Ruleset[Any], parameters: Mapping[str, Any] | None = None) -> Bot:
    """
    Return a bot ready to play the ruleset.

    Raises:
        UnknownBot: there is none of that name, or it does not play the ruleset.
    """
    return find(name, ruleset.key).make(ruleset, **(parameters or {}))
