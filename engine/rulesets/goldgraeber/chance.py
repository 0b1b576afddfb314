"""Chance outcomes: dealt from the seed, or sampled with their true probability (record format, "The dealer")."""

from engine.core import Dealer, Generator
from engine.rulesets.goldgraeber import actions, phases
from engine.rulesets.goldgraeber.chips import ONE, draw_chip
from engine.rulesets.goldgraeber.constants import FACES
from engine.rulesets.goldgraeber.peeks import list_peeked_fields
from engine.rulesets.goldgraeber.position import Position

__all__ = ["deal", "draw"]


def deal(state: Position, dealer: Dealer) -> int:
    """Return the outcome of the dealer's seed. The chips of the fields do not depend on the actions of the seats."""
    phase = state.phase
    if phase < phases.ROLLS:
        return actions.pack_die_rolled(phase, 1 + dealer.draw_number("die", len(FACES), state.rolls))
    tables = state.tables
    chips = dealer.shuffle("chips", tables.stack)
    if phase == phases.FLIP:
        return actions.pack_chip_flipped(state.diggers[state.turn_seat], chips[state.site])
    assert phase == phases.PEEK, "chance is due"
    return actions.pack_chips_peeked(
        (field, chips[tables.site_of[field]]) for field in list_peeked_fields(state)
    )


def draw(state: Position, rng: Generator) -> int:
    """Sample an outcome: a chip that a seat has peeked at is known, any other is drawn from the rest."""
    phase = state.phase
    if phase < phases.ROLLS:
        return actions.pack_die_rolled(phase, 1 + rng.below(len(FACES)))
    if phase == phases.FLIP:
        chip = state.known[state.site]
        if not chip:
            chip = draw_chip(state.unknown, _count_unseen(state), rng)
        return actions.pack_chip_flipped(state.diggers[state.turn_seat], chip)
    assert phase == phases.PEEK, "chance is due"
    unknown, left = state.unknown, _count_unseen(state)
    seen = []
    for field in list_peeked_fields(state):
        chip = state.known[state.tables.site_of[field]]
        if not chip:
            chip = draw_chip(unknown, left, rng)
            unknown -= ONE[chip]
            left -= 1
        seen.append((field, chip))
    return actions.pack_chips_peeked(seen)


def _count_unseen(state: Position) -> int:
    """Return the number of face-down chips that no seat has peeked at."""
    seen = 0
    for sites in state.peeks:
        seen |= sites
    return (state.face_down & ~seen).bit_count()
