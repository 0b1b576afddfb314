"""Stacked bars of each seat's points by part, with a pattern per part."""

from collections.abc import Sequence

from frontend.replay.drawing import Panel
from frontend.replay.markup import Html, escaped
from frontend.replay.translation import ENGLISH, Translator, join_items

__all__ = ["part_bars", "part_key"]

#: Fills of the first four parts; the patterns are in the sprite.
_FILLS = ("var(--ink)", "url(#part-2)", "url(#part-3)", "url(#part-4)")


def part_bars(panels: Sequence[Panel], translator: Translator = ENGLISH) -> Html:
    """Return each seat's points by part as bars, best seat first: content of an element of class ``partbars``."""
    top_score = max((panel.score for panel in panels), default=0) or 1
    rows = []
    for panel in sorted(panels, key=lambda panel: (-panel.score, panel.seat)):
        label = join_items(translator, [f"{part.title} {part.points}" for part in panel.parts])
        rows.append(
            f'<b class="seat {panel.css}">{panel.letter}</b><span>{escaped(panel.player)}</span>'
            f'<svg role="img" aria-label="{escaped(label)}">{_bar(panel, top_score)}</svg><b>{panel.score}</b>'
        )
    return Html("".join(rows))


def part_key(panels: Sequence[Panel]) -> Html:
    """Return the key of ``part_bars``: the pattern and title of each part; content of an element of class ``key``."""
    if not panels:
        return Html("")
    return Html(
        "".join(
            f'<span><svg aria-hidden="true"><rect x=".5" y=".5" width="21" height="11"'
            f' fill="{_FILLS[index]}" stroke="var(--ink)"/></svg>{escaped(part.title)}</span>'
            for index, part in enumerate(panels[0].parts)
        )
    )


def _bar(panel: Panel, top_score: int) -> str:
    pieces = []
    start = 0.0
    for index, part in enumerate(panel.parts):
        if part.points <= 0:
            continue
        width = part.points * 100 / top_score
        box = f'x="{start:.2f}%" y="1" width="{width:.2f}%" height="18"'
        pieces.append(
            f'<rect {box} fill="var(--paper-raised)"/>'
            f'<rect {box} fill="{_FILLS[index]}" stroke="var(--ink)" stroke-width="1.5"/>'
        )
        start += width
    return "".join(pieces)
