"""
Charts of a story: points over time, the slider's track, points by part.

The outer ``svg`` has no ``viewBox`` and places text in per cent, so text never scales; an inner one with
``preserveAspectRatio="none"`` carries the lines, whose strokes do not scale either (class ``line``).
"""

from collections.abc import Sequence

from frontend.replay.drawing import Panel, Story, letter
from frontend.replay.markup import Html, escaped, number

__all__ = ["chart", "chart_symbols", "part_bars", "part_key", "track"]

#: Height of a label as a share of the chart's height (19 of 230 px, and a little air).
_LABEL_SHARE = 9.4
_FILLS = ("var(--ink)", "url(#part-2)", "url(#part-3)", "url(#part-4)")


def chart_symbols(story: Story) -> frozenset[str]:
    """
    Return the symbols the track uses.
    """
    return frozenset(mark.symbol for mark in story.marks)


def chart(story: Story, seq: int) -> Html:
    """
    Return the points of each seat after every step, with the cursor at one step: an ``svg`` of class ``chart``.
    """
    top = _scale_top(story)
    pieces = [
        '<svg class="chart" role="img" aria-label="Points of each seat after every step">',
        _grid(top),
        _round_ticks(story),
        f'<svg viewBox="0 0 {max(story.total, 1)} 100" preserveAspectRatio="none" width="100%" height="100%">',
    ]
    pieces += [_curve(points, seat, 100 / top, 100.0) for seat, points in enumerate(story.points)]
    if seq < story.total:
        rest = story.total - seq
        pieces.append(
            f'<rect x="{seq}" y="0" width="{rest}" height="100" fill="var(--paper)" fill-opacity=".62"/>'
        )
    x = _percent(seq, story.total)
    pieces.append(
        f'</svg><line x1="{x}" x2="{x}" y1="0" y2="100%" stroke="var(--brick)" stroke-width="2.5"/>'
        f"{_labels(story, seq, top)}</svg>"
    )
    return Html("".join(pieces))


def track(story: Story, seq: int) -> Html:
    """
    Return the picture under the slider: small curves, a tick per round, a symbol per mark. It has no cursor.

    Args:
        seq: the step shown; marks after it are drawn paler.
    """
    top = _scale_top(story)
    pieces = [
        '<svg aria-hidden="true"><rect x="0" y="1" width="100%" height="24" fill="var(--paper)"'
        ' stroke="var(--ink)" stroke-width="1.5"/>'
        f'<svg viewBox="0 0 {max(story.total, 1)} 100" preserveAspectRatio="none" x="0" y="2"'
        ' width="100%" height="22">'
    ]
    for seat, points in enumerate(story.points):
        pieces.append(_curve(points, seat, 84 / top, 96.0, faint=True))
    pieces.append("</svg>")
    for start in story.rounds:
        x = _percent(start, story.total)
        pieces.append(f'<line x1="{x}" x2="{x}" y1="19" y2="25" stroke="var(--ink)"/>')
    for mark in story.marks:
        pale = ' opacity=".55"' if mark.seq > seq else ""
        pieces.append(
            f'<svg x="{_percent(mark.seq, story.total)}" y="28" overflow="visible">'
            f'<use href="#{mark.symbol}" x="-8" y="0" width="16" height="16"{pale}/></svg>'
        )
    pieces.append("</svg>")
    return Html("".join(pieces))


def part_bars(panels: Sequence[Panel]) -> Html:
    """
    Return each seat's points by part as bars, best seat first: the content of an element of class ``partbars``.
    """
    longest = max((panel.score for panel in panels), default=0) or 1
    rows = []
    for panel in sorted(panels, key=lambda panel: (-panel.score, panel.seat)):
        said = ", ".join(f"{part.title} {part.points}" for part in panel.parts)
        rows.append(
            f'<b class="seat {panel.css}">{panel.letter}</b><span>{escaped(panel.player)}</span>'
            f'<svg role="img" aria-label="{escaped(said)}">{_bar(panel, longest)}</svg><b>{panel.score}</b>'
        )
    return Html("".join(rows))


def part_key(panels: Sequence[Panel]) -> Html:
    """
    Return the key of ``part_bars``: which pattern is which part; content of an element of class ``key``.
    """
    if not panels:
        return Html("")
    return Html(
        "".join(
            f'<span><svg aria-hidden="true"><rect x=".5" y=".5" width="21" height="11"'
            f' fill="{_FILLS[index]}" stroke="var(--ink)"/></svg>{escaped(part.title.lower())}</span>'
            for index, part in enumerate(panels[0].parts)
        )
    )


