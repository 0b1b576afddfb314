"""``goldgraeber@1``: the implementation of the ruleset contract."""

from collections.abc import Mapping
from typing import Any, Final

from engine.core import Action, Effect, Generator, Ruleset
from engine.rulesets.goldgraeber import codec, derived_effects, text_codec
from engine.rulesets.goldgraeber import options as game_options
from engine.rulesets.goldgraeber.components import COMPONENT_SETS
from engine.rulesets.goldgraeber.constants import (
    CHANCE_KINDS,
    MAX_SEATS,
    MIN_SEATS,
    PRIVATE_KINDS,
    SEAT_KINDS,
)
from engine.rulesets.goldgraeber.error_codes import CODES
from engine.rulesets.goldgraeber.observation import KEY
from engine.rulesets.goldgraeber.sample import sample
from engine.rulesets.goldgraeber.state import GoldgraeberState

__all__ = ["GOLDGRAEBER", "Goldgraeber"]


class Goldgraeber(Ruleset[GoldgraeberState]):
    """The rules of Goldgräber."""

    key = KEY
    title = "Goldgräber"
    min_seats = MIN_SEATS
    max_seats = MAX_SEATS
    seat_kinds = SEAT_KINDS
    chance_kinds = CHANCE_KINDS
    private_kinds = PRIVATE_KINDS
    codes = CODES
    effect_kinds = derived_effects.EFFECT_KINDS
    component_sets = COMPONENT_SETS

    def option_schema(self) -> dict[str, Any]:
        return game_options.make_option_schema()

    def complete_options(self, given: Mapping[str, Any], seats: int) -> dict[str, Any]:
        return game_options.complete_options(given, seats)

    def create_state(self, options: Mapping[str, Any], seats: int, components: str) -> GoldgraeberState:
        self.check_table(seats, components)
        return GoldgraeberState(options, seats, components)

    def encode(self, kind: str, data: Mapping[str, Any]) -> Action:
        return codec.encode(kind, data)

    def decode(self, action: Action) -> tuple[str, dict[str, Any]]:
        return codec.decode(action)

    def find_viewer(self, before: GoldgraeberState, action: Action) -> int | None:
        return before.turn_seat

    def write(self, action: Action) -> tuple[str, str]:
        return text_codec.write(action)

    def read(self, kind: str, payload: str) -> Action:
        action = text_codec.read(kind, payload)
        return super().read(kind, payload) if action is None else action

    def sample(self, observation: Mapping[str, Any], rng: Generator) -> GoldgraeberState:
        return sample(observation, rng)

    def derive_effects(
        self, before: GoldgraeberState, action: Action, after: GoldgraeberState
    ) -> list[Effect]:
        return derived_effects.derive_effects(before, action, after)


GOLDGRAEBER: Final = Goldgraeber()
