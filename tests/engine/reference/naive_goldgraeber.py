"""
Goldgräber implemented straight from the rulebook: one generator per game, dicts for boards, each walk by itself.

It shares no code with the engine. A game is a conversation: the generator yields each decision and its actor and
resumes with the answer, so the code follows the sections of the rules from top to bottom.
"""

from collections.abc import Generator, Mapping
from typing import Any

from tests.engine.goldgraeber import naive_walks
from tests.engine.goldgraeber.positions import BOARD, HOUSES, KINDS, POLES, RAIL, SITES, Hex

Choice = tuple[str, dict[str, Any]]
Chip = dict[str, int]
#: The actor ("chance" or a seat) and its decision: a function that lists all legal choices in canonical order, or for
#: chance the purpose of a die, a chip to flip, or chips to show.
Question = tuple[Any, Any]
Talk = Generator[Question, Any, None]

LAKES: dict[Hex, int] = {(h["q"], h["r"]): h["lake"] for h in BOARD["hexes"] if h["type"] == "lake"}
SHORES: list[Hex] = sorted((h["q"], h["r"]) for h in BOARD["hexes"] if h["type"] == "lake" and h["shore"])
STATION = RAIL[-1]


def is_town(field: Hex) -> bool:
    return KINDS[field] in ("street", "house") or field == STATION


def pips(face: Any) -> int:
    """Return the value of a face in a fight."""
    return 1 if face == "locomotive" else int(face)


