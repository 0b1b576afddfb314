"""Progress of the game next to the board: the numbers that decide its end, and the chips still face down."""

from collections import Counter

from engine.rulesets.goldgraeber import MAX_STEPS, component_set
from frontend.replay.drawing import Position, TablePiece
from frontend.replay.goldgraeber.chips import draw_chip
from frontend.replay.markup import Html, escaped
from frontend.replay.translation import Translator

__all__ = ["draw_chips_left", "draw_counts"]

#: The class of a kind of chip of which there are none left, or some.
_PRESENCE = ("none", "some")


def draw_counts(tr: Translator, position: Position) -> TablePiece:
    """Return how near the two ends of the game are: the locomotive and the chips."""
    rails = len(component_set(position["components"]).rail) - 1
    seats = position["seats"]
    numbers = (
        (tr.gettext("Locomotive"), f"{rails - position['locomotive']['to_go']} / {rails}"),
        (tr.gettext("Chips counted"), str(position["chips_counted"])),
        (tr.gettext("Limit"), tr.ngettext("≤ {n} chip", "≤ {n} chips", seats).format(n=seats)),
    )
    cells = "".join(
        f"<div><dt>{escaped(name)}</dt><dd>{escaped(value)}</dd></div>" for name, value in numbers
    )
    return TablePiece(
        "counts", tr.gettext("How far the game is"), "", Html(f'<dl class="parts block">{cells}</dl>')
    )


def draw_chips_left(tr: Translator, position: Position) -> TablePiece:
    """Return the face-down chips by kind, all together: they follow from the flipped ones, so they are public."""
    left = position["chips_left"]
    gold, robbers = Counter(left["gold"]), Counter(left["robbers"])
    items = "".join(
        f'<li class="{_PRESENCE[counts[value] > 0]}">{draw_chip(tr, kind, value)}× {counts[value]}</li>'
        for kind, counts in (("gold", gold), ("robber", robbers))
        for value in range(1, MAX_STEPS)
    )
    n = len(position["face_down"])
    count = tr.ngettext("{n} chip", "{n} chips", n).format(n=n)
    return TablePiece("left", tr.gettext("Still face down"), count, Html(f'<ul class="left">{items}</ul>'))
