"""
Positions for rule tests: a regular game is played to a given turn, then its observation is edited.

``ordinary(...)`` stops in the middle of a game, just as seat 0 chooses; its choice begins the turn of seat 1,
``ME``. ``last(...)`` stops as the last seat chooses before the last round, whose first turn is seat 0's.
Plots are named by kind (``"D1"``); each kind's copies are used up in order.
"""

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from engine.core import (
    CHANCE,
    Action,
    Dealer,
    Effect,
    EngineError,
    Generator,
    Outcome,
    Playthrough,
    State,
    Status,
)
from engine.rulesets import registry
from engine.testing.driving import log_step, make_driver
from tests.engine.builders import header_for, seed_of
from tests.engine.reference.naive_moon_river import COMPONENTS, PARTNERS, PLOTS

Cell = tuple[int, int]
Choice = tuple[str, dict[str, Any]]
Mode = tuple[Any, ...]
BASE: Mode = ("base",)

RULESET = registry.get("moon-river@1")
#: The seat whose turn ``ordinary`` begins.
ME = 1
SPECIALIST, COWBOY = "specialist", "cowboy"


class Box:
    """Allocates the ids of kinds, each copy once; a number is the id of a plot."""

    def __init__(self) -> None:
        self.left = {
            kind["kind"]: [n for n, p in PLOTS.items() if p["kind"] == kind["kind"]]
            for kind in COMPONENTS["kinds"]
        }

    def take(self, kind: str | int) -> int:
        if isinstance(kind, int):
            self.left[PLOTS[kind]["kind"]].remove(kind)
            return kind
        return self.left[kind].pop(0)


@dataclass
class Holding:
    """
    Holdings of a seat: kinds in its ranch by cell, cows and partners by cell, kinds in its hand.

    A ranch cell may also hold a bonus tile: ``("tile", 1, "desert")``.
    """

    ranch: dict[Cell, Any] = field(default_factory=dict)
    cows: dict[Cell, int] = field(default_factory=dict)
    partners: dict[Cell, tuple[str, str]] = field(default_factory=dict)
    hand: list[Any] = field(default_factory=list)
    bonus_done: bool = False


class Position:
    """A state with queries and steps in the terms of records."""

    def __init__(self, state: State) -> None:
        self.state = state

    @property
    def seat(self) -> int | None:
        return self.state.actor

    def choices(self, kind: str | None = None) -> list[Choice]:
        """Return the legal choices, or those of one kind."""
        found = [RULESET.decode(action) for action in self.state.legal_actions()]
        return found if kind is None else [choice for choice in found if choice[0] == kind]

    def kinds(self) -> list[str]:
        """Return the kinds of the legal choices, each once, in order."""
        return list(dict.fromkeys(kind for kind, _ in self.choices()))

    def do(self, kind: str, **data: Any) -> list[Effect]:
        """Check and apply one step (``from`` is written ``from_``); return its effects."""
        action = RULESET.encode(kind, plain(data))
        self.state.check(action)
        before = self.state.clone()
        self.state.apply(action)
        return RULESET.derive_effects(before, action, self.state)

    def refusal(self, kind: str, **data: Any) -> str:
        """Return the code of the refusal of a step, after checking that the step is not listed as legal."""
        try:
            action = RULESET.encode(kind, plain(data))
            self.state.check(action)
        except EngineError as error:
            if self.state.actor is not None and self.state.actor != CHANCE:
                assert (kind, plain(data)) not in self.choices()
            return error.code
        raise AssertionError(f"{kind} {data} is accepted")

    def place(self, a: int, first: Cell, b: int, second: Cell) -> list[Effect]:
        """Place a domino: plot a on the first cell, b on the second."""
        return self.do("domino_placed", **domino(a, first, b, second))

    def look(self) -> dict[str, Any]:
        return self.state.observation(None)

    def get_ranch(self, seat: int = ME) -> dict[str, Any]:
        return dict(self.look()["ranches"][seat])

    def cows(self, seat: int = ME) -> dict[Cell, int]:
        """Return the cows of a ranch by cell."""
        return {as_cell(c["cell"]): c["cows"] for c in self.get_ranch(seat)["cells"] if c["cows"]}

    def plots(self, seat: int = ME) -> dict[Cell, int]:
        return {as_cell(c["cell"]): c["plot"] for c in self.get_ranch(seat)["cells"] if c["plot"] is not None}

    def partners(self, seat: int = ME) -> dict[Cell, tuple[str, str]]:
        cells = self.get_ranch(seat)["cells"]
        return {
            as_cell(c["cell"]): (c["partner"]["name"], c["partner"]["side"]) for c in cells if c["partner"]
        }

    def hand(self, seat: int = ME) -> list[int]:
        return sorted(self.get_ranch(seat)["hand"])

    def supply(self) -> int:
        return int(self.look()["supply"]["cows"])

    def saloon(self) -> list[str]:
        return list(self.look()["saloon"])

    def get_parts(self, seat: int = ME) -> dict[str, int]:
        return dict(self.outcome().seats[seat].parts)

    def outcome(self) -> Outcome:
        return self.state.outcome()


