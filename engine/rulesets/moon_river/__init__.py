"""Moon River (2-4 seats): ranches of dominoes, cows, partners and a river."""

from engine.rulesets.moon_river import phases
from engine.rulesets.moon_river.actions import DOMINO_PLACED, FIELDS, KIND_SHIFT
from engine.rulesets.moon_river.bitboards import ALL, find_neighbours, split_territories
from engine.rulesets.moon_river.components import ComponentSet, Plot, component_set
from engine.rulesets.moon_river.constants import (
    CORN_FIELD,
    FARMER,
    GOLD_DIGGER,
    LANDSCAPES,
    RESOURCES,
    TRAPPER,
)
from engine.rulesets.moon_river.ranch import find_protected_land
from engine.rulesets.moon_river.ruleset import MOON_RIVER
from engine.rulesets.moon_river.scoring import sum_points
from engine.rulesets.moon_river.state import MoonRiverState

__all__ = [
    "ALL",
    "CORN_FIELD",
    "DOMINO_PLACED",
    "FARMER",
    "FIELDS",
    "GOLD_DIGGER",
    "KIND_SHIFT",
    "LANDSCAPES",
    "MOON_RIVER",
    "RESOURCES",
    "TRAPPER",
    "ComponentSet",
    "MoonRiverState",
    "Plot",
    "component_set",
    "find_neighbours",
    "find_protected_land",
    "phases",
    "split_territories",
    "sum_points",
]
