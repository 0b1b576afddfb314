"""
Data of a position of Goldgräber as ints, bytes and flat lists.

A position holds only the chips that have been seen. Chance events reveal the others.
"""

from collections.abc import Mapping
from hashlib import sha256
from struct import Struct
from typing import Any, Final, Self

from engine.core import CHANCE, canonical
from engine.rulesets.goldgraeber.constants import MAX_SEATS, NO_SEAT, SITES
from engine.rulesets.goldgraeber.hex_grid import BIT
from engine.rulesets.goldgraeber.lookup_tables import load_tables
from engine.rulesets.goldgraeber.phases import CHOOSE, ROLL

__all__ = ["Position"]

_ALL_SITES: Final = (1 << SITES) - 1
_HEAD: Final = Struct("<9B2IQ")
_PILES: Final = Struct(f"<{SITES}Q")
#: By number of seats: diggers and six rafts, finds and bank.
_SEATS: Final = [Struct(f"<{seats + 6}H{2 * seats}Q") for seats in range(MAX_SEATS + 1)]
_PEEKS: Final = [Struct(f"<{seats}Q") for seats in range(MAX_SEATS + 1)]


class Position:
    """
    All data that the rules need. Fields are numbers (see ``hex_grid``), chips and hoards are ints (see ``chips``).

    The table:
        phase, actor, turn (turns ended). turn_seat: the seat whose turn it is.
        rolls: dice rolled so far. die: the last roll, as in its action; 0 before the first.
        locomotive: index of its rail field. locomotive_at: that field.
        rafts: field of each. raft_fields: the set of them.
        face_down: the dig sites (a set, bit = site) whose chip has not been flipped.
        left: the chips still face down, as a hoard; they are public.
        robbers: by site, the strength of the face-up robber there, 0 none. piles: by site, the hoard under it.
        piled: the sum of the piles.

    The seats:
        diggers: field of each. finds, bank: hoards.

    Peeks (tactical variant):
        known: by site, the face-down chip that a seat has peeked at, 0 none. unknown: the chips of ``left`` that no
            seat has seen. peeks: by seat, the set of face-down sites that it has peeked at.

    The turn:
        steps: the number of steps of the actor's move. defender, winner: seats of a digger fight, ``NO_SEAT`` outside
        of a fight or while undecided. attack: the attacker's roll, 0 before it.
    """

    __slots__ = (
        "actor",
        "attack",
        "bank",
        "components",
        "defender",
        "die",
        "diggers",
        "face_down",
        "finds",
        "forfeits",
        "is_gold_end",
        "is_tactical",
        "known",
        "left",
        "locomotive",
        "locomotive_at",
        "options",
        "origin",
        "peeks",
        "phase",
        "piled",
        "piles",
        "raft_fields",
        "rafts",
        "robbers",
        "rolls",
        "seats",
        "steps",
        "tables",
        "turn",
        "turn_seat",
        "unknown",
        "walks",
        "winner",
    )

    def __init__(self, options: Mapping[str, Any], seats: int, components: str) -> None:
        self.options = options
        self.seats = seats
        self.components = components
        self.origin = sha256(canonical([components, seats, dict(options)])).digest()
        self.tables = tables = load_tables(components)
        self.walks = tables.walks[options["shuttle"]]
        self.is_tactical: bool = options["tactical"]
        self.is_gold_end: bool = options["end_count"] == "gold"
        self.phase = CHOOSE if self.is_tactical else ROLL
        self.actor: int | None = 0 if self.is_tactical else CHANCE
        self.turn = self.turn_seat = 0
        self.forfeits: tuple[int, ...] = ()
        self.rolls = self.die = 0
        self.locomotive = 0
        self.locomotive_at = tables.rail[0]
        self.rafts = list(tables.poles)
        self.raft_fields = sum(BIT[field] for field in tables.poles)
        self.face_down = _ALL_SITES
        self.left = self.unknown = tables.chips
        self.robbers = bytearray(SITES)
        self.piles = [0] * SITES
        self.piled = 0
        self.diggers = list(tables.houses[:seats])
        self.finds = [0] * seats
        self.bank = [0] * seats
        self.known = bytearray(SITES)
        self.peeks = [0] * seats
        self.steps = self.attack = 0
        self.defender = self.winner = NO_SEAT

    @property
    def site(self) -> int:
        """The dig site under the digger of the seat whose turn it is."""
        return self.tables.site_of[self.diggers[self.turn_seat]]

    def clone(self) -> Self:
        """Return an independent copy."""
        new = object.__new__(type(self))
        new.options = self.options
        new.seats = self.seats
        new.components = self.components
        new.origin = self.origin
        new.tables = self.tables
        new.walks = self.walks
        new.is_tactical = self.is_tactical
        new.is_gold_end = self.is_gold_end
        new.phase = self.phase
        new.actor = self.actor
        new.turn = self.turn
        new.turn_seat = self.turn_seat
        new.forfeits = self.forfeits
        new.rolls = self.rolls
        new.die = self.die
        new.locomotive = self.locomotive
        new.locomotive_at = self.locomotive_at
        new.raft_fields = self.raft_fields
        new.face_down = self.face_down
        new.left = self.left
        new.unknown = self.unknown
        new.piled = self.piled
        new.steps = self.steps
        new.attack = self.attack
        new.defender = self.defender
        new.winner = self.winner
        new.rafts = self.rafts[:]
        new.robbers = self.robbers[:]
        new.piles = self.piles[:]
        new.diggers = self.diggers[:]
        new.finds = self.finds[:]
        new.bank = self.bank[:]
        new.known = self.known[:]
        new.peeks = self.peeks[:]
        return new

    def digest(self) -> bytes:
        """Return the SHA-256 over everything that the rules depend on, without derived data."""
        seats = self.seats
        parts: list[bytes | bytearray] = [
            self.origin,
            _HEAD.pack(
                self.phase,
                255 if self.actor is None else self.actor & 255,
                self.turn_seat,
                self.locomotive,
                self.steps,
                self.attack,
                self.defender,
                self.winner,
                len(self.forfeits),
                self.turn,
                self.rolls,
                self.face_down,
            ),
            _SEATS[seats].pack(*self.diggers, *self.rafts, *self.finds, *self.bank),
            self.robbers,
            bytes(self.forfeits),
            b"%x" % self.left,
        ]
        if self.piled:
            parts.append(_PILES.pack(*self.piles))
        if self.is_tactical:
            parts += (_PEEKS[seats].pack(*self.peeks), self.known)
        return sha256(b"".join(parts)).digest()
