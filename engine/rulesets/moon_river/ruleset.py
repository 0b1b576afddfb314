"""``moon-river@1``: the implementation of the ruleset contract."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from engine.core import Action, Effect, Generator, Ruleset, canonical
from engine.rulesets.moon_river import codec, derived_effects
from engine.rulesets.moon_river import options as game_options
from engine.rulesets.moon_river.components import COMPONENT_SETS
from engine.rulesets.moon_river.constants import CHANCE_KINDS, MAX_SEATS, SEAT_KINDS
from engine.rulesets.moon_river.legality_checks import CODES
from engine.rulesets.moon_river.observation import KEY
from engine.rulesets.moon_river.sample import sample
from engine.rulesets.moon_river.state import MoonRiverState
from engine.rulesets.moon_river.text_codec import READERS, write

__all__ = ["MOON_RIVER", "MoonRiver"]


class MoonRiver(Ruleset[MoonRiverState]):
    """The rules of Moon River, base game and Legends."""

    key = KEY
    title = "Moon River"
    min_seats = 2
    max_seats = MAX_SEATS
    seat_kinds = SEAT_KINDS
    chance_kinds = CHANCE_KINDS
    codes = CODES
    effect_kinds = derived_effects.EFFECT_KINDS
    component_sets = COMPONENT_SETS

    def option_schema(self) -> dict[str, Any]:
        return game_options.make_option_schema()

    def complete_options(self, given: Mapping[str, Any], seats: int) -> dict[str, Any]:
        return game_options.complete_options(given, seats)

    def create_state(self, options: Mapping[str, Any], seats: int, components: str) -> MoonRiverState:
        self.check_table(seats, components)
        return _make_initial_state(canonical(dict(options)), seats, components).clone()

    def encode(self, kind: str, data: Mapping[str, Any]) -> Action:
        return codec.encode(kind, data)

    def decode(self, action: Action) -> tuple[str, dict[str, Any]]:
        return codec.decode(action)

    def write(self, action: Action) -> tuple[str, str]:
        return write(action)

    def read(self, kind: str, payload: str) -> Action:
        try:
            return READERS[kind](payload)
        except (KeyError, ValueError):
            return super().read(kind, payload)

    def sample(self, observation: Mapping[str, Any], rng: Generator) -> MoonRiverState:
        return sample(observation, rng)

    def derive_effects(self, before: MoonRiverState, action: Action, after: MoonRiverState) -> list[Effect]:
        return derived_effects.derive_effects(before, action, after)


@lru_cache(maxsize=256)
def _make_initial_state(options: bytes, seats: int, components: str) -> MoonRiverState:
    """Return the cached position before the first event; callers must clone it before playing."""
    return MoonRiverState(json.loads(options), seats, components)


MOON_RIVER: Final = MoonRiver()
