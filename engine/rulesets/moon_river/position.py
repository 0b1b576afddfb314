"""
Data of a position of Moon River as ints, bytes and flat lists.

Lists with a plural name have one entry per seat. ``land``, ``first`` and ``second`` have one per seat and landscape
(``6 * seat + landscape``), ``symbols`` one per seat and resource (``3 * seat + resource``).
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from struct import Struct
from typing import Any, Final, Self

from engine.core import CHANCE, canonical
from engine.rulesets.moon_river.constants import (
    COLUMNS,
    LANDSCAPES,
    NOWHERE,
    PARTNERS,
    PLOTS,
    RESOURCES,
    SCENARIOS,
)
from engine.rulesets.moon_river.lookup_tables import load_faces
from engine.rulesets.moon_river.phases import BONUS, REMOVE_COW, SALOON_DUE, SCENARIO_DUE

__all__ = ["NO_SCENARIO", "Position"]

NO_SCENARIO: Final = 255
#: For the digest: small numbers of every position.
_HEAD: Final = Struct("<BbBHBBBBBB")
_NOBODY_ACTS: Final = 127
_UNDEALT_BYTES: Final = PLOTS // 8 + 1


class Position:
    """
    All data that the rules need.

    The table:
        phase, actor, round (0 in set-up), turn (turns ended).
        column, rancheros: the plots of the current column (0: taken) and the seats of the rancheros on them
            (``NO_SEAT``: taken).
        next_column, next_rancheros: the same for the next column. Both columns are empty until dealt; the next one is
            empty again in the last round.
        placing: in set-up, the seats still to place a ranchero.
        saloon, tokens: face-up tokens, and tokens still to be drawn, by partner.
        undealt: the plots still to be dealt (a set, bit = plot id). supply: cows. tiles: bonus tiles left (bits).
        reached: the seats (bits) that have reached the tenth row, which offers a bonus tile once.
        scenario: index, or ``NO_SCENARIO``.

    The ranches:
        hands: plots held, ascending. plots: the code on each cell (plot id, ``get_tile_code`` or 0), with ``cells``
            entries per seat.
        land, occupied, gold: sets of cells. herds: see ``bitboards``. symbols: number of resource symbols.
        partners, bandits: cells with any partner, with a bandit's specialist side.
        tokens_at: by cell, the token there: 1 + 2 * partner + side, 0 none.
        free, first, second: sets of placements, see ``placements``.

    The turn:
        dominoes: maximum number that may still be placed. owed: whether one must be placed. skulls, circles: cells
        still to be resolved. post: the cell of the partner whose effect is being decided. moves: cow moves left.
        bonus_due: whether a bonus tile follows the effects.
    """

    __slots__ = (
        "actor",
        "bandits",
        "bonus_due",
        "bridges",
        "cells",
        "circles",
        "column",
        "components",
        "dominoes",
        "faces",
        "first",
        "forfeits",
        "free",
        "gold",
        "hands",
        "herds",
        "land",
        "moves",
        "next_column",
        "next_rancheros",
        "occupied",
        "options",
        "origin",
        "owed",
        "partners",
        "phase",
        "placing",
        "plots",
        "post",
        "rancheros",
        "reached",
        "round",
        "saloon",
        "scenario",
        "seats",
        "second",
        "skulls",
        "storage",
        "supply",
        "symbols",
        "tiles",
        "tokens",
        "tokens_at",
        "turn",
        "undealt",
    )

    def __init__(self, options: Mapping[str, Any], seats: int, components: str) -> None:
        self._set_table(options, seats, components)
        faces = self.faces
        boards = self.list_boards()
        bridges = [faces.find_bridge_placements(board) for board in boards]
        self.hands = [b""] * seats
        self.cells = COLUMNS * faces.rows
        self.plots = bytearray(seats * self.cells)
        self.tokens_at = [bytearray(self.cells) for _ in range(seats)]
        self.free = [faces.placements] * seats
        self.first = [touching for touching in bridges for _ in LANDSCAPES]
        self.second = list(self.first)
        self.land = [0] * (seats * len(LANDSCAPES))
        self.occupied = [0] * seats
        self.herds = [0] * seats
        self.partners = [0] * seats
        self.bandits = [0] * seats
        self.gold = [0] * seats
        self.symbols = [0] * (seats * len(RESOURCES))
        self.dominoes = 0
        self.owed = False
        self.moves = 0
        self.skulls = b""
        self.circles = b""
        self.post = NOWHERE
        self.bonus_due = False

    def _set_table(self, options: Mapping[str, Any], seats: int, components: str) -> None:
        self.seats = seats
        self.options = options
        self.components = components
        self.origin = sha256(canonical([components, seats, dict(options)])).digest()
        self.faces = faces = load_faces(components, seats)
        boards = self.list_boards()
        self.storage = tuple(faces.box.boards[board].storage for board in boards)
        self.bridges = tuple(faces.find_bridges(board) for board in boards)
        scenario = options.get("scenario")
        self.scenario = SCENARIOS.index(scenario) if scenario in SCENARIOS else NO_SCENARIO
        self.phase = SCENARIO_DUE if scenario == "random" else SALOON_DUE
        self.actor: int | None = CHANCE
        self.turn = self.round = 0
        self.forfeits: tuple[int, ...] = ()
        self.column, self.rancheros = bytearray(), bytearray()
        self.next_column, self.next_rancheros = bytearray(), bytearray()
        self.placing = b""
        self.saloon = bytearray(len(PARTNERS))
        self.tokens = bytearray(faces.tokens)
        self.undealt = (1 << PLOTS + 1) - 2
        self.supply = faces.box.cows
        self.tiles = sum(1 << tile for tile in faces.tiles) if seats == 2 else 0
        self.reached = 0

    def list_boards(self) -> Sequence[str]:
        """Return the board of each seat."""
        boards: Sequence[str] = self.options.get("boards") or ["camp"] * self.seats
        return boards

    @property
    def is_last_round(self) -> bool:
        """Whether there is no next column to choose from."""
        return bool(self.column) and not self.next_column

    @property
    def is_last_turn(self) -> bool:
        """Whether it is the last round and no further turn of the same seat follows (paragraph 6)."""
        assert self.actor is not None, "it is a seat's turn"
        return not self.next_column and self.actor not in self.rancheros

    def get_ranch(self, seat: int) -> bytearray:
        """Return the code on each cell of a seat's ranch."""
        return self.plots[self.cells * seat : self.cells * (seat + 1)]

    def clone(self) -> Self:
        """Return an independent copy."""
        new = object.__new__(type(self))
        new.seats = self.seats
        new.options = self.options
        new.components = self.components
        new.origin = self.origin
        new.faces = self.faces
        new.storage = self.storage
        new.bridges = self.bridges
        new.scenario = self.scenario
        new.phase = self.phase
        new.actor = self.actor
        new.turn = self.turn
        new.round = self.round
        new.forfeits = self.forfeits
        new.placing = self.placing
        new.undealt = self.undealt
        new.supply = self.supply
        new.tiles = self.tiles
        new.reached = self.reached
        new.dominoes = self.dominoes
        new.owed = self.owed
        new.moves = self.moves
        new.skulls = self.skulls
        new.circles = self.circles
        new.post = self.post
        new.bonus_due = self.bonus_due
        new.column = self.column[:]
        new.rancheros = self.rancheros[:]
        new.next_column = self.next_column[:]
        new.next_rancheros = self.next_rancheros[:]
        new.saloon = self.saloon[:]
        new.tokens = self.tokens[:]
        new.hands = self.hands[:]
        new.cells = self.cells
        new.plots = self.plots[:]
        new.tokens_at = [tokens[:] for tokens in self.tokens_at]
        new.free = self.free[:]
        new.first = self.first[:]
        new.second = self.second[:]
        new.land = self.land[:]
        new.occupied = self.occupied[:]
        new.herds = self.herds[:]
        new.partners = self.partners[:]
        new.bandits = self.bandits[:]
        new.gold = self.gold[:]
        new.symbols = self.symbols[:]
        return new

    def digest(self) -> bytes:
        """Return the SHA-256 over everything that the rules depend on, without sets derived from the plots."""
        actor = self.actor
        head = _HEAD.pack(
            self.phase,
            _NOBODY_ACTS if actor is None else actor,
            self.round,
            self.turn,
            self.supply,
            self.dominoes,
            self.owed,
            self.tiles,
            self.reached,
            len(self.column),
        )
        parts: list[bytes | bytearray] = [
            self.origin,
            head,
            self.column,
            self.rancheros,
            self.next_column,
            self.next_rancheros,
            self.saloon,
            self.tokens,
            self.plots,
            *self.tokens_at,
            self.undealt.to_bytes(_UNDEALT_BYTES),
            b"\0".join(self.hands),
            b"\0",
            self.faces.herds_text % tuple(self.herds),
        ]
        if REMOVE_COW <= self.phase <= BONUS or self.placing or self.forfeits:
            parts.append(self._pack_details())
        if self.scenario != NO_SCENARIO:
            parts.append(b"scenario %d" % self.scenario)
        return sha256(b"".join(parts)).digest()

    def _pack_details(self) -> bytes:
        """Return the bytes for the digest of data that most positions lack."""
        pending = self.skulls, self.circles, self.post, self.moves, self.bonus_due
        return repr((self.placing, pending, self.forfeits)).encode()
