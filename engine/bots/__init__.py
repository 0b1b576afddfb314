"""Built-in bots: pure functions of an observation, the legal actions and a random generator."""

from engine.bots import contract
from engine.bots.contract import Bot
from engine.bots.registry import BuiltinBot, UnknownBot, all_bots, find, list_names

__all__ = ["Bot", "BuiltinBot", "UnknownBot", "all_bots", "contract", "find", "list_names"]