def _bar(panel: Panel, longest: int) -> str:
    pieces = []
    start = 0.0
    for index, part in enumerate(panel.parts):
        if part.points <= 0:
            continue
        width = part.points * 100 / longest
        box = f'x="{start:.2f}%" y="1" width="{width:.2f}%" height="18"'
        pieces.append(
            f'<rect {box} fill="var(--paper-raised)"/>'
            f'<rect {box} fill="{_FILLS[index]}" stroke="var(--ink)" stroke-width="1.5"/>'
        )
        start += width
    return "".join(pieces)


def _scale_top(story: Story) -> int:
    """
    Return the highest number of the scale: the next even multiple of 5, 10 or 20 above all points.
    """
    highest = max((max(points) for points in story.points), default=0)
    step = 10 if highest <= 40 else 20 if highest <= 120 else 50
    return max(step, -(-highest // step) * step)


def _percent(seq: int, total: int) -> str:
    return f"{seq * 100 / total:.2f}%" if total else "0%"


def _grid(top: int) -> str:
    return "".join(
        f'<line x1="0" x2="100%" y1="{100 - share:.1f}%" y2="{100 - share:.1f}%" stroke="var(--paper-edge)"/>'
        f'<text x="0" y="{100 - share:.1f}%" dy="-4">{top * share // 100}</text>'
        for share in (0, 50, 100)
    )


def _round_ticks(story: Story) -> str:
    pieces = []
    for index, start in enumerate(story.rounds):
        x = _percent(start, story.total)
        pieces.append(f'<line x1="{x}" x2="{x}" y1="98%" y2="100%" stroke="var(--ink-soft)"/>')
        if index % 4 == 0:
            said = "round 1" if index == 0 else str(index + 1)
            pieces.append(f'<text x="{x}" y="100%" dy="16" text-anchor="middle">{said}</text>')
    return "".join(pieces)


def _curve(points: Sequence[int], seat: int, scale: float, base: float, *, faint: bool = False) -> str:
    """
    Return one seat's line as steps: it stays level until the step that changes it.
    """
    path = [f"M0 {base - points[0] * scale:.1f}"]
    last = points[0]
    for step, value in enumerate(points):
        if value != last:
            path.append(f"{step - 1} {base - last * scale:.1f} {step} {base - value * scale:.1f}")
            last = value
    path.append(f"{len(points) - 1} {base - last * scale:.1f}")
    pale = ' opacity=".55"' if faint else ""
    return f'<path class="line ln-{letter(seat).lower()}" d="{" ".join(path)}"{pale}/>'


def _labels(story: Story, seq: int, top: int) -> str:
    """
    Return the seats' labels at the cursor, moved apart where they would cover each other.
    """
    now = sorted(((points[seq], seat) for seat, points in enumerate(story.points)), key=lambda p: (-p[0], p[1]))
    heights = _spread([100 - value * 100 / top for value, _ in now])
    x = _percent(seq, story.total)
    shift = 10 if not story.total or seq / story.total < 0.85 else -66
    pieces = []
    for (value, seat), height in zip(now, heights, strict=True):
        name = letter(seat)
        pieces.append(
            f'<circle cx="{x}" cy="{100 - value * 100 / top:.1f}%" r="4.5" fill="var(--line-{name.lower()})"'
            ' stroke="var(--paper)" stroke-width="1.5"/>'
            f'<svg x="{x}" y="{height:.1f}%" overflow="visible" class="seat-{name.lower()}">'
            f'<g transform="translate({number(shift)} -9)"><rect width="56" height="19" rx="2"'
            ' fill="var(--paper-raised)" stroke="var(--ink)"/><rect width="19" height="19" rx="2"'
            ' fill="var(--seat)" stroke="var(--print)"/>'
            f'<text x="9.5" y="14" text-anchor="middle" class="onseat">{name}</text>'
            f'<text x="49" y="14" text-anchor="end" class="strong">{value}</text></g></svg>'
        )
    return "".join(pieces)


def _spread(heights: Sequence[float]) -> list[float]:
    """
    Return heights (ascending, in per cent) at least one label apart, none above the top or below the bottom.
    """
    placed: list[float] = []
    for height in heights:
        placed.append(max(height, placed[-1] + _LABEL_SHARE) if placed else height)
    limit = 100.0
    for index in range(len(placed) - 1, -1, -1):
        placed[index] = min(placed[index], limit)
        limit = placed[index] - _LABEL_SHARE
    return placed