class NaiveGoldgraeber:
    """One game; read ``due``, then ``apply`` an answer."""

    def __init__(self, seats: int, options: Mapping[str, Any]) -> None:
        self.seats = seats
        self.shuttle = options.get("shuttle", "strict")
        self.end_count = options.get("end_count", "visible")
        self.tactical = options.get("tactical", False)
        # 2. Set-up: the chips on the fields are unknown, so only the number of face-down gold chips is stored.
        self.face_down = set(SITES)
        self.gold_down = 48
        self.rafts = list(POLES)
        self.rail = 0
        self.diggers = list(HOUSES[:seats])
        self.finds: list[list[Chip]] = [[] for _ in range(seats)]
        self.bank: list[list[Chip]] = [[] for _ in range(seats)]
        self.robbers: dict[Hex, int] = {}
        self.piles: dict[Hex, list[Chip]] = {}
        self.peeked: list[set[Hex]] = [set() for _ in range(seats)]
        self.rolls = 0
        self.is_over = False
        self._talk = self._game()
        self._question: Question | None = next(self._talk)

    @property
    def due(self) -> Any:
        """The actor that decides next: a seat, ``"chance"``, or None when the game is over."""
        return None if self._question is None else self._question[0]

    @property
    def asked(self) -> Any:
        """The pending chance decision."""
        assert self._question is not None
        return self._question[1]

    def legal(self) -> list[Choice]:
        """Return all legal choices of the seat that decides, in canonical order."""
        listed: list[Choice] = self.asked()
        return listed

    def apply(self, kind: str, data: dict[str, Any]) -> None:
        """Continue with the answer."""
        try:
            self._question = self._talk.send((kind, data))
        except StopIteration:
            self._question = None

    def points(self) -> list[int]:
        """6. Only the bank counts: gold by its value, a captured robber 2."""
        return [sum(chip.get("gold", 2) for chip in bank) for bank in self.bank]

    def _game(self) -> Talk:
        seat = 0
        while True:
            yield from self._turn(seat)
            if self.is_over or self._chips_left() <= self.seats:
                return
            seat = (seat + 1) % self.seats

    def _chips_left(self) -> int:
        """6. Counted are face-down chips (or face-down gold) plus gold chips in robber piles."""
        piled = sum("gold" in chip for pile in self.piles.values() for chip in pile)
        return piled + (self.gold_down if self.end_count == "gold" else len(self.face_down))

    def _turn(self, seat: int) -> Talk:
        """3. A turn, or 5. a peek in its place."""
        if self.tactical:
            kind, _ = yield seat, lambda: self._choices(seat)
            if kind == "peek_chosen":
                yield from self._peek(seat)
                return
        face = yield from self._roll("move")
        if face == "locomotive":
            self._run_locomotive(seat)
            return
        kind, data = yield seat, lambda: self._moves(seat, face)
        if kind == "digger_moved":
            self._put(seat, data)
            yield from self._end_move(seat)

    def _choices(self, seat: int) -> list[Choice]:
        is_new = bool(self._in_view(seat) - self.peeked[seat])
        return [("roll_chosen", {}), *([("peek_chosen", {})] if is_new else [])]

    def _in_view(self, seat: int) -> set[Hex]:
        q, r = self.diggers[seat]
        return {(q + dq, r + dr) for dq, dr in naive_walks.DIRECTIONS} & self.face_down

    def _peek(self, seat: int) -> Talk:
        seen = self._in_view(seat)
        yield "chance", ("peek", sorted(seen))
        self.peeked[seat] |= seen

    def _roll(self, purpose: str) -> Generator[Question, Any, Any]:
        _, data = yield "chance", ("die", purpose)
        self.rolls += 1
        return data["face"]

    def _run_locomotive(self, roller: int) -> None:
        self.rail += 1
        entered = RAIL[self.rail]
        if entered == STATION:
            self.is_over = True
            return
        for seat in range(self.seats):
            if self.diggers[seat] == entered:
                if seat != roller:
                    self.finds[roller] += self.finds[seat]
                    self.finds[seat] = []
                behind = [RAIL[number] for number in range(self.rail - 1, -1, -1)]
                free = [field for field in behind if field not in self.diggers]
                self.diggers[seat] = free[0] if free else behind[0]

    def _ends(self, seat: int, steps: int) -> frozenset[Hex]:
        """3. Possible ends of a move: an exact count, its own house, rafts without a digger."""
        return naive_walks.last_fields(
            self.diggers[seat],
            steps,
            house=HOUSES[seat],
            rafts=[raft for raft in self.rafts if raft not in self.diggers],
            locomotive=RAIL[self.rail],
            shuttle=self.shuttle,
        )

    def _moves(self, seat: int, steps: int) -> list[Choice]:
        moves: list[Choice] = [
            ("digger_moved", {"to": list(field)}) for field in sorted(self._ends(seat, steps))
        ]
        return moves or [("turn_passed", {})]

    def _put(self, seat: int, data: dict[str, Any]) -> None:
        self.diggers[seat] = (data["to"][0], data["to"][1])

    def _end_move(self, seat: int) -> Talk:
        """3. Consequences of the end of a move: the first of these that applies, and only that."""
        field = self.diggers[seat]
        others = [other for other in range(self.seats) if other != seat and self.diggers[other] == field]
        if field == HOUSES[seat]:
            self._bring_home(seat)
        elif field in self.rafts:
            yield from self._ride(seat)
        elif others and not is_town(field):
            yield from self._fight_digger(seat, min(others, key=lambda other: (other - seat) % self.seats))
        elif field in self.face_down:
            yield from self._flip(seat, field)
        elif field in self.robbers:
            yield from self._fight_robber(seat, field)

    def _bring_home(self, seat: int) -> None:
        self.bank[seat] += self.finds[seat]
        self.finds[seat] = []

    def _ride(self, seat: int) -> Talk:
        here = self.diggers[seat]

        def rides() -> list[Choice]:
            shores = [shore for shore in SHORES if LAKES[shore] == LAKES[here] and shore not in self.rafts]
            return [("raft_ridden", {"to": list(shore)}) for shore in shores]

        _, data = yield seat, rides
        self._put(seat, data)
        self.rafts[self.rafts.index(here)] = self.diggers[seat]

    def _flip(self, seat: int, field: Hex) -> Talk:
        _, data = yield "chance", ("flip", field)
        self.face_down.remove(field)
        for peeked in self.peeked:
            peeked.discard(field)
        if "gold" in data["chip"]:
            self.gold_down -= 1
            self.finds[seat].append(data["chip"])
        else:
            self.robbers[field], self.piles[field] = data["chip"]["robber"], []
            yield from self._fight_robber(seat, field)

    def _fight_robber(self, seat: int, field: Hex) -> Talk:
        """4.1"""
        strength = self.robbers[field]
        rolled = strength
        while rolled == strength:
            rolled = pips((yield from self._roll("robber")))
        if rolled > strength:
            self.finds[seat] += [{"robber": strength}, *self.piles.pop(field)]
            del self.robbers[field]
        else:
            self.piles[field] += self.finds[seat]
            self.finds[seat] = []
            yield from self._move_away(seat, rolled)

    def _fight_digger(self, attacker: int, defender: int) -> Talk:
        """4.2"""
        attack = defend = 0
        while attack == defend:
            attack = pips((yield from self._roll("attack")))
            defend = pips((yield from self._roll("defend")))
        winner, loser = (attacker, defender) if attack > defend else (defender, attacker)
        self.finds[winner] += self.finds[loser]
        self.finds[loser] = []
        steps = pips((yield from self._roll("retreat")))
        yield from self._move_away(winner, steps)

    def _move_away(self, seat: int, steps: int) -> Talk:
        """
        4. Not to the field of the fight nor to one with another digger outside town; without a legal path it stays.
        """
        taken = {self.diggers[other] for other in range(self.seats) if other != seat}
        barred = {field for field in taken if not is_town(field)} | {self.diggers[seat]}
        allowed = sorted(self._ends(seat, steps) - barred)
        if not allowed:
            return
        _, data = yield seat, lambda: [("digger_moved", {"to": list(to)}) for to in allowed]
        self._put(seat, data)
        if self.diggers[seat] == HOUSES[seat]:
            self._bring_home(seat)
        elif self.diggers[seat] in self.rafts:
            yield from self._ride(seat)
