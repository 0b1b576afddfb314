"""The rulesets of this engine. Importing this module registers them; old versions stay registered."""

from engine.core import all_rulesets, get, register
from engine.rulesets.goldgraeber import GOLDGRAEBER
from engine.rulesets.moon_river import MOON_RIVER

__all__ = ["all_rulesets", "get"]

register(MOON_RIVER)
register(GOLDGRAEBER)
