"""
Sampling of a position from an observation (determinization).

A position does not hold unseen chips, so only the chips that other seats have peeked at are sampled, from the chips
that are unknown to the observer.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core import CHANCE, Generator
from engine.rulesets.goldgraeber import phases
from engine.rulesets.goldgraeber.chips import ONE, draw_chip, make_hoard, read_hoard
from engine.rulesets.goldgraeber.codec import read_chip
from engine.rulesets.goldgraeber.constants import FACES, NO_SEAT, PURPOSES
from engine.rulesets.goldgraeber.hex_grid import BIT, get_field, list_bits
from engine.rulesets.goldgraeber.state import GoldgraeberState

__all__ = ["sample"]

_Dict = Mapping[str, Any]


def sample(observation: _Dict, rng: Generator) -> GoldgraeberState:
    """
    Sample a state that agrees with the observation.

    If the observation has more chips left than face-down fields, the chips on these fields are sampled too.
    """
    state = GoldgraeberState(observation["options"], observation["seats"], observation["components"])
    state.turn = observation["turn"]
    state.turn_seat = observation["turn_seat"]
    state.rolls = observation["rolls"]
    state.forfeits = tuple(observation["forfeits"])
    die = observation["die"]
    state.die = PURPOSES.index(die["purpose"]) << 3 | FACES.index(die["face"]) + 1 if die else 0
    state.locomotive = observation["locomotive"]["rail"]
    state.locomotive_at = state.tables.rail[state.locomotive]
    state.rafts = [get_field(*raft["field"]) for raft in observation["rafts"]]
    state.raft_fields = sum(BIT[field] for field in state.rafts)
    for digger in observation["diggers"]:
        seat = digger["seat"]
        state.diggers[seat] = get_field(*digger["field"])
        state.finds[seat] = read_hoard(digger["finds"])
        state.bank[seat] = read_hoard(digger["bank"])
    _read_chips(state, observation, rng)
    _read_phase(state, observation)
    return state


def _find_site(state: GoldgraeberState, pair: Sequence[int]) -> int:
    return state.tables.site_of[get_field(*pair)]


def _read_chips(state: GoldgraeberState, observation: _Dict, rng: Generator) -> None:
    state.face_down = sum(1 << _find_site(state, field) for field in observation["face_down"])
    for robber in observation["robbers"]:
        site = _find_site(state, robber["field"])
        state.robbers[site] = robber["strength"]
        state.piles[site] = read_hoard(robber["pile"])
    state.piled = sum(state.piles)
    for digger in observation["diggers"]:
        for peek in digger["peeks"]:
            site = _find_site(state, peek["field"])
            state.peeks[digger["seat"]] |= 1 << site
            if peek["chip"] is not None:
                state.known[site] = read_chip(peek["chip"])
    _draw_chips(state, observation["chips_left"], rng)


def _draw_chips(state: GoldgraeberState, chips_left: Mapping[str, Sequence[int]], rng: Generator) -> None:
    """Sample the chips unknown to the observer: the chips that are left, and those that other seats have seen."""
    seen = 0
    for sites in state.peeks:
        seen |= sites
    known = [chip for chip in state.known if chip]
    unknown = read_hoard(chips_left) - make_hoard(known)
    count = len(chips_left["gold"]) + len(chips_left["robbers"]) - len(known)
    hidden = state.face_down.bit_count() - len(known)
    assert count >= hidden, "there is a chip for every face-down field"
    for total in range(count, hidden, -1):
        unknown -= ONE[draw_chip(unknown, total, rng)]
    for site in list_bits(seen):
        if not state.known[site]:
            state.known[site] = chip = draw_chip(unknown, hidden, rng)
            unknown -= ONE[chip]
            hidden -= 1
    state.unknown = unknown
    state.left = unknown + make_hoard(chip for chip in state.known if chip)


def _read_phase(state: GoldgraeberState, observation: _Dict) -> None:
    pending = observation["pending"]
    actor = observation["actor"]
    state.actor = CHANCE if actor == "chance" else actor
    if actor == "chance":
        state.phase = _find_chance_phase(pending)
    else:
        state.phase = phases.NAMES.index(observation["phase"])
    state.steps = pending.get("steps", 0)
    fight = pending.get("fight")
    if fight is not None:
        state.defender = fight["defender"]
        state.attack = fight["attack"] or 0
        state.winner = NO_SEAT if fight["winner"] is None else fight["winner"]


def _find_chance_phase(pending: _Dict) -> int:
    if pending["kind"] == "chip_flipped":
        return phases.FLIP
    return phases.PEEK if pending["kind"] == "chips_peeked" else PURPOSES.index(pending["purpose"])
