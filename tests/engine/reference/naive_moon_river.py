"""
Moon River implemented straight from the rulebook: one generator per game, dicts for boards, no optimisation.

It shares no code with the engine. A game is a conversation: the generator yields each decision and its actor
and resumes with the answer, so the code follows the sections of the rules from top to bottom.
"""

import json
from collections.abc import Generator, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

from tests.engine.reference.naive_scoring import score_seats

COMPONENTS: dict[str, Any] = json.loads(Path(__file__).with_name("components-2026-1.json").read_text())
DEFAULT_BOARDS = ["mary", "wesley", "calamity", "big_jo"]
SALOON = 5

Cell = tuple[int, int]
Choice = tuple[str, dict[str, Any]]
#: The actor ("chance" or a seat) and its decision: all legal choices in canonical order, or the kind of chance event.
Question = tuple[Any, Any]
Talk = Generator[Question, Any, None]


def plots_by_id() -> dict[int, dict[str, Any]]:
    """Return the 96 plots: ids run through the kinds in order, each kind's copies in a row."""
    faces = [kind for kind in COMPONENTS["kinds"] for _ in range(kind["copies"])]
    return {number: {**face, "id": number} for number, face in enumerate(faces, start=1)}


PLOTS = plots_by_id()
PARTNERS = list(COMPONENTS["partners"])


class Ranch:
    """The holdings of a seat: its hand, its placed plots, cows and partners."""

    def __init__(self, board: str, rows: int) -> None:
        self.board = board
        self.spaces: int = COMPONENTS["boards"][board]["storage"]
        self.bridges: list[Cell] = [(c, r) for c, r in COMPONENTS["boards"][board]["bridges"]]
        self.rows = rows
        self.hand: list[int] = []
        self.plots: dict[Cell, dict[str, Any]] = {}
        self.cows: dict[Cell, int] = {}
        self.partners: dict[Cell, tuple[str, str]] = {}
        self.bonus_chance_used = False

    def grid(self) -> list[Cell]:
        blocked = [(c, r) for c, r in COMPONENTS["grid"]["blocked"]]
        columns = COMPONENTS["grid"]["columns"]
        return [(c, r) for r in range(self.rows) for c in range(columns) if (c, r) not in blocked]

    def free(self) -> list[Cell]:
        return [cell for cell in self.grid() if cell not in self.plots]

    def matches(self, cell: Cell, landscape: str) -> bool:
        """Section 4: a plot already in the ranch, orthogonally adjacent, has the same landscape."""
        return any(n in self.plots and self.plots[n]["landscape"] == landscape for n in around(cell))

    def connects(self, cell: Cell, landscape: str) -> bool:
        return cell in self.bridges or self.matches(cell, landscape)

    def territory(self, cell: Cell) -> set[Cell]:
        found, edge = {cell}, [cell]
        while edge:
            for n in around(edge.pop()):
                if (
                    n in self.plots
                    and n not in found
                    and self.plots[n]["landscape"] == self.plots[cell]["landscape"]
                ):
                    found.add(n)
                    edge.append(n)
        return found

    def placements(self) -> list[Choice]:
        """Every domino that may be placed, in canonical order: plots, then cells by (row, column)."""
        free = self.free()
        spots = [(one, two) for one in free for two in sorted(around(one), key=by_row) if two in free]
        return [
            ("domino_placed", {"cells": [list(first), list(second)], "plots": [a, b]})
            for a, b in combinations(sorted(self.hand), 2)
            for first, second in spots
            if self.connects(first, PLOTS[a]["landscape"]) or self.connects(second, PLOTS[b]["landscape"])
        ]


def around(cell: Cell) -> list[Cell]:
    c, r = cell
    return [(c, r - 1), (c - 1, r), (c + 1, r), (c, r + 1)]


def by_row(cell: Cell) -> tuple[int, int]:
    return (cell[1], cell[0])


