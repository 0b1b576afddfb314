"""Chips, one by one and in hoards: as small pictures, in words, and what they are worth."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine.rulesets.goldgraeber import ROBBER_POINTS
from frontend.replay.speech import listed

__all__ = [
    "chip_face",
    "chip_picture",
    "chip_words",
    "hoard_pictures",
    "hoard_points",
    "hoard_words",
]

#: ``{"gold": [values], "robbers": [strengths]}``
Hoard = Mapping[str, Sequence[int]]


def hoard_points(hoard: Hoard) -> int:
    """Return what a hoard is worth once it is in the bank."""
    return sum(hoard["gold"]) + ROBBER_POINTS * len(hoard["robbers"])


def chip_words(chip: Mapping[str, Any]) -> str:
    """Return a chip in words: ``gold 3``, ``robber 4``."""
    kind = "gold" if "gold" in chip else "robber"
    return f"{kind} {chip[kind]}"


def hoard_words(hoard: Hoard) -> str:
    """Return a hoard in words: ``gold 5, 2 × gold 3 and robber 2``; ``nothing`` for an empty one."""
    return (
        listed([name if count == 1 else f"{count} × {name}" for name, count in _grouped(hoard)]) or "nothing"
    )


def _grouped(hoard: Hoard) -> list[tuple[str, int]]:
    """Return the chips of a hoard with how many there are of each, the best first."""
    gold, robbers = Counter(hoard["gold"]), Counter(hoard["robbers"])
    return [
        *((f"gold {value}", gold[value]) for value in sorted(gold, reverse=True)),
        *((f"robber {strength}", robbers[strength]) for strength in sorted(robbers, reverse=True)),
    ]


def hoard_pictures(hoard: Hoard) -> str:
    """Return the chips of a hoard as pictures with how many there are of each."""
    return "".join(
        chip_picture(*name.split()) + (f"<span>×{count}</span>" if count > 1 else "")
        for name, count in _grouped(hoard)
    )


@lru_cache(maxsize=32)
def chip_picture(kind: str, number: str, css: str = "") -> str:
    """Return one chip's face as a picture of its own."""
    name = f' class="{css}"' if css else ""
    face = chip_face(kind, number)
    return f'<svg{name} viewBox="0 0 64 64" role="img" aria-label="{kind} {number}">{face}</svg>'


def chip_face(kind: str, number: str | int) -> str:
    """Return a chip's face in a square of 64 units."""
    if kind == "gold":
        return f'<use href="#chip-gold"/><text x="32" y="42" font-size="30" class="tn">{number}</text>'
    return (
        '<use href="#chip-robber"/><circle cx="51" cy="49" r="13" fill="var(--block,#fbf3df)"'
        ' stroke="var(--print,#231a12)" stroke-width="3"/>'
        f'<text x="51" y="56.5" font-size="20" class="tn">{number}</text>'
    )
