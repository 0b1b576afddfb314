"""The words of Goldgräber in canonical order, and the numbers every component set shares."""

from typing import Final

__all__ = [
    "CHANCE_KINDS",
    "FACES",
    "LOCOMOTIVE",
    "MAX_SEATS",
    "MAX_STEPS",
    "MIN_SEATS",
    "NEIGHBOURS",
    "NOBODY",
    "PRIVATE_KINDS",
    "PURPOSES",
    "ROBBER_POINTS",
    "SEAT_KINDS",
    "SITES",
    "VALUES",
]

MIN_SEATS: Final = 3
MAX_SEATS: Final = 6

#: Event kinds in the order of the record format.
SEAT_KINDS: Final = ("digger_moved", "raft_ridden", "turn_passed", "roll_chosen", "peek_chosen")
CHANCE_KINDS: Final = ("die_rolled", "chip_flipped", "chips_peeked")
#: What only the seat whose turn it is may see until the game is over.
PRIVATE_KINDS: Final = frozenset({"chips_peeked"})

#: What the die can show; inside, a face is its index: what it counts in a fight, less one.
FACES: Final[tuple[str | int, ...]] = ("locomotive", 2, 3, 4, 5, 6)
#: What the locomotive's face counts in a fight. On a turn's roll it moves the locomotive instead.
LOCOMOTIVE: Final = 1
MAX_STEPS: Final = len(FACES)

#: What a die is rolled for.
PURPOSES: Final = ("move", "robber", "attack", "defend", "retreat")

#: Gold is worth 1-5, robbers have strength 1-5; a captured one is worth this much.
VALUES: Final = 5
ROBBER_POINTS: Final = 2

#: Dig sites, each with a chip at the start; fields next to a field.
SITES: Final = 64
NEIGHBOURS: Final = 6

#: In place of a seat: none.
NOBODY: Final = 255
