"""
Constants of Moon River: names in canonical order, and the sizes common to all component sets.

Names are in the order of the component file. The rules refer to a name by its index in one of these tuples.
"""

from typing import Final

__all__ = [
    "BANDITS",
    "CANYON",
    "CHANCE_KINDS",
    "COLUMN",
    "COLUMNS",
    "CORN_FIELD",
    "DESERT",
    "DESPERADO",
    "FARM",
    "FARMER",
    "FOREST",
    "GOLD",
    "GOLD_DIGGER",
    "LANDSCAPES",
    "MAX_SEATS",
    "MEADOW",
    "MOVES",
    "NOWHERE",
    "NO_SEAT",
    "PARTNERS",
    "PLOTS",
    "RESOURCES",
    "ROWS",
    "SALOON",
    "SCENARIOS",
    "SEAT_KINDS",
    "SIDES",
    "THIEF",
    "TILES",
    "TRAPPER",
]

LANDSCAPES: Final = ("desert", "canyon", "meadow", "forest", "farm", "corn_field")
DESERT, CANYON, MEADOW, FOREST, FARM, CORN_FIELD = range(6)

RESOURCES: Final = ("gold", "beaver", "corn")
GOLD: Final = 0

PARTNERS: Final = ("desperado", "cattle_thief", "gold_digger", "trapper", "farmer")
DESPERADO, THIEF, GOLD_DIGGER, TRAPPER, FARMER = range(5)
#: Partners that make a group count in the scenario ``outlaws``.
BANDITS: Final = (DESPERADO, THIEF)
SIDES: Final = ("specialist", "cowboy")

SCENARIOS: Final = ("timber_rafting", "gold_rush", "outlaws", "moon_river_city")

#: Event kinds in the order of the record format.
SEAT_KINDS: Final = (
    "plot_chosen",
    "domino_placed",
    "expansion_declined",
    "plots_discarded",
    "cow_removed",
    "partner_recruited",
    "cow_moved",
    "plots_swapped",
    "cow_stolen",
    "effect_declined",
    "bonus_tile_placed",
)
CHANCE_KINDS: Final = ("scenario_drawn", "saloon_filled", "column_dealt", "rancheros_drawn")

#: Numbers of plots in a set (ids 1-96) and in a column, tokens in a full saloon, bonus tiles, moves of a cowboy.
PLOTS: Final = 96
COLUMN: Final = 4
SALOON: Final = 5
TILES: Final = 2
MOVES: Final = 3

#: Size of the largest grid.
COLUMNS: Final = 5
ROWS: Final = 10
MAX_SEATS: Final = 4

#: In a column: no ranchero. As a cell: no cell.
NO_SEAT: Final = 255
NOWHERE: Final = 255
