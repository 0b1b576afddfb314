"""
Points over time as SVG: the chart below the viewer and the slider's track. Pure: stories in, markup out.

The outer ``svg`` has no ``viewBox`` and positions everything in per cent, so that text never scales. An inner ``svg``
holds the lines and stretches with ``non-scaling-stroke``.
"""

from collections.abc import Sequence

from frontend.replay import ENGLISH, Html, Story, Translator, escaped, join_items, letter, number

__all__ = ["draw_chart", "draw_chart_at", "draw_cursor", "draw_track"]

#: Minimum distance between two labels at the cursor, in per cent of the chart's height.
_MIN_LABEL_DISTANCE = 11.5
#: From this share of the game on, labels stand to the left of the cursor.
_LEFT_LABELS_FROM = 85
#: Up to this share of the game, the label of a round begins at its tick, so that the edge does not cut it off.
_EDGE = 5
#: Maximum number of labelled rounds under the chart.
_MAX_LABELLED_ROUNDS = 8
#: Minimum distance between two labelled rounds, in per cent of the chart's width; the label of the first is longer.
_MIN_ROUND_DISTANCE, _MIN_FIRST_DISTANCE = 6, 17


def _find_top(story: Story) -> int:
    """Return the number of points at the upper edge: a multiple of 20 above every score."""
    highest = max((max(points) for points in story.points), default=0)
    return max(20, -(-highest // 20) * 20)


def _find_share(step: int, total: int) -> float:
    return 100 * step / total if total else 0


def _find_height(points: int, top: int) -> float:
    return 100 - 100 * max(points, 0) / top


def _write_path(points: Sequence[int], top: int) -> str:
    """Return a seat's line as a staircase, by its corners."""
    steps = "".join(
        f"H{step}V{number(_find_height(points[step], top))}"
        for step in range(1, len(points))
        if points[step] != points[step - 1]
    )
    return f"M0 {number(_find_height(points[0], top))}{steps}H{len(points) - 1}"


def _draw_lines(story: Story) -> str:
    top = _find_top(story)
    return "".join(
        f'<path class="line ln-{letter(seat).lower()}" d="{_write_path(points, top)}"/>'
        for seat, points in enumerate(story.points)
    )


def draw_chart(story: Story, translator: Translator = ENGLISH) -> Html:
    """Return the chart of every seat's points after every step, without its cursor: content of an ``svg`` element."""
    if not story.total:
        return Html("")
    top = _find_top(story)
    grid = "".join(
        f'<line x1="0" x2="100%" y1="{y}%" y2="{y}%" class="grid"/>'
        f'<text x="0" y="{y}%" dy="-4">{top * (100 - y) // 100}</text>'
        for y in (100, 50, 0)
    )
    return Html(
        f"{grid}{_draw_round_ticks(story, translator)}"
        f'<svg viewBox="0 0 {story.total} 100" preserveAspectRatio="none" width="100%" height="100%">'
        f"{_draw_lines(story)}</svg>"
    )


def draw_chart_at(
    story: Story, drawn: Html, cursor: Html, translator: Translator = ENGLISH, *, live: bool = False
) -> Html:
    """
    Return the whole chart at a step.

    Args:
        drawn: the result of ``draw_chart`` for the story; it is the same at each step.
        cursor: the cursor at the step.
        live: the chart is replaced as a whole when the game continues, so the cursor is not a separate part.
    """
    if not story.total:
        return Html(f'<p class="soft">{escaped(translator.gettext("Nothing has happened yet."))}</p>')
    # Translators: the points of one seat, in a list
    pattern = translator.pgettext("seat", "{seat} {player} {points}")
    scores = [
        pattern.format(seat=letter(seat), player=name, points=points[-1])
        for seat, (name, points) in enumerate(zip(story.names, story.points, strict=True))
    ]
    label = translator.gettext("Points after every step; after the last step {scores}").format(
        scores=join_items(translator, scores)
    )
    part = "" if live else ' data-part="cursor"'
    return Html(
        f'<svg class="chart" role="img" aria-label="{escaped(label)}">{drawn}<g{part}>{cursor}</g></svg>'
    )


def _draw_round_ticks(story: Story, translator: Translator) -> str:
    every = -(-len(story.rounds) // _MAX_LABELLED_ROUNDS) or 1
    ticks = []
    free_from = 0.0
    for index, step in enumerate(story.rounds):
        share = _find_share(step, story.total)
        x = number(share)
        ticks.append(f'<line x1="{x}%" x2="{x}%" y1="98%" y2="100%" class="tick"/>')
        if index % every == 0 and share >= free_from:
            text = str(index + 1)
            if index == 0:
                text = escaped(translator.gettext("round {number}").format(number=text))
            anchor = "start" if share < _EDGE else "middle"
            ticks.append(f'<text x="{x}%" y="100%" dy="16" text-anchor="{anchor}">{text}</text>')
            free_from = share + (_MIN_ROUND_DISTANCE if index else _MIN_FIRST_DISTANCE)
    return "".join(ticks)


def draw_cursor(story: Story, step: int) -> Html:
    """Return the chart's cursor at a step: a veil over later steps, and every seat's points next to the line."""
    if not story.total:
        return Html("")
    top = _find_top(story)
    share = _find_share(step, story.total)
    x = number(share)
    # Labels stand on the side with more room.
    side = "translate(10 -9)" if share < _LEFT_LABELS_FROM else "translate(-66 -9)"
    parts = [
        f'<rect x="{x}%" width="{number(100 - share)}%" height="100%" class="veil"/>'
        f'<line x1="{x}%" x2="{x}%" y1="0" y2="100%" class="at"/>'
    ]
    now = [points[step] for points in story.points]
    for seat, label in _place_labels([_find_height(points, top) for points in now]):
        name = letter(seat)
        y = number(_find_height(now[seat], top))
        parts.append(
            f'<circle cx="{x}%" cy="{y}%" r="4.5" class="dot dot-{name.lower()}"/>'
            f'<svg x="{x}%" y="{number(label)}%" overflow="visible" class="seat-{name.lower()}">'
            f'<g transform="{side}"><rect width="56" height="19" rx="2" class="plate"/>'
            f'<rect width="19" height="19" rx="2" class="badge"/>'
            f'<text x="9.5" y="14" text-anchor="middle" class="onseat">{name}</text>'
            f'<text x="49" y="14" text-anchor="end" class="strong">{now[seat]}</text></g></svg>'
        )
    return Html("".join(parts))


def _place_labels(heights: Sequence[float]) -> list[tuple[int, float]]:
    """Return seats from the highest down with the heights of their labels: next to their dots, without overlaps."""
    seats = sorted(range(len(heights)), key=lambda seat: heights[seat])
    places: list[float] = []
    for seat in seats:
        places.append(max(heights[seat], places[-1] + _MIN_LABEL_DISTANCE) if places else heights[seat])
    lowest = 100.0
    for index in range(len(places) - 1, -1, -1):
        places[index] = min(places[index], lowest)
        lowest = places[index] - _MIN_LABEL_DISTANCE
    return list(zip(seats, places, strict=True))


def draw_track(story: Story, left_at: int | None = None) -> Html:
    """
    Return the slider's track: a small copy of the chart, ticks where rounds begin, and pictures of notable steps.

    Args:
        left_at: the step after which a fork left its parent's log; the track is shaded up to there.
    """
    ticks = "".join(
        f'<line x1="{x}%" x2="{x}%" y1="19" y2="25" class="tick"/>'
        for x in (number(_find_share(step, story.total)) for step in story.rounds)
    )
    marks = "".join(
        f'<svg x="{number(_find_share(mark.seq, story.total))}%" y="28" overflow="visible">'
        f'<use href="#{mark.symbol}" x="-8" y="0" width="16" height="16"/></svg>'
        for mark in story.marks
    )
    lines = (
        f'<svg viewBox="0 0 {story.total} 100" preserveAspectRatio="none" x="0" y="2" width="100%" height="22">'
        f"{_draw_lines(story)}</svg>"
        if story.total
        else ""
    )
    bed = '<rect x="0" y="1" width="100%" height="24" class="bed"/>'
    if left_at is not None:
        x = number(_find_share(left_at, story.total))
        bed += f'<rect x="0" y="1" width="{x}%" height="24" class="shared"/>'
        marks += f'<line x1="{x}%" x2="{x}%" y1="-2" y2="28" class="left"/>'
    return Html(f'<svg aria-hidden="true">{bed}{lines}{ticks}{marks}</svg>')
