"""
Points over time as SVG: the chart below the viewer and the slider's track. Pure: stories in, markup out.

The outer ``svg`` has no ``viewBox`` and places everything in per cent, so that text never scales; an inner one
carries the lines and stretches with ``non-scaling-stroke``.
"""

from collections.abc import Sequence

from frontend.replay import Html, Story, escaped, letter, number

__all__ = ["chart", "chart_at", "cursor", "track"]

#: Least distance of two labels at the cursor, in per cent of the chart's height.
_APART = 11.5
#: From this share of the game on labels stand left of the cursor.
_TURNING = 85
#: Up to this share of the game the label of a round begins at its tick, lest the edge cut it off.
_EDGE = 5
#: Not more labelled rounds than fit under the chart.
_LABELLED_ROUNDS = 8
#: Least distance of two labelled rounds, in per cent of the chart's width; of the first, which says what they are.
_ROUNDS_APART, _FIRST_APART = 6, 17


def _top(story: Story) -> int:
    """Return the number of points at the upper edge: a multiple of 20 above every score."""
    most = max((max(points) for points in story.points), default=0)
    return max(20, -(-most // 20) * 20)


def _share(step: int, total: int) -> float:
    return 100 * step / total if total else 0


def _height(points: int, top: int) -> float:
    return 100 - 100 * max(points, 0) / top


def _path(points: Sequence[int], top: int) -> str:
    """Return a seat's line as a staircase: only the corners are written."""
    steps = "".join(
        f"H{step}V{number(_height(points[step], top))}"
        for step in range(1, len(points))
        if points[step] != points[step - 1]
    )
    return f"M0 {number(_height(points[0], top))}{steps}H{len(points) - 1}"


def _lines(story: Story) -> str:
    top = _top(story)
    return "".join(
        f'<path class="line ln-{letter(seat).lower()}" d="{_path(points, top)}"/>'
        for seat, points in enumerate(story.points)
    )


def chart(story: Story) -> Html:
    """Return the chart of every seat's points after every step, without its cursor: content of an ``svg`` element."""
    if not story.total:
        return Html("")
    top = _top(story)
    grid = "".join(
        f'<line x1="0" x2="100%" y1="{y}%" y2="{y}%" class="grid"/>'
        f'<text x="0" y="{y}%" dy="-4">{top * (100 - y) // 100}</text>'
        for y in (100, 50, 0)
    )
    return Html(
        f"{grid}{_round_ticks(story)}"
        f'<svg viewBox="0 0 {story.total} 100" preserveAspectRatio="none" width="100%" height="100%">'
        f"{_lines(story)}</svg>"
    )


def chart_at(story: Story, drawn: Html, cursor: Html, *, live: bool = False) -> Html:
    """
    Return the whole chart at a step.

    Args:
        drawn: what ``chart`` returns for the story: it is the same at each step.
        cursor: the cursor at the step.
        live: the chart is replaced as a whole when the game goes on, so the cursor is no part of its own.
    """
    if not story.total:
        return Html('<p class="soft">Nothing has happened yet.</p>')
    finals = ", ".join(
        f"{letter(seat)} {escaped(name)} {points[-1]}"
        for seat, (name, points) in enumerate(zip(story.names, story.points, strict=True))
    )
    part = "" if live else ' data-part="cursor"'
    return Html(
        f'<svg class="chart" role="img" aria-label="Points after every step; after the last one {finals}">'
        f"{drawn}<g{part}>{cursor}</g></svg>"
    )


def _round_ticks(story: Story) -> str:
    every = -(-len(story.rounds) // _LABELLED_ROUNDS) or 1
    ticks = []
    free_from = 0.0
    for index, step in enumerate(story.rounds):
        share = _share(step, story.total)
        x = number(share)
        ticks.append(f'<line x1="{x}%" x2="{x}%" y1="98%" y2="100%" class="tick"/>')
        if index % every == 0 and share >= free_from:
            text = f"round {index + 1}" if index == 0 else str(index + 1)
            anchor = "start" if share < _EDGE else "middle"
            ticks.append(f'<text x="{x}%" y="100%" dy="16" text-anchor="{anchor}">{text}</text>')
            free_from = share + (_ROUNDS_APART if index else _FIRST_APART)
    return "".join(ticks)


def cursor(story: Story, step: int) -> Html:
    """Return the chart's cursor at a step: what comes later is veiled, every seat's points stand beside the line."""
    if not story.total:
        return Html("")
    top = _top(story)
    share = _share(step, story.total)
    x = number(share)
    # Labels go to the side with more room.
    side = "translate(10 -9)" if share < _TURNING else "translate(-66 -9)"
    parts = [
        f'<rect x="{x}%" width="{number(100 - share)}%" height="100%" class="veil"/>'
        f'<line x1="{x}%" x2="{x}%" y1="0" y2="100%" class="at"/>'
    ]
    now = [points[step] for points in story.points]
    for seat, label in _labels([_height(points, top) for points in now]):
        name = letter(seat)
        parts.append(
            f'<circle cx="{x}%" cy="{number(_height(now[seat], top))}%" r="4.5" class="dot dot-{name.lower()}"/>'
            f'<svg x="{x}%" y="{number(label)}%" overflow="visible" class="seat-{name.lower()}">'
            f'<g transform="{side}"><rect width="56" height="19" rx="2" class="plate"/>'
            f'<rect width="19" height="19" rx="2" class="badge"/>'
            f'<text x="9.5" y="14" text-anchor="middle" class="onseat">{name}</text>'
            f'<text x="49" y="14" text-anchor="end" class="strong">{now[seat]}</text></g></svg>'
        )
    return Html("".join(parts))


def _labels(heights: Sequence[float]) -> list[tuple[int, float]]:
    """Return seats from the highest down with the heights of their labels: beside their dots, yet none over another."""
    seats = sorted(range(len(heights)), key=lambda seat: heights[seat])
    places: list[float] = []
    for seat in seats:
        places.append(max(heights[seat], places[-1] + _APART) if places else heights[seat])
    lowest = 100.0
    for index in range(len(places) - 1, -1, -1):
        places[index] = min(places[index], lowest)
        lowest = places[index] - _APART
    return list(zip(seats, places, strict=True))


def track(story: Story, left_at: int | None = None) -> Html:
    """
    Return the slider's track: a small copy of the chart, ticks where rounds begin, and pictures of what stands out.

    Args:
        left_at: the step after which a fork left its parent's log; up to there the track is shaded.
    """
    ticks = "".join(
        f'<line x1="{x}%" x2="{x}%" y1="19" y2="25" class="tick"/>'
        for x in (number(_share(step, story.total)) for step in story.rounds)
    )
    marks = "".join(
        f'<svg x="{number(_share(mark.seq, story.total))}%" y="28" overflow="visible">'
        f'<use href="#{mark.symbol}" x="-8" y="0" width="16" height="16"/></svg>'
        for mark in story.marks
    )
    lines = (
        f'<svg viewBox="0 0 {story.total} 100" preserveAspectRatio="none" x="0" y="2" width="100%" height="22">'
        f"{_lines(story)}</svg>"
        if story.total
        else ""
    )
    bed = '<rect x="0" y="1" width="100%" height="24" class="bed"/>'
    if left_at is not None:
        x = number(_share(left_at, story.total))
        bed += f'<rect x="0" y="1" width="{x}%" height="24" class="shared"/>'
        marks += f'<line x1="{x}%" x2="{x}%" y1="-2" y2="28" class="left"/>'
    return Html(f'<svg aria-hidden="true">{bed}{lines}{ticks}{marks}</svg>')
