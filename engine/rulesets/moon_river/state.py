"""A position of Moon River as the ``State`` of the contract; its methods delegate to the modules of the rules."""

from typing import Any

from engine.core import Action, Dealer, Generator, Outcome, State
from engine.rulesets.moon_river import chance, scoring
from engine.rulesets.moon_river.actions import FIELDS, KIND_SHIFT
from engine.rulesets.moon_river.legal_actions import legal_actions
from engine.rulesets.moon_river.legality_checks import CHECKS
from engine.rulesets.moon_river.observation import observe
from engine.rulesets.moon_river.position import Position
from engine.rulesets.moon_river.transitions import STEPS

__all__ = ["MoonRiverState"]


class MoonRiverState(Position, State):
    """One position: ``Position`` holds its data; its methods delegate to the rules in the modules next to this one."""

    __slots__ = ()

    def legal_actions(self) -> list[Action]:
        return legal_actions(self)

    def check(self, action: Action) -> None:
        CHECKS[action >> KIND_SHIFT](self, action & FIELDS)

    def apply(self, action: Action) -> None:
        STEPS[action >> KIND_SHIFT](self, action)

    def deal(self, dealer: Dealer) -> Action:
        return chance.deal(self, dealer)

    def draw(self, rng: Generator) -> Action:
        return chance.draw(self, rng)

    def observation(self, seat: int | None) -> dict[str, Any]:
        return observe(self, seat)

    def points(self) -> list[int]:
        return scoring.sum_points(self)

    def outcome(self) -> Outcome:
        return scoring.derive_outcome(self)

    def forfeit(self, seat: int) -> None:
        self.forfeits = (*self.forfeits, seat)
