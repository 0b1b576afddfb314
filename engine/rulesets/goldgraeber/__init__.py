"""Goldgräber (3-6 seats): diggers find gold behind three lakes and carry it home before the railway is complete."""

from engine.rulesets.goldgraeber import phases
from engine.rulesets.goldgraeber.actions import FIELDS, PEEK_CHOSEN, ROLL_CHOSEN
from engine.rulesets.goldgraeber.chips import get_strength, is_robber, list_chips
from engine.rulesets.goldgraeber.components import House, component_set
from engine.rulesets.goldgraeber.constants import FACES, LOCOMOTIVE, MAX_STEPS, ROBBER_POINTS
from engine.rulesets.goldgraeber.hex_grid import BIT, COORDINATES, list_fields
from engine.rulesets.goldgraeber.lookup_tables import load_tables
from engine.rulesets.goldgraeber.movement import find_free_landings
from engine.rulesets.goldgraeber.ruleset import GOLDGRAEBER
from engine.rulesets.goldgraeber.scoring import score_hoard
from engine.rulesets.goldgraeber.state import GoldgraeberState
from engine.rulesets.goldgraeber.turns import count_chips
from engine.rulesets.goldgraeber.walk_search import NOWHERE

__all__ = [
    "BIT",
    "COORDINATES",
    "FACES",
    "FIELDS",
    "GOLDGRAEBER",
    "LOCOMOTIVE",
    "MAX_STEPS",
    "NOWHERE",
    "PEEK_CHOSEN",
    "ROBBER_POINTS",
    "ROLL_CHOSEN",
    "GoldgraeberState",
    "House",
    "component_set",
    "count_chips",
    "find_free_landings",
    "get_strength",
    "is_robber",
    "list_chips",
    "list_fields",
    "load_tables",
    "phases",
    "score_hoard",
]
