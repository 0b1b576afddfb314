"""
Sampling of a position from an observation (determinization).

Everything on the table is public, and plots and tokens have no order before they are drawn. So nothing is sampled,
unless the observation accounts for fewer plots or tokens than the box has.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.core import CHANCE, Generator
from engine.rulesets.moon_river import phases
from engine.rulesets.moon_river.bitboards import BIT, get_cell, put_cow
from engine.rulesets.moon_river.constants import BANDITS, LANDSCAPES, NO_SEAT, PARTNERS, SCENARIOS, SIDES
from engine.rulesets.moon_river.lookup_tables import get_tile_code
from engine.rulesets.moon_river.position import NO_SCENARIO
from engine.rulesets.moon_river.ranch import lay_plot
from engine.rulesets.moon_river.state import MoonRiverState

__all__ = ["sample"]

_Dict = Mapping[str, Any]


def sample(observation: _Dict, rng: Generator) -> MoonRiverState:
    """
    Sample a state that agrees with the observation.

    The supply of the observation gives the number of plots and tokens still to be drawn. If more of them are
    unaccounted for, the ones still to be drawn are sampled.
    """
    state = MoonRiverState(observation["options"], observation["seats"], observation["components"])
    scenario = observation["scenario"]
    state.scenario = NO_SCENARIO if scenario is None else SCENARIOS.index(scenario)
    state.round = observation["round"]
    state.turn = observation["turn"]
    state.forfeits = tuple(observation["forfeits"])
    state.column, state.rancheros = _read_column(observation["columns"]["current"])
    state.next_column, state.next_rancheros = _read_column(observation["columns"]["next"])
    state.supply = observation["supply"]["cows"]
    state.tiles = sum(1 << tile for tile in observation["bonus_tiles"])
    for partner in observation["saloon"]:
        state.saloon[PARTNERS.index(partner)] += 1
    for ranch in observation["ranches"]:
        _read_ranch(state, ranch)
    state.undealt = _draw_undealt(state, observation, rng)
    state.tokens = _draw_tokens(state, observation["supply"]["partners"], rng)
    _read_phase(state, observation)
    return state


def _read_column(column: Sequence[_Dict]) -> tuple[bytearray, bytearray]:
    plots = bytearray(place["plot"] or 0 for place in column)
    return plots, bytearray(NO_SEAT if place["ranchero"] is None else place["ranchero"] for place in column)


def _read_ranch(state: MoonRiverState, ranch: _Dict) -> None:
    seat = ranch["seat"]
    state.hands[seat] = bytes(sorted(ranch["hand"]))
    if ranch["bonus_done"]:
        state.reached |= 1 << seat
    for content in ranch["cells"]:
        cell = get_cell(*content["cell"])
        lay_plot(state, seat, _read_code(state, content), cell)
        for _ in range(content["cows"]):
            state.herds[seat] = put_cow(state.herds[seat], BIT[cell])
        if content["partner"] is not None:
            _read_partner(state, seat, cell, content["partner"])


def _read_code(state: MoonRiverState, content: _Dict) -> int:
    tile = content["tile"]
    if tile is None:
        return int(content["plot"])
    return get_tile_code(tile, state.faces.tiles[tile].index(LANDSCAPES.index(content["landscape"])))


def _read_partner(state: MoonRiverState, seat: int, cell: int, token: _Dict) -> None:
    partner, side = PARTNERS.index(token["name"]), SIDES.index(token["side"])
    state.tokens_at[seat][cell] = 1 + 2 * partner + side
    state.partners[seat] |= BIT[cell]
    if side == 0 and partner in BANDITS:
        state.bandits[seat] |= BIT[cell]


def _draw_undealt(state: MoonRiverState, observation: _Dict, rng: Generator) -> int:
    gone = set(observation["left_game"])
    gone.update(*state.hands, state.plots, state.column, state.next_column)
    left = [plot for plot in state.faces.box.plots if plot not in gone]
    return sum(1 << plot for plot in _draw_some(left, observation["supply"]["plots"], rng))


def _draw_tokens(state: MoonRiverState, count: int, rng: Generator) -> bytearray:
    left = [partner for partner, copies in enumerate(state.faces.tokens) for _ in range(copies)]
    placed = [(token - 1) // 2 for tokens in state.tokens_at for token in tokens if token]
    for partner in (*placed, *(partner for partner, shown in enumerate(state.saloon) for _ in range(shown))):
        if partner in left:
            left.remove(partner)
    tokens = bytearray(len(PARTNERS))
    for partner in _draw_some(left, count, rng):
        tokens[partner] += 1
    return tokens


def _draw_some(items: list[int], count: int, rng: Generator) -> Iterable[int]:
    """Sample a number of the items, or return all if there are no more."""
    if count < len(items):
        rng.shuffle(items)
    return items[:count]


def _read_phase(state: MoonRiverState, observation: _Dict) -> None:
    pending = observation["pending"]
    actor = observation["actor"]
    state.actor = CHANCE if actor == "chance" else actor
    if actor == "chance":
        state.phase = next(
            phase for phase in phases.CHANCE_PHASES if phases.EXPECTED[phase][0] == pending["kind"]
        )
        return
    state.phase = phases.NAMES.index(observation["phase"])
    if state.phase == phases.PLACE_RANCHERO:
        state.placing = bytes(observation["ranchero_order"])
    if phases.EXPAND <= state.phase <= phases.BONUS:
        ranch = observation["ranches"][actor]
        state.dominoes = ranch["dominoes_left"]
        state.owed = ranch["forced"]
    state.skulls = _read_cells(pending.get("skulls", ()))
    state.circles = bytes(sorted(_read_cells(pending.get("circles", ()))))
    state.bonus_due = pending.get("bonus_due", False)
    if state.phase in (phases.MOVE_COW, phases.SWAP, phases.STEAL):
        state.post = get_cell(*pending["cell"])
        state.moves = pending["moves_left"]


def _read_cells(cells: Iterable[Sequence[int]]) -> bytes:
    return bytes(get_cell(column, row) for column, row in cells)
