"""
A small ruleset for tests of tournaments: seats race over a few laps, and chance draws the wind.

It has chance, decisions with one and with several actions, scores, ties and forfeits. It is registered only during
these tests, because other tests iterate over every registered ruleset.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, ClassVar, Self

from engine.core import (
    CHANCE,
    Action,
    Dealer,
    Effect,
    Generator,
    IllegalAction,
    InvalidOptions,
    MalformedEvent,
    Outcome,
    Ruleset,
    SeatResult,
    State,
    Termination,
    rank_seats,
)

__all__ = ["RACE"]

_WIND = 100


class RaceState(State):
    """Each lap: chance draws the wind, then every seat in turn runs one to three fields and the wind adds to it."""

    __slots__ = ("actor", "fields", "forfeits", "laps", "seats", "turn", "wind", "winds")

    def __init__(self, seats: int, laps: int) -> None:
        self.seats = seats
        self.laps = laps
        self.actor: int | None = CHANCE
        self.turn = 0
        self.forfeits: tuple[int, ...] = ()
        self.fields = [0] * seats
        self.wind = 0
        self.winds = 0

    def legal_actions(self) -> list[Action]:
        return [1] if self.wind == 0 else [1, 2, 3]

    def check(self, action: Action) -> None:
        legal = [_WIND + wind for wind in range(4)] if self.actor == CHANCE else self.legal_actions()
        if action not in legal:
            raise IllegalAction("too_far", expected=legal)

    def apply(self, action: Action) -> None:
        if action >= _WIND:
            self.wind = action - _WIND
            self.winds += 1
            self.actor = 0
            return
        assert self.actor is not None, "a seat runs while one is due"
        self.fields[self.actor] += action * (1 + self.wind)
        self.turn += 1
        self.actor += 1
        if self.actor == self.seats:
            self.actor = CHANCE if self.winds < self.laps else None

    def forfeit(self, seat: int) -> None:
        self.forfeits = (*self.forfeits, seat)

    def deal(self, dealer: Dealer) -> Action:
        return _WIND + dealer.draw_number("wind", 4, self.winds)

    def draw(self, rng: Generator) -> Action:
        return _WIND + rng.below(4)

    def observation(self, seat: int | None) -> dict[str, Any]:
        return {"seat": seat, "fields": list(self.fields), "wind": self.wind, "lap": self.winds}

    def points(self) -> list[int]:
        return list(self.fields)

    def outcome(self) -> Outcome:
        reason = Termination.COMPLETED if self.actor is None else Termination.ABANDONED
        places = rank_seats([(field,) for field in self.fields], self.forfeits)
        return Outcome(
            reason,
            tuple(
                SeatResult(place, field, {"fields": field}, ())
                for place, field in zip(places, self.fields, strict=True)
            ),
        )

    def clone(self) -> Self:
        copy = type(self)(self.seats, self.laps)
        for name in self.__slots__:
            setattr(copy, name, getattr(self, name))
        copy.fields = list(self.fields)
        return copy

    def digest(self) -> bytes:
        return sha256(
            repr((self.actor, self.turn, self.forfeits, self.fields, self.wind, self.winds)).encode()
        ).digest()


class Race(Ruleset[RaceState]):
    """The rules of the race."""

    key = "race@1"
    title = "Race"
    min_seats = 2
    max_seats = 5
    seat_kinds = ("run",)
    chance_kinds = ("wind_drawn",)
    codes: ClassVar[Mapping[str, str]] = {"too_far": "The step is longer than three fields."}
    effect_kinds: ClassVar[Mapping[str, str]] = {}
    component_sets = ("1",)

    def option_schema(self) -> dict[str, Any]:
        return {"type": "object", "properties": {"laps": {"type": "integer", "minimum": 1, "default": 3}}}

    def complete_options(self, given: Mapping[str, Any], seats: int) -> dict[str, Any]:
        laps = given.get("laps", 3)
        if set(given) - {"laps"} or type(laps) is not int or laps < 1:
            raise InvalidOptions("invalid_options", field="laps", expected="a whole number from 1 on")
        return {"laps": laps}

    def create_state(self, options: Mapping[str, Any], seats: int, components: str) -> RaceState:
        return RaceState(seats, options["laps"])

    def encode(self, kind: str, data: Mapping[str, Any]) -> Action:
        if kind == "run" and set(data) == {"fields"}:
            return int(data["fields"])
        if kind == "wind_drawn" and set(data) == {"wind"}:
            return _WIND + int(data["wind"])
        raise MalformedEvent("unknown_kind", field="kind", found=kind)

    def decode(self, action: Action) -> tuple[str, dict[str, Any]]:
        if action >= _WIND:
            return "wind_drawn", {"wind": action - _WIND}
        return "run", {"fields": action}

    def sample(self, observation: Mapping[str, Any], rng: Generator) -> RaceState:
        state = RaceState(len(observation["fields"]), 3)
        state.fields = list(observation["fields"])
        state.actor = observation["seat"]
        return state

    def derive_effects(self, before: RaceState, action: Action, after: RaceState) -> list[Effect]:
        return []


RACE = Race()
