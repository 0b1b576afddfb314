"""Constants of Goldgräber: names in canonical order, and the numbers common to all component sets."""

from typing import Final

__all__ = [
    "CHANCE_KINDS",
    "FACES",
    "LOCOMOTIVE",
    "MAX_SEATS",
    "MAX_STEPS",
    "MIN_SEATS",
    "NEIGHBOURS",
    "NO_SEAT",
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
#: Event kinds that only the seat whose turn it is may see until the game is over.
PRIVATE_KINDS: Final = frozenset({"chips_peeked"})

#: Faces of the die. Internally a face is 1 + its index, which is also its value in a fight.
FACES: Final[tuple[str | int, ...]] = ("locomotive", 2, 3, 4, 5, 6)
#: Value of the locomotive's face in a fight. On a turn's roll it moves the locomotive instead.
LOCOMOTIVE: Final = 1
MAX_STEPS: Final = len(FACES)

#: Purposes of a roll.
PURPOSES: Final = ("move", "robber", "attack", "defend", "retreat")

#: Gold is worth 1-5 points and robbers have strength 1-5; each captured robber is worth ROBBER_POINTS.
VALUES: Final = 5
ROBBER_POINTS: Final = 2

#: Number of dig sites, each with a chip at the start; maximum number of fields next to a field.
SITES: Final = 64
NEIGHBOURS: Final = 6

#: In place of a seat: no seat.
NO_SEAT: Final = 255
