"""What stands and lies on the board: chips, robbers, rafts, diggers, the locomotive, ways and marks."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from frontend.replay.drawing import letter
from frontend.replay.goldgraeber.chips import chip_face, hoard_points, hoard_words
from frontend.replay.goldgraeber.geometry import HEX, Field, centre, trail
from frontend.replay.goldgraeber.lands import field_name
from frontend.replay.markup import number

__all__ = [
    "chip_back",
    "digger",
    "disc",
    "fresh_outline",
    "locomotive",
    "peek_pips",
    "raft",
    "robber",
    "seen_chip",
    "way",
]

_PRINT = "var(--print,#231a12)"
_BLOCK = "var(--block,#fbf3df)"
#: Marks are the same on light and dark pages.
_BRICK, _HALO = "#a3341f", "#fbf3df"
_FIGURES = {seat: f"digger-{seat}" for seat in "bcdef"} | {"a": "digger"}
#: Where discs of one field stand, one after the other, from its middle.
_DISC_PLACES = ((22, -19), (-22, -16), (22, 14), (-22, 16), (0, -30), (0, 26))


@lru_cache(maxsize=128)
def chip_back(field: Field) -> str:
    """Return a face-down chip."""
    x, y = centre(field)
    return f'<use href="#chip-back" x="{number(x - 13)}" y="{number(y - 13)}" width="26" height="26"/>'


@lru_cache(maxsize=512)
def seen_chip(field: Field, kind: str, value: int) -> str:
    """Return a face-down chip whose face is known to who looks: the face, in a broken ring."""
    x, y = centre(field)
    return (
        f"<g><title>{kind} {value}, face down at {field_name(field)}</title>"
        f'<svg x="{number(x - 11)}" y="{number(y - 12)}" width="22" height="22" viewBox="0 0 64 64">'
        f'{chip_face(kind, value)}</svg><circle cx="{number(x)}" cy="{number(y - 1)}" r="13.5" fill="none"'
        f' stroke="{_PRINT}" stroke-width="2" stroke-dasharray="3 2.6"/></g>'
    )


@lru_cache(maxsize=512)
def peek_pips(field: Field, seats: tuple[int, ...]) -> str:
    """Return small discs in the colours of the seats that have looked at a face-down chip."""
    x, y = centre(field)
    letters = [letter(seat) for seat in seats]
    pips = "".join(
        f'<circle class="seat-{name.lower()}" cx="{number(x - 4 * (len(letters) - 1) + 8 * index)}"'
        f' cy="{number(y + 13)}" r="3.6" fill="var(--seat,#fff)" stroke="{_PRINT}" stroke-width="1.2"/>'
        for index, name in enumerate(letters)
    )
    return f"<g><title>seen by {', '.join(letters)}</title>{pips}</g>"


def robber(face_up: Mapping[str, Any], field: Field) -> str:
    """Return a face-up robber with its strength; gold looks out from under it where it keeps a pile."""
    pile = face_up["pile"]
    words = hoard_words(pile) if pile["gold"] or pile["robbers"] else ""
    return _robber(field, face_up["strength"], words, hoard_points(pile))


@lru_cache(maxsize=512)
def _robber(field: Field, strength: int, pile: str, points: int) -> str:
    x, y = centre(field)
    beneath = f"; beneath it {pile}" if pile else ""
    gold = (
        f'<use href="#chip-gold" x="{number(x - 18)}" y="{number(y - 2)}" width="21" height="21"/>'
        f'<text x="{number(x - 7.5)}" y="{number(y + 12.6)}" font-size="10" class="tn">{points}</text>'
        if pile
        else ""
    )
    up = 3 if pile else 0
    return (
        f"<g><title>robber {strength} at {field_name(field)}{beneath}</title>"
        f'<use href="#chip-robber" x="{number(x - 14)}" y="{number(y - 15 - up)}" width="28" height="28"/>{gold}'
        f'<circle cx="{number(x + 11)}" cy="{number(y + 10)}" r="7.5" fill="{_BLOCK}" stroke="{_PRINT}"'
        f' stroke-width="1.5"/><text x="{number(x + 11)}" y="{number(y + 14)}" font-size="11.5" class="tn">'
        f"{strength}</text></g>"
    )


@lru_cache(maxsize=128)
def raft(field: Field) -> str:
    """Return a raft."""
    x, y = centre(field)
    return f'<use href="#raft" x="{number(x - 15)}" y="{number(y - 11)}" width="30" height="22.5"/>'


@lru_cache(maxsize=32)
def locomotive(field: Field) -> str:
    """Return the locomotive."""
    x, y = centre(field)
    return (
        f"<g><title>the locomotive at {field_name(field)}</title>"
        f'<use href="#locomotive" x="{number(x - 21)}" y="{number(y - 18)}" width="42" height="32.7"/></g>'
    )


@lru_cache(maxsize=2048)
def digger(seat: int, field: Field, across: float, down: float) -> str:
    """Return a digger with its letter, so far from the middle of its field."""
    x, y = centre(field)
    x, y = x + across, y + down
    name = letter(seat)
    return (
        f'<g class="seat-{name.lower()}"><title>digger of {name} at {field_name(field)}</title>'
        f'<use href="#{_FIGURES[name.lower()]}" x="{number(x - 13)}" y="{number(y - 25)}" width="27" height="36"/>'
        f'<text x="{number(x - 1)}" y="{number(y + 6)}" font-size="13" class="tl">{name}</text></g>'
    )


def way(fields: Sequence[Field]) -> str:
    """Return the way of something that moved: a dotted line, with a ring where it began."""
    x, y = centre(fields[0])
    line = f'<path d="{trail(fields)}" fill="none" stroke-linejoin="round" stroke-linecap="round"'
    return (
        f'{line} stroke="{_BLOCK}" stroke-width="8"/>'
        f'{line} stroke="{_BRICK}" stroke-width="4" stroke-dasharray="1 7.5"/>'
        f'<circle cx="{number(x)}" cy="{number(y)}" r="7" fill="{_BLOCK}" stroke="{_BRICK}" stroke-width="3"/>'
    )


def fresh_outline(field: Field) -> str:
    """Return the outline of a field where something happened."""
    x, y = centre(field)
    line = f'd="M{number(x)} {number(y - 20)}{HEX}" fill="none"'
    return (
        f'<path {line} stroke="{_BLOCK}" stroke-width="7"/>'
        f'<path class="fresh" {line} stroke="{_BRICK}" stroke-width="4"/>'
    )


def disc(mark: int, field: Field, before: Iterable[Field]) -> str:
    """
    Return the numbered disc of a change.

    Args:
        before: the fields of the discs with lower numbers: of one field, each has its own place.
    """
    x, y = centre(field)
    across, down = _DISC_PLACES[sum(other == field for other in before) % len(_DISC_PLACES)]
    return (
        f'<circle cx="{number(x + across)}" cy="{number(y + down)}" r="8" fill="{_BRICK}" stroke="{_HALO}"'
        f' stroke-width="2"/><text x="{number(x + across)}" y="{number(y + down + 4)}" font-size="11.5"'
        f' class="tm">{mark}</text>'
    )
