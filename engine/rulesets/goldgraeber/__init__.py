"""Goldgräber (3-6 seats): diggers look for gold behind three lakes and carry it home before the railway is done."""

from engine.rulesets.goldgraeber import phases
from engine.rulesets.goldgraeber.actions import FIELDS, PEEK_CHOSEN, ROLL_CHOSEN
from engine.rulesets.goldgraeber.chips import chips_of, is_robber, strength_of
from engine.rulesets.goldgraeber.components import House, component_set
from engine.rulesets.goldgraeber.constants import FACES, LOCOMOTIVE, MAX_STEPS, ROBBER_POINTS
from engine.rulesets.goldgraeber.hex_grid import BIT, COORDINATES, fields_in
from engine.rulesets.goldgraeber.lookup_tables import tables_of
from engine.rulesets.goldgraeber.movement import free_landings
from engine.rulesets.goldgraeber.ruleset import GOLDGRAEBER
from engine.rulesets.goldgraeber.scoring import hoard_points
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
    "chips_of",
    "component_set",
    "count_chips",
    "fields_in",
    "free_landings",
    "hoard_points",
    "is_robber",
    "phases",
    "strength_of",
    "tables_of",
]
