"""Tactical variant: a seat peeks secretly at the face-down chips next to its digger (paragraph 5)."""

from engine.rulesets.goldgraeber.chips import ONE
from engine.rulesets.goldgraeber.hex_grid import list_bits
from engine.rulesets.goldgraeber.position import Position
from engine.rulesets.goldgraeber.turns import end_turn

__all__ = ["can_peek", "find_sites_in_view", "list_peeked_fields", "peek"]


def find_sites_in_view(state: Position) -> int:
    """Return the face-down sites on the six fields next to the digger of the seat whose turn it is."""
    return state.tables.near[state.diggers[state.turn_seat]] & state.face_down


def can_peek(state: Position) -> bool:
    """Return whether the seat would see a chip that it has not peeked at before."""
    return find_sites_in_view(state) & ~state.peeks[state.turn_seat] != 0


def list_peeked_fields(state: Position) -> list[int]:
    """Return the fields of all chips that a peek shows, including known ones, in order."""
    return [state.tables.site_fields[site] for site in list_bits(find_sites_in_view(state))]


def peek(state: Position, chips: list[tuple[int, int]]) -> None:
    """Store the (field, chip) pairs that the seat whose turn it is has seen, and end its turn."""
    for field, chip in chips:
        site = state.tables.site_of[field]
        if not state.known[site]:
            state.known[site] = chip
            state.unknown -= ONE[chip]
        state.peeks[state.turn_seat] |= 1 << site
    end_turn(state)
