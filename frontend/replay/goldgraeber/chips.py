"""Chips and hoards of chips: small pictures, descriptions, and points."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine.rulesets.goldgraeber import ROBBER_POINTS
from frontend.replay.markup import escaped
from frontend.replay.translation import Translator, join_and

__all__ = [
    "count_points",
    "describe_chip",
    "describe_hoard",
    "draw_chip",
    "draw_chip_face",
    "draw_hoard",
    "name_chip",
]

#: ``{"gold": [values], "robbers": [strengths]}``
Hoard = Mapping[str, Sequence[int]]


def count_points(hoard: Hoard) -> int:
    """Return the points of a hoard once it is in the bank."""
    return sum(hoard["gold"]) + ROBBER_POINTS * len(hoard["robbers"])


def describe_chip(tr: Translator, chip: Mapping[str, Any]) -> str:
    """Return a chip's name: ``gold 3``, ``robber 4``."""
    kind = "gold" if "gold" in chip else "robber"
    return name_chip(tr, kind, chip[kind])


def name_chip(tr: Translator, kind: str, number: int) -> str:
    """Return the name of a kind of chip with its number: ``gold 3``, ``robber 4``."""
    if kind == "gold":
        return tr.gettext("gold {n}").format(n=number)
    return tr.gettext("robber {n}").format(n=number)


def describe_hoard(tr: Translator, hoard: Hoard) -> str:
    """Return a hoard as a noun phrase: ``gold 5, 2 × gold 3 and robber 2``; ``nothing`` for an empty one."""
    return _describe_hoard(tr, tuple(hoard["gold"]), tuple(hoard["robbers"]))


@lru_cache(maxsize=2048)
def _describe_hoard(tr: Translator, gold: tuple[int, ...], robbers: tuple[int, ...]) -> str:
    chips = []
    for kind, number, count in _group(gold, robbers):
        chip = name_chip(tr, kind, number)
        if count > 1:
            # Translators: several chips of one kind, such as "2 × gold 3"
            chip = tr.pgettext("chips", "{n} × {chip}").format(n=count, chip=chip)
        chips.append(chip)
    return join_and(tr, chips) or tr.gettext("nothing")


def _group(gold: Sequence[int], robbers: Sequence[int]) -> list[tuple[str, int, int]]:
    """Return the kinds of chips with number and count, the best first."""
    return [
        (kind, number, count)
        for kind, numbers in (("gold", gold), ("robber", robbers))
        for number, count in sorted(Counter(numbers).items(), reverse=True)
    ]


def draw_hoard(tr: Translator, hoard: Hoard) -> str:
    """Return the chips of a hoard as pictures, each with its count from two on."""
    return _draw_hoard(tr, tuple(hoard["gold"]), tuple(hoard["robbers"]))


@lru_cache(maxsize=2048)
def _draw_hoard(tr: Translator, gold: tuple[int, ...], robbers: tuple[int, ...]) -> str:
    return "".join(
        draw_chip(tr, kind, number) + (f"<span>×{count}</span>" if count > 1 else "")
        for kind, number, count in _group(gold, robbers)
    )


@lru_cache(maxsize=64)
def draw_chip(tr: Translator, kind: str, number: int) -> str:
    """Return one chip's face as a picture of its own."""
    label = escaped(name_chip(tr, kind, number))
    return f'<svg viewBox="0 0 64 64" role="img" aria-label="{label}">{draw_chip_face(kind, number)}</svg>'


def draw_chip_face(kind: str, number: int) -> str:
    """Return a chip's face in a square of 64 units."""
    if kind == "gold":
        return f'<use href="#chip-gold"/><text x="32" y="42" font-size="30" class="tn">{number}</text>'
    return (
        '<use href="#chip-robber"/><circle cx="51" cy="49" r="13" fill="var(--block,#fbf3df)"'
        ' stroke="var(--print,#231a12)" stroke-width="3"/>'
        f'<text x="51" y="56.5" font-size="20" class="tn">{number}</text>'
    )