def as_cell(written: Any) -> Cell:
    return (written[0], written[1])


def plain(data: dict[str, Any]) -> dict[str, Any]:
    """Return data as events write it: lists for cells, ``from`` for ``from_``."""
    return {name.rstrip("_"): _list(value) for name, value in data.items()}


def _list(value: Any) -> Any:
    return [_list(item) for item in value] if isinstance(value, (list, tuple)) else value


def domino(a: int, first: Cell, b: int, second: Cell) -> dict[str, Any]:
    """Return the data of a placement, the lower plot first."""
    (low, low_cell), (high, high_cell) = sorted([(a, first), (b, second)])
    return {"cells": [list(low_cell), list(high_cell)], "plots": [low, high]}


@cache
def _honest(seats: int, mode: Mode, columns: int, turns: int) -> dict[str, Any]:
    """
    Return the observation at a ``plot_chosen`` decision, ``columns`` dealt and ``turns`` chosen since.

    Every seat takes the lowest free place, declines if it can and otherwise takes the first action.
    """
    play, dealer = Playthrough(header_for(seats, options_of(mode))), Dealer(seed_of(5))

    def deal(state: State, seq: int) -> Action:
        dealt = state.deal(dealer)
        if RULESET.decode(dealt)[0] == "rancheros_drawn":
            return RULESET.encode("rancheros_drawn", {"seats": list(range(seats))})
        return dealt

    def choose(legal: Sequence[Action], _: Generator) -> Action:
        declining = [action for action in legal if RULESET.decode(action)[0].endswith("declined")]
        return (declining or legal)[0]

    driver = make_driver(play, choose, seed=seed_of(5), deal=deal)
    dealt = chosen = 0
    while play.status is Status.PLAYING:
        is_there = (dealt, chosen) == (columns, turns) and play.due != CHANCE
        if is_there and RULESET.decode(play.state.legal_actions()[0])[0] == "plot_chosen":
            return play.state.observation(None)
        kind = log_step(driver).kind
        if kind == "column_dealt":
            dealt, chosen = dealt + 1, 0
        chosen += kind == "plot_chosen"
    raise AssertionError("the game has no such decision")


def legends(scenario: str, *boards: str) -> Mode:
    """Return the mode of a legends game, for ``ordinary`` and ``last``."""
    return ("legends", scenario, boards)


def options_of(mode: Mode) -> dict[str, Any]:
    if mode == BASE:
        return {"mode": "base"}
    options = {"mode": "legends", "scenario": mode[1]}
    return {**options, "boards": list(mode[2])} if mode[2] else options


def ordinary(seats: int = 4, mode: Mode = BASE, *, me: Holding | None = None, **table: Any) -> Position:
    """
    Return the position after seat 0's choice: the turn of seat 1 (``ME``), which has collected.

    ``me.hand`` is the hand *after* collecting, its last plot being the one collected.

    Args:
        seats, mode: of the game.
        me: holdings of seat 1.
        table: ``others`` {seat: Holding}, ``supply``, ``saloon`` (names), ``current`` (kinds of the plots of
            the seats after seat 1), ``next_column`` (kinds), ``bonus_tiles`` left, ``begins``: the seat whose
            turn begins instead, because the first has nothing to decide.
    """
    return Position(edit(_honest(seats, mode, 12, 0), 1, me or Holding(hand=["D1"]), **table))


def last(seats: int = 4, mode: Mode = BASE, *, me: Holding | None = None, **table: Any) -> Position:
    """Return the position as the last round begins: the turn of seat 0, which has collected. As ``ordinary``."""
    choices = 4 if seats == 2 else seats
    observation = _honest(seats, mode, 24, choices - 1)
    return Position(edit(observation, 0, me or Holding(hand=["D1", "D1"]), **table))


