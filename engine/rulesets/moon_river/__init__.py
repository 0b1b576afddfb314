"""Moon River (2-4 seats): ranches of dominoes, cows, partners and a river."""

from engine.rulesets.moon_river.ruleset import MOON_RIVER

__all__ = ["MOON_RIVER"]
