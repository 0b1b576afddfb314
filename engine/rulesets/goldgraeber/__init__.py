"""Goldgräber (3-6 seats): diggers look for gold behind three lakes and carry it home before the railway is done."""

from engine.rulesets.goldgraeber.ruleset import GOLDGRAEBER

__all__ = ["GOLDGRAEBER"]
