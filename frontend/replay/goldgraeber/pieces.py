"""Drawings of the pieces on the board: chips, robbers, rafts, diggers, the locomotive, ways and marks."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from frontend.replay.drawing import letter
from frontend.replay.goldgraeber.chips import count_points, describe_hoard, draw_chip_face, name_chip
from frontend.replay.goldgraeber.geometry import HEX, Field, draw_trail, find_centre
from frontend.replay.goldgraeber.terrain import name_field
from frontend.replay.markup import escaped, number
from frontend.replay.translation import Translator, join_items

__all__ = [
    "draw_chip_back",
    "draw_digger",
    "draw_disc",
    "draw_locomotive",
    "draw_outline",
    "draw_path",
    "draw_peek_pips",
    "draw_raft",
    "draw_robber",
    "draw_seen_chip",
]

_PRINT = "var(--print,#231a12)"
_BLOCK = "var(--block,#fbf3df)"
#: Marks are the same on light and dark pages.
_BRICK, _HALO = "#a3341f", "#fbf3df"
_FIGURES = {seat: f"digger-{seat}" for seat in "bcdef"} | {"a": "digger"}
#: Offsets from the middle of a field to its discs, one after the other.
_DISC_PLACES = ((22, -19), (-22, -16), (22, 14), (-22, 16), (0, -30), (0, 26))


@lru_cache(maxsize=128)
def draw_chip_back(field: Field) -> str:
    """Return a face-down chip."""
    x, y = find_centre(field)
    return f'<use href="#chip-back" x="{number(x - 13)}" y="{number(y - 13)}" width="26" height="26"/>'


@lru_cache(maxsize=512)
def draw_seen_chip(tr: Translator, field: Field, kind: str, value: int) -> str:
    """Return a face-down chip that the viewer knows: its face in a broken ring."""
    x, y = find_centre(field)
    title = tr.gettext("{chip}, face down at {field}").format(
        chip=name_chip(tr, kind, value), field=name_field(field)
    )
    return (
        f"<g><title>{escaped(title)}</title>"
        f'<svg x="{number(x - 11)}" y="{number(y - 12)}" width="22" height="22" viewBox="0 0 64 64">'
        f'{draw_chip_face(kind, value)}</svg><circle cx="{number(x)}" cy="{number(y - 1)}" r="13.5" fill="none"'
        f' stroke="{_PRINT}" stroke-width="2" stroke-dasharray="3 2.6"/></g>'
    )


@lru_cache(maxsize=512)
def draw_peek_pips(tr: Translator, field: Field, seats: tuple[int, ...]) -> str:
    """Return small discs in the colours of the seats that have looked at a face-down chip."""
    x, y = find_centre(field)
    letters = [letter(seat) for seat in seats]
    pips = "".join(
        f'<circle class="seat-{name.lower()}" cx="{number(x - 4 * (len(letters) - 1) + 8 * index)}"'
        f' cy="{number(y + 13)}" r="3.6" fill="var(--seat,#fff)" stroke="{_PRINT}" stroke-width="1.2"/>'
        for index, name in enumerate(letters)
    )
    title = tr.gettext("seen by {seats}").format(seats=join_items(tr, letters))
    return f"<g><title>{escaped(title)}</title>{pips}</g>"


def draw_robber(tr: Translator, face_up: Mapping[str, Any], field: Field) -> str:
    """Return a face-up robber with its strength, and some gold beneath it if it keeps a pile."""
    pile = face_up["pile"]
    hoard = describe_hoard(tr, pile) if pile["gold"] or pile["robbers"] else ""
    return _robber(tr, field, face_up["strength"], hoard, count_points(pile))


@lru_cache(maxsize=512)
def _robber(tr: Translator, field: Field, strength: int, pile: str, points: int) -> str:
    x, y = find_centre(field)
    if pile:
        title = tr.gettext("robber {strength} at {field}; beneath it {hoard}").format(
            strength=strength, field=name_field(field), hoard=pile
        )
    else:
        title = tr.gettext("robber {strength} at {field}").format(strength=strength, field=name_field(field))
    gold = (
        f'<use href="#chip-gold" x="{number(x - 18)}" y="{number(y - 2)}" width="21" height="21"/>'
        f'<text x="{number(x - 7.5)}" y="{number(y + 12.6)}" font-size="10" class="tn">{points}</text>'
        if pile
        else ""
    )
    up = 3 if pile else 0
    return (
        f"<g><title>{escaped(title)}</title>"
        f'<use href="#chip-robber" x="{number(x - 14)}" y="{number(y - 15 - up)}" width="28" height="28"/>{gold}'
        f'<circle cx="{number(x + 11)}" cy="{number(y + 10)}" r="7.5" fill="{_BLOCK}" stroke="{_PRINT}"'
        f' stroke-width="1.5"/><text x="{number(x + 11)}" y="{number(y + 14)}" font-size="11.5" class="tn">'
        f"{strength}</text></g>"
    )


@lru_cache(maxsize=128)
def draw_raft(field: Field) -> str:
    """Return a raft."""
    x, y = find_centre(field)
    return f'<use href="#raft" x="{number(x - 15)}" y="{number(y - 11)}" width="30" height="22.5"/>'


@lru_cache(maxsize=32)
def draw_locomotive(tr: Translator, field: Field) -> str:
    """Return the locomotive."""
    x, y = find_centre(field)
    title = tr.gettext("the locomotive at {field}").format(field=name_field(field))
    return (
        f"<g><title>{escaped(title)}</title>"
        f'<use href="#locomotive" x="{number(x - 21)}" y="{number(y - 18)}" width="42" height="32.7"/></g>'
    )


@lru_cache(maxsize=2048)
def draw_digger(tr: Translator, seat: int, field: Field, across: float, down: float) -> str:
    """Return a digger with its letter, shifted from the middle of its field."""
    x, y = find_centre(field)
    x, y = x + across, y + down
    name = letter(seat)
    title = tr.gettext("digger of {seat} at {field}").format(seat=name, field=name_field(field))
    return (
        f'<g class="seat-{name.lower()}"><title>{escaped(title)}</title>'
        f'<use href="#{_FIGURES[name.lower()]}" x="{number(x - 13)}" y="{number(y - 25)}" width="27" height="36"/>'
        f'<text x="{number(x - 1)}" y="{number(y + 6)}" font-size="13" class="tl">{name}</text></g>'
    )


def draw_path(fields: Sequence[Field]) -> str:
    """Return the path of something that moved: a dotted line, with a ring where it began."""
    x, y = find_centre(fields[0])
    line = f'<path d="{draw_trail(fields)}" fill="none" stroke-linejoin="round" stroke-linecap="round"'
    return (
        f'{line} stroke="{_BLOCK}" stroke-width="8"/>'
        f'{line} stroke="{_BRICK}" stroke-width="4" stroke-dasharray="1 7.5"/>'
        f'<circle cx="{number(x)}" cy="{number(y)}" r="7" fill="{_BLOCK}" stroke="{_BRICK}" stroke-width="3"/>'
    )


def draw_outline(field: Field) -> str:
    """Return the outline of a field where something happened."""
    x, y = find_centre(field)
    line = f'd="M{number(x)} {number(y - 20)}{HEX}" fill="none"'
    return (
        f'<path {line} stroke="{_BLOCK}" stroke-width="7"/>'
        f'<path class="fresh" {line} stroke="{_BRICK}" stroke-width="4"/>'
    )


def draw_disc(mark: int, field: Field, before: Iterable[Field]) -> str:
    """
    Return the numbered disc of a change.

    Args:
        before: the fields of the discs with lower numbers; discs on one field get different places.
    """
    x, y = find_centre(field)
    across, down = _DISC_PLACES[sum(other == field for other in before) % len(_DISC_PLACES)]
    return (
        f'<circle cx="{number(x + across)}" cy="{number(y + down)}" r="8" fill="{_BRICK}" stroke="{_HALO}"'
        f' stroke-width="2"/><text x="{number(x + across)}" y="{number(y + down + 4)}" font-size="11.5"'
        f' class="tm">{mark}</text>'
    )