def edit(
    observation: dict[str, Any],
    seat: int,
    me: Holding,
    *,
    others: dict[int, Holding] | None = None,
    supply: int | None = None,
    saloon: list[str] | None = None,
    current: list[str] | None = None,
    next_column: list[str] | None = None,
    bonus_tiles: list[int] | None = None,
    begins: int | None = None,
) -> State:
    """Return the state after the choice that begins ``seat``'s turn, with the given changes."""
    seen, box = copy.deepcopy(observation), Box()
    holdings = {**(others or {}), seat: me}
    for holding in holdings.values():
        holding.ranch = {
            cell: what if isinstance(what, tuple) else box.take(what) for cell, what in holding.ranch.items()
        }
        holding.hand = [box.take(kind) for kind in holding.hand]
    is_last = seen["supply"]["plots"] == 0 and seat == 0
    _lay_columns(seen, box, holdings[seat], current, next_column, is_last=is_last)
    for ranch in seen["ranches"]:
        _lay_ranch(ranch, holdings.get(ranch["seat"], Holding()), collects=ranch["seat"] == seat)
    _set_supplies(seen, box, holdings, supply, saloon)
    if bonus_tiles is not None:
        seen["bonus_tiles"] = bonus_tiles
    state = RULESET.sample(seen, Generator(1))
    free = RULESET.decode(state.legal_actions()[0])
    state.apply(RULESET.encode(*free))
    while state.actor == CHANCE:
        state.apply(state.draw(Generator(2)))
    expected = seat if begins is None else begins
    assert state.actor == expected, f"the turn is seat {state.actor}'s"
    return state


def _lay_columns(
    seen: dict[str, Any],
    box: Box,
    me: Holding,
    current: list[str] | None,
    next_column: list[str] | None,
    *,
    is_last: bool,
) -> None:
    """Put plots on both columns; the next one to collect is the last plot of the seat's hand."""
    now, then = seen["columns"]["current"], seen["columns"]["next"]
    upcoming = then if is_last else now
    for column, kinds in ((upcoming, current), (then, next_column)):
        wanted = list(kinds or [])
        for space in column:
            if space["plot"] is not None:
                space["plot"] = None
                space["fresh"] = wanted.pop(0) if wanted else "any"
    mine = next(space for space in upcoming if "fresh" in space)
    if me.hand:
        mine["plot"] = me.hand[-1]
        del mine["fresh"]
    for column in (now, then):
        for space in column:
            if "fresh" in space:
                kind = space.pop("fresh")
                if kind == "any":
                    kind = next(
                        name for name in ("D1", "C1", "D2", "F1", "M1", "C2", "F2") if len(box.left[name]) > 1
                    )
                space["plot"] = box.take(kind)


def _lay_ranch(ranch: dict[str, Any], holding: Holding, *, collects: bool) -> None:
    ranch["hand"] = sorted(holding.hand[:-1] if collects else holding.hand)
    ranch["bonus_done"] = holding.bonus_done
    ranch["cells"] = [
        _lay(cell, what, holding) for cell, what in sorted(holding.ranch.items(), key=lambda i: i[0][::-1])
    ]


def _lay(cell: Cell, what: Any, holding: Holding) -> dict[str, Any]:
    partner = holding.partners.get(cell)
    entry = {
        "cell": list(cell),
        "cows": holding.cows.get(cell, 0),
        "partner": {"name": partner[0], "side": partner[1]} if partner else None,
    }
    if isinstance(what, tuple):
        _, tile, side = what
        faces = {"landscape": side, "skull": False, "circle": True, "resource": None, "resource_count": 0}
        return {**entry, "plot": None, "tile": tile, **faces}
    face = PLOTS[what]
    named = {name: face[name] for name in ("landscape", "skull", "circle", "resource", "resource_count")}
    return {**entry, "plot": what, "tile": None, **named}


def _set_supplies(
    seen: dict[str, Any], box: Box, holdings: dict[int, Holding], supply: int | None, saloon: list[str] | None
) -> None:
    cows = sum(sum(holding.cows.values()) for holding in holdings.values())
    seen["supply"]["cows"] = COMPONENTS["cows"] - cows if supply is None else supply
    recruited = [name for holding in holdings.values() for name, _ in holding.partners.values()]
    if saloon is None:
        saloon = [name for name in PARTNERS if recruited.count(name) < COMPONENTS["partners"][name]][:5]
    seen["saloon"] = sorted(saloon, key=PARTNERS.index)
    left = sorted(plot for copies in box.left.values() for plot in copies)
    undealt = min(seen["supply"]["plots"], len(left) // 4 * 4)
    seen["supply"]["plots"] = undealt
    seen["supply"]["partners"] = 20 - len(recruited) - len(saloon)
    seen["left_game"] = left[: len(left) - undealt]
