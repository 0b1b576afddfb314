"""Phases of a game of Moon River: one small int per kind of decision or chance step."""

from typing import Final

__all__ = [
    "BONUS",
    "CHANCE_PHASES",
    "CHOOSE",
    "COLUMN_DUE",
    "DISCARD",
    "EXPAND",
    "EXPECTED",
    "MOVE_COW",
    "NAMES",
    "OVER",
    "PLACE_RANCHERO",
    "RANCHEROS_DUE",
    "RECRUIT",
    "REMOVE_COW",
    "SALOON_DUE",
    "SCENARIO_DUE",
    "STEAL",
    "SWAP",
]

#: Chance steps, in the order of the set-up.
SCENARIO_DUE: Final = 0
SALOON_DUE: Final = 1
COLUMN_DUE: Final = 2
RANCHEROS_DUE: Final = 3
#: Decisions of a seat.
PLACE_RANCHERO: Final = 4
EXPAND: Final = 5
DISCARD: Final = 6
REMOVE_COW: Final = 7
RECRUIT: Final = 8
MOVE_COW: Final = 9
SWAP: Final = 10
STEAL: Final = 11
BONUS: Final = 12
CHOOSE: Final = 13
OVER: Final = 14

CHANCE_PHASES: Final = frozenset((SCENARIO_DUE, SALOON_DUE, COLUMN_DUE, RANCHEROS_DUE))

#: The name of each phase in observations.
NAMES: Final = (
    *("chance", "chance", "chance", "chance"),
    "setup",
    "expand",
    "discard",
    "remove_cow",
    "recruit",
    "move_cow",
    "swap",
    "steal",
    "bonus",
    "choose",
    "over",
)

#: The event kinds that can be legal in each phase.
EXPECTED: Final[tuple[tuple[str, ...], ...]] = (
    ("scenario_drawn",),
    ("saloon_filled",),
    ("column_dealt",),
    ("rancheros_drawn",),
    ("plot_chosen",),
    ("domino_placed", "expansion_declined"),
    ("plots_discarded",),
    ("cow_removed",),
    ("partner_recruited",),
    ("cow_moved", "effect_declined"),
    ("plots_swapped", "effect_declined"),
    ("cow_stolen", "effect_declined"),
    ("bonus_tile_placed",),
    ("plot_chosen",),
    (),
)
