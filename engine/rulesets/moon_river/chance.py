"""Chance outcomes: dealt from the seed, or sampled with their true probability (record format, "The dealer")."""

from engine.core import Dealer, Generator
from engine.rulesets.moon_river import actions, phases
from engine.rulesets.moon_river.bitboards import list_cells
from engine.rulesets.moon_river.constants import COLUMN, PARTNERS, PLOTS, SCENARIOS
from engine.rulesets.moon_river.position import Position
from engine.rulesets.moon_river.turns import count_saloon_room

__all__ = ["deal", "draw"]


_PLOTS = tuple(range(1, PLOTS + 1))


def deal(state: Position, dealer: Dealer) -> int:
    """Return the outcome of the dealer's seed. Columns and tokens do not depend on the actions of the seats."""
    if state.phase == phases.COLUMN_DUE:
        dealt = PLOTS - state.undealt.bit_count()
        return actions.pack_column_dealt(dealer.shuffle("plots", _PLOTS)[dealt : dealt + COLUMN])
    if state.phase == phases.SALOON_DUE:
        stack = state.faces.stack
        drawn = len(stack) - sum(state.tokens)
        tokens = dealer.shuffle("partners", stack)
        return actions.pack_saloon_filled(tokens[drawn : drawn + count_saloon_room(state)])
    if state.phase == phases.RANCHEROS_DUE:
        return actions.pack_rancheros_drawn(dealer.shuffle("rancheros", range(state.seats)))
    assert state.phase == phases.SCENARIO_DUE, "chance is due"
    return actions.SCENARIO_DRAWN | dealer.draw_number("scenario", len(SCENARIOS), 0)


def draw(state: Position, rng: Generator) -> int:
    """Sample an outcome from the items left in the box."""
    if state.phase == phases.COLUMN_DUE:
        plots = list_cells(state.undealt)
        return actions.pack_column_dealt(_draw_items(plots, COLUMN, rng))
    if state.phase == phases.SALOON_DUE:
        tokens = [partner for partner in range(len(PARTNERS)) for _ in range(state.tokens[partner])]
        return actions.pack_saloon_filled(_draw_items(tokens, count_saloon_room(state), rng))
    if state.phase == phases.RANCHEROS_DUE:
        return actions.pack_rancheros_drawn(_draw_items(list(range(state.seats)), state.seats, rng))
    assert state.phase == phases.SCENARIO_DUE, "chance is due"
    return actions.SCENARIO_DRAWN | rng.below(len(SCENARIOS))


def _draw_items(items: list[int], count: int, rng: Generator) -> list[int]:
    """Draw items without replacement: the first steps of a shuffle."""
    for start in range(count):
        other = start + rng.below(len(items) - start)
        items[start], items[other] = items[other], items[start]
    return items[:count]
