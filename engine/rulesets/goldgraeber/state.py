"""A position of Goldgräber as the ``State`` of the contract; its methods delegate to the modules of the rules."""

from typing import Any

from engine.core import Action, Dealer, Generator, Outcome, State
from engine.rulesets.goldgraeber import chance, scoring
from engine.rulesets.goldgraeber.actions import get_kind_number
from engine.rulesets.goldgraeber.legal_actions import legal_actions
from engine.rulesets.goldgraeber.legality_checks import check
from engine.rulesets.goldgraeber.observation import observe
from engine.rulesets.goldgraeber.position import Position
from engine.rulesets.goldgraeber.transitions import STEPS

__all__ = ["GoldgraeberState"]


class GoldgraeberState(Position, State):
    """One position: ``Position`` holds its data; its methods delegate to the rules in the modules next to this one."""

    __slots__ = ()

    def legal_actions(self) -> list[Action]:
        return legal_actions(self)

    def check(self, action: Action) -> None:
        check(self, action)

    def apply(self, action: Action) -> None:
        STEPS[get_kind_number(action)](self, action)

    def deal(self, dealer: Dealer) -> Action:
        return chance.deal(self, dealer)

    def draw(self, rng: Generator) -> Action:
        return chance.draw(self, rng)

    def observation(self, seat: int | None) -> dict[str, Any]:
        return observe(self, seat)

    def points(self) -> list[int]:
        return scoring.sum_points(self)

    def prospects(self) -> list[float]:
        return scoring.estimate_prospects(self)

    def outcome(self) -> Outcome:
        return scoring.derive_outcome(self)

    def forfeit(self, seat: int) -> None:
        self.forfeits = (*self.forfeits, seat)
