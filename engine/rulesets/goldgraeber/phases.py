"""Phases of a game of Goldgräber: one small int per kind of decision or chance step."""

from typing import Final

from engine.rulesets.goldgraeber.constants import PURPOSES

__all__ = [
    "ATTACK",
    "CHANCE_PHASES",
    "CHOOSE",
    "DEFEND",
    "EXPECTED",
    "FLIP",
    "MOVE",
    "MOVE_AWAY",
    "NAMES",
    "OVER",
    "PEEK",
    "RETREAT",
    "RIDE",
    "ROBBER",
    "ROLL",
    "ROLLS",
]

#: Rolls of the die: the number of a phase is that of the roll's purpose.
ROLL: Final = 0
ROBBER: Final = 1
ATTACK: Final = 2
DEFEND: Final = 3
RETREAT: Final = 4
ROLLS: Final = len(PURPOSES)
#: The other chance steps.
FLIP: Final = 5
PEEK: Final = 6
#: Decisions of a seat.
CHOOSE: Final = 7
MOVE: Final = 8
MOVE_AWAY: Final = 9
RIDE: Final = 10
OVER: Final = 11

CHANCE_PHASES: Final = frozenset(range(CHOOSE))

#: The name of each phase in observations.
NAMES: Final = (*["chance"] * len(CHANCE_PHASES), "choose", "move", "move_away", "ride", "over")

#: The event kinds that can be legal in each phase.
EXPECTED: Final[tuple[tuple[str, ...], ...]] = (
    *[("die_rolled",)] * ROLLS,
    ("chip_flipped",),
    ("chips_peeked",),
    ("roll_chosen", "peek_chosen"),
    ("digger_moved", "turn_passed"),
    ("digger_moved",),
    ("raft_ridden",),
    (),
)
