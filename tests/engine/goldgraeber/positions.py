"""
Positions for rule tests: the observation of a new game is edited and sampled to a state.

``table(...)`` is a table at the start of a turn: the die is to be rolled for a move (in the tactical variant, the
seat is to choose). Everything else is as at the start. Fields are (q, r) pairs, a hoard is ``gold(...)`` or
``hoard(gold=..., robbers=...)``.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.core import CHANCE, Effect, EngineError, Generator
from engine.rulesets.goldgraeber import GOLDGRAEBER, GoldgraeberState

Hex = tuple[int, int]
Hoard = dict[str, list[int]]

#: The specified board, read independently of the engine.
BOARD: dict[str, Any] = json.loads((Path(__file__).parent / "board-2026-1.json").read_text())
META: dict[str, Any] = BOARD["meta"]
KINDS: dict[Hex, str] = {(field["q"], field["r"]): field["type"] for field in BOARD["hexes"]}
HOUSES: list[Hex] = [(house["at"][0], house["at"][1]) for house in META["houses"]]
DOORS: list[Hex] = [(house["door"][0], house["door"][1]) for house in META["houses"]]
RAIL: list[Hex] = [(field[0], field[1]) for field in META["rail"]]
POLES: list[Hex] = [(raft["start"][0], raft["start"][1]) for raft in META["rafts"]]
SITES: list[Hex] = sorted(field for field, kind in KINDS.items() if kind == "dig")
STATION = RAIL[-1]
LOCOMOTIVE = "locomotive"


def hoard(gold: Iterable[int] = (), robbers: Iterable[int] = ()) -> Hoard:
    return {"gold": sorted(gold), "robbers": sorted(robbers)}


def gold(*values: int) -> Hoard:
    return hoard(values)


def all_chips() -> Hoard:
    """Return every chip of the box."""
    return {
        name: [int(value) for value, count in META["chips"][kind].items() for _ in range(count)]
        for name, kind in (("gold", "gold"), ("robbers", "robber"))
    }


class Position:
    """A state with queries and steps in the terms of records."""

    def __init__(self, state: GoldgraeberState) -> None:
        self.state = state

    @property
    def seat(self) -> int | None:
        return self.state.actor

    @property
    def is_chance(self) -> bool:
        return self.state.actor == CHANCE

    def look(self, seat: int | None = None) -> dict[str, Any]:
        return self.state.observation(seat)

    @property
    def phase(self) -> str:
        return str(self.look()["phase"])

    @property
    def due(self) -> dict[str, Any]:
        """Return the pending part of the observation."""
        return dict(self.look()["pending"])

    def purpose(self) -> str | None:
        """Return the purpose of the pending roll, if there is one."""
        return self.due.get("purpose")

    def choices(self) -> list[tuple[str, dict[str, Any]]]:
        return [GOLDGRAEBER.decode(action) for action in self.state.legal_actions()]

    def kinds(self) -> list[str]:
        return list(dict.fromkeys(kind for kind, _ in self.choices()))

    def find_ends(self) -> set[Hex]:
        """Return the fields of the legal moves or rides."""
        return {(data["to"][0], data["to"][1]) for _, data in self.choices() if "to" in data}

    def do(self, kind: str, **data: Any) -> list[Effect]:
        """Check and apply one step; return its effects."""
        action = GOLDGRAEBER.encode(kind, plain(data))
        self.state.check(action)
        before = self.state.clone()
        self.state.apply(action)
        return GOLDGRAEBER.derive_effects(before, action, self.state)

    def roll(self, face: int | str, purpose: str | None = None) -> list[Effect]:
        """Roll the die, by default for the pending purpose."""
        return self.do("die_rolled", face=face, purpose=purpose or self.purpose() or "move")

    def move(self, *to: int) -> list[Effect]:
        return self.do("digger_moved", to=list(to))

    def ride(self, *to: int) -> list[Effect]:
        return self.do("raft_ridden", to=list(to))

    def flip(self, **chip: int) -> list[Effect]:
        """Flip the chip under the digger whose turn it is: ``flip(gold=3)``."""
        return self.do("chip_flipped", chip=chip, field=self.due["field"])

    def refusal(self, kind: str, **data: Any) -> str:
        """Return the code of the refusal of a step, after checking that the step is not listed as legal."""
        try:
            self.state.check(GOLDGRAEBER.encode(kind, plain(data)))
        except EngineError as error:
            if self.state.actor is not None and not self.is_chance:
                assert (kind, plain(data)) not in self.choices()
            return error.code
        raise AssertionError(f"{kind} {data} is accepted")

    def digger(self, seat: int) -> Hex:
        q, r = self.look()["diggers"][seat]["field"]
        return q, r

    def finds(self, seat: int) -> Hoard:
        return dict(self.look()["diggers"][seat]["finds"])

    def bank(self, seat: int) -> Hoard:
        return dict(self.look()["diggers"][seat]["bank"])

    def raft(self, number: int) -> Hex:
        q, r = self.look()["rafts"][number]["field"]
        return q, r

    def rafts(self) -> list[Hex]:
        return [self.raft(number) for number in range(len(POLES))]

    def locomotive(self) -> Hex:
        q, r = self.look()["locomotive"]["field"]
        return q, r

    def face_down(self) -> set[Hex]:
        return {(q, r) for q, r in self.look()["face_down"]}

    def robbers(self) -> dict[Hex, tuple[int, Hoard]]:
        """Return strength and pile of the face-up robbers by field."""
        return {
            (robber["field"][0], robber["field"][1]): (robber["strength"], robber["pile"])
            for robber in self.look()["robbers"]
        }

    @property
    def turn_seat(self) -> int:
        return int(self.look()["turn_seat"])

    @property
    def is_new_turn(self) -> bool:
        """Return whether a turn has just begun (without the variant)."""
        return self.purpose() == "move"


def plain(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return data as events write it: lists for fields."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in data.items()}


def table(
    seats: int = 3,
    *,
    options: Mapping[str, Any] | None = None,
    turn_seat: int = 0,
    diggers: Mapping[int, Hex] | None = None,
    finds: Mapping[int, Hoard] | None = None,
    bank: Mapping[int, Hoard] | None = None,
    rafts: Mapping[int, Hex] | None = None,
    rail: int = 0,
    robbers: Mapping[Hex, tuple[int, Hoard]] | None = None,
    face_down: Iterable[Hex] | None = None,
    left: Hoard | None = None,
    peeks: Mapping[int, Mapping[Hex, dict[str, int]]] | None = None,
) -> Position:
    """
    Return the position at the start of a turn.

    Args:
        seats, options: of the game.
        turn_seat: the seat whose turn it is.
        diggers, finds, bank: by seat.
        rafts: fields by number of the raft.
        rail: index of the locomotive's rail field.
        robbers: face-up robbers, with the piles beneath them.
        face_down: the fields with face-down chips; by default all dig sites without a face-up robber, less one
            (from the east) for each other open chip.
        left: the face-down chips; by default all others. If they are more than the fields, some are sampled.
        peeks: by seat and field, chips seen face down.
    """
    seen = edit_new_game(seats, options or {})
    robbers = dict(robbers or {})
    seen["turn_seat"] = turn_seat
    if seen["options"]["tactical"]:
        seen["actor"] = turn_seat
    else:
        seen["pending"]["seat"] = turn_seat
    seen["locomotive"] = {"rail": rail, "field": list(RAIL[rail]), "to_go": len(RAIL) - 1 - rail}
    for number, field in (rafts or {}).items():
        seen["rafts"][number]["field"] = list(field)
    for digger in seen["diggers"]:
        seat = digger["seat"]
        digger["field"] = list((diggers or {}).get(seat, HOUSES[seat]))
        digger["finds"] = (finds or {}).get(seat, hoard())
        digger["bank"] = (bank or {}).get(seat, hoard())
        seen_chips = (peeks or {}).get(seat, {})
        digger["peeks"] = [{"field": list(field), "chip": chip} for field, chip in sorted(seen_chips.items())]
    seen["robbers"] = [
        {"field": list(field), "strength": strength, "pile": pile}
        for field, (strength, pile) in sorted(robbers.items())
    ]
    seen["chips_left"] = left or _list_unseen(seen)
    chips = sum(map(len, seen["chips_left"].values()))
    sites = [field for field in SITES if field not in robbers][:chips] if face_down is None else face_down
    seen["face_down"] = [list(field) for field in sorted(sites)]
    return Position(GOLDGRAEBER.sample(seen, Generator(1)))


def edit_new_game(seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the observation of a new game for editing."""
    written_out = GOLDGRAEBER.complete_options(options, seats)
    state = GOLDGRAEBER.create_state(written_out, seats, GOLDGRAEBER.component_sets[0])
    copied: dict[str, Any] = json.loads(json.dumps(state.observation(None)))
    return copied


def _list_unseen(seen: dict[str, Any]) -> Hoard:
    """Return the chips that are neither open nor in a pile or bank."""
    left = all_chips()
    hoards = [digger[name] for digger in seen["diggers"] for name in ("finds", "bank")]
    hoards += [robber["pile"] for robber in seen["robbers"]]
    hoards += [hoard(robbers=[robber["strength"]]) for robber in seen["robbers"]]
    for name, chips in left.items():
        for gone in (chip for one in hoards for chip in one[name]):
            chips.remove(gone)
    return left


def kinds_of(effects: Sequence[Effect]) -> list[str]:
    """Return the kinds of effects, in order."""
    return [effect.kind for effect in effects]


def find_effect(effects: Sequence[Effect], kind: str) -> dict[str, Any]:
    """Return the data of the single effect of a kind."""
    (found,) = (effect for effect in effects if effect.kind == kind)
    return dict(found.data)