class NaiveGame:
    """One game: ask ``due`` and ``legal`` (or ``chance_kind``), answer with ``apply``."""

    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.seats = seats
        self.options = options
        boards = (
            options.get("boards", DEFAULT_BOARDS[:seats])
            if options["mode"] == "legends"
            else ["camp"] * seats
        )
        rows = COMPONENTS["grid"]["rows"][str(seats)]
        self.ranches = [Ranch(board, rows) for board in boards]
        self.scenario: str | None = options.get("scenario")
        self.supply: int = COMPONENTS["cows"]
        self.saloon: list[str] = []
        self.tokens: dict[str, int] = dict(COMPONENTS["partners"])
        self.undealt = set(PLOTS)
        self.current: list[dict[str, Any]] = []
        self.next: list[dict[str, Any]] = []
        self.bonus_tiles = list(COMPONENTS["bonus_tiles"])
        self.forfeits: list[int] = []
        self._talk = self._game()
        self._question: Question | None = next(self._talk)

    @property
    def due(self) -> Any:
        """A seat, "chance", or None when the game is over."""
        return self._question[0] if self._question else None

    @property
    def chance_kind(self) -> str:
        assert self._question
        assert self._question[0] == "chance"
        return str(self._question[1])

    def legal(self) -> list[Choice]:
        assert self._question
        return list(self._question[1])

    def apply(self, kind: str, data: dict[str, Any]) -> None:
        assert self._question
        if self._question[0] == "chance":
            assert kind == self._question[1], f"{kind} instead of {self._question[1]}"
        else:
            assert (kind, data) in self._question[1], f"{kind} {data} is not legal"
        try:
            self._question = self._talk.send((kind, data))
        except StopIteration:
            self._question = None

    def derive_result(self) -> list[dict[str, Any]]:
        """Section 8, and the data of ``game_finished``."""
        river = [(c, r) for c, r in COMPONENTS["grid"]["river_cells"]]
        return score_seats(
            self.ranches, None if self.scenario == "random" else self.scenario, river, self.forfeits
        )

    # Section 3

    def _game(self) -> Talk:
        if self.scenario == "random":
            _, data = yield "chance", "scenario_drawn"
            self.scenario = data["scenario"]
        yield from self._fill_saloon()
        yield from self._deal_column()
        _, data = yield "chance", "rancheros_drawn"
        drawn = data["seats"]
        if self.seats == 2:
            first, second = drawn
            drawn = [first, second, second, first]
        for seat in drawn:
            yield from self._choose(seat)
        self.current = [space for space in self.next if space["ranchero"] is not None]
        yield from self._deal_column()
        while self.next:
            yield from self._round(last=False)
            self.current = [space for space in self.next if space["ranchero"] is not None]
            self.next = []
            if self.undealt:
                yield from self._deal_column()
            yield from self._fill_saloon()
        yield from self._round(last=True)

    def _fill_saloon(self) -> Talk:
        if len(self.saloon) < SALOON and sum(self.tokens.values()) > 0:
            _, data = yield "chance", "saloon_filled"
            for name in data["partners"]:
                self.tokens[name] -= 1
                self.saloon.append(name)

    def _deal_column(self) -> Talk:
        _, data = yield "chance", "column_dealt"
        self.undealt -= set(data["plots"])
        laid = sorted(data["plots"], key=lambda plot: PLOTS[plot]["back"])  # equal numbers keep their order
        self.next = [{"plot": plot, "ranchero": None} for plot in laid]

    def _choose(self, seat: int) -> Talk:
        free = [p for p, space in enumerate(self.next) if space["ranchero"] is None]
        _, data = yield seat, [("plot_chosen", {"position": p}) for p in free]
        self.next[data["position"]]["ranchero"] = seat

    # Section 4

    def _round(self, last: bool) -> Talk:
        order = [space["ranchero"] for space in self.current]
        for number, space in enumerate(list(self.current)):
            seat, ranch = space["ranchero"], self.ranches[space["ranchero"]]
            forced = len(ranch.hand) >= ranch.spaces
            self.current.remove(space)
            ranch.hand.append(space["plot"])
            if last and seat not in order[number + 1 :]:
                yield from self._expand_to_the_end(seat)
            else:
                yield from self._expand(seat, forced)
            if not last:
                yield from self._choose(seat)

    def _expand(self, seat: int, forced: bool) -> Talk:
        ranch = self.ranches[seat]
        for _ in range(len(ranch.hand) // 2):
            choices = ranch.placements()
            if not choices:
                if forced:
                    pairs = combinations(sorted(ranch.hand), 2)
                    _, data = yield seat, [("plots_discarded", {"plots": [a, b]}) for a, b in pairs]
                    for plot in data["plots"]:
                        ranch.hand.remove(plot)
                return
            kind, data = yield seat, choices if forced else [*choices, ("expansion_declined", {})]
            if kind == "expansion_declined":
                return
            yield from self._place(seat, data)
            forced = False

    def _expand_to_the_end(self, seat: int) -> Talk:
        """Section 6."""
        ranch = self.ranches[seat]
        while ranch.placements():
            _, data = yield seat, ranch.placements()
            yield from self._place(seat, data)
        ranch.hand = []

    def _place(self, seat: int, domino: dict[str, Any]) -> Talk:
        ranch = self.ranches[seat]
        placed = [
            ((c, r), PLOTS[plot]) for (c, r), plot in zip(domino["cells"], domino["plots"], strict=True)
        ]
        for cell, plot in placed:
            ranch.hand.remove(plot["id"])
            ranch.plots[cell] = plot
        for cell, plot in placed:  # A; the lower plot id comes first
            for _ in range(plot["cows"]):
                if self.supply > 0:
                    self.supply -= 1
                    ranch.cows[cell] = ranch.cows.get(cell, 0) + 1
        for cell, plot in placed:  # B
            if plot["skull"]:
                yield from self._skull(seat, cell)
        yield from self._circles(seat, [cell for cell, plot in placed if plot["circle"]])  # C
        if any(r == 9 for (_, r), _ in placed) and not ranch.bonus_chance_used:
            ranch.bonus_chance_used = True
            yield from self._bonus_tile(seat)

    def _skull(self, seat: int, cell: Cell) -> Talk:
        ranch = self.ranches[seat]
        with_cows = sorted((n for n in ranch.territory(cell) if ranch.cows.get(n, 0)), key=by_row)
        if with_cows:
            _, data = yield seat, [("cow_removed", {"cell": list(n)}) for n in with_cows]
            ranch.cows[as_cell(data["cell"])] -= 1
            self.supply += 1

    def _circles(self, seat: int, circles: list[Cell]) -> Talk:
        waiting = sorted(circles, key=by_row)
        while waiting and self.saloon:
            names = [name for name in PARTNERS if name in self.saloon]
            _, data = yield (
                seat,
                [
                    ("partner_recruited", {"cell": list(cell), "partner": name, "side": side})
                    for cell in waiting
                    for name in names
                    for side in ("specialist", "cowboy")
                ],
            )
            cell = as_cell(data["cell"])
            waiting.remove(cell)
            self.saloon.remove(data["partner"])
            self.ranches[seat].partners[cell] = (data["partner"], data["side"])
            if data["side"] == "cowboy":
                yield from self._cowboy(seat)
            elif data["partner"] == "desperado":
                yield from self._desperado(seat)
            elif data["partner"] == "cattle_thief":
                yield from self._cattle_thief(seat, cell)

    def _cowboy(self, seat: int) -> Talk:
        ranch = self.ranches[seat]
        for _ in range(3):
            moves = [
                ("cow_moved", {"from": list(start), "to": list(end)})
                for start in sorted((n for n in ranch.cows if ranch.cows[n]), key=by_row)
                for end in sorted(around(start), key=by_row)
                if end in ranch.plots and ranch.plots[end]["landscape"] != "corn_field"
            ]
            if not moves:
                return
            kind, data = yield seat, [*moves, ("effect_declined", {})]
            if kind == "effect_declined":
                return
            ranch.cows[as_cell(data["from"])] -= 1
            ranch.cows[as_cell(data["to"])] = ranch.cows.get(as_cell(data["to"]), 0) + 1

    def _others(self, seat: int) -> Iterator[tuple[int, Ranch]]:
        return ((other, ranch) for other, ranch in enumerate(self.ranches) if other != seat)

    def _desperado(self, seat: int) -> Talk:
        hand = self.ranches[seat].hand
        swaps = [
            ("plots_swapped", {"give": give, "seat": other, "take": take})
            for give in sorted(hand)
            for other, theirs in self._others(seat)
            for take in sorted(theirs.hand)
        ]
        if swaps:
            kind, data = yield seat, [*swaps, ("effect_declined", {})]
            if kind == "plots_swapped":
                their_hand = self.ranches[data["seat"]].hand
                hand.remove(data["give"])
                their_hand.remove(data["take"])
                hand.append(data["take"])
                their_hand.append(data["give"])

    def _cattle_thief(self, seat: int, thief: Cell) -> Talk:
        ranch = self.ranches[seat]
        if ranch.plots[thief]["landscape"] == "corn_field":
            return
        thefts = [
            ("cow_stolen", {"cell": list(cell), "seat": other})
            for other, theirs in self._others(seat)
            for cell in sorted((n for n in theirs.cows if theirs.cows[n]), key=by_row)
            if not any(n in theirs.partners for n in theirs.territory(cell))
        ]
        if thefts:
            kind, data = yield seat, [*thefts, ("effect_declined", {})]
            if kind == "cow_stolen":
                self.ranches[data["seat"]].cows[as_cell(data["cell"])] -= 1
                ranch.cows[thief] = ranch.cows.get(thief, 0) + 1

    def _bonus_tile(self, seat: int) -> Talk:
        """Section 7."""
        ranch = self.ranches[seat]
        choices = [
            ("bonus_tile_placed", {"cell": list(cell), "side": side, "tile": tile["tile"]})
            for tile in self.bonus_tiles
            for side in tile["sides"]
            for cell in sorted(ranch.free(), key=by_row)
            if ranch.connects(cell, side)
        ]
        if not choices:
            self.bonus_tiles = self.bonus_tiles[1:]
            return
        _, data = yield seat, choices
        cell = as_cell(data["cell"])
        self.bonus_tiles = [tile for tile in self.bonus_tiles if tile["tile"] != data["tile"]]
        ranch.plots[cell] = {"landscape": data["side"], "resource": None, "resource_count": 0}
        yield from self._circles(seat, [cell])


def as_cell(written: list[int]) -> Cell:
    return (written[0], written[1])
